import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Testing

@testable import BellhopHTTP2

@Suite("The client, against nginx", .timeLimit(.minutes(10)))
struct NginxTests {
    static let program = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// nginx decodes the header fields, and resets the stream of a body that it does not read.
    @Test(
        "sends fields that nginx decodes, on a connection that nginx replaces after 100 requests",
        .enabled(if: program != nil, "nginx is not installed (Debian: nginx-light)"))
    func decodes() async throws {
        let nginx = try Nginx(program: try #require(Self.program))
        defer { nginx.stop() }
        var configuration = HTTP2Client.Configuration()
        configuration.maxConnections = 2
        configuration.retries = 10
        let endpoint = HTTP2Endpoint(host: "localhost", port: nginx.port, address: "127.0.0.1")
        let client = HTTP2Client(
            endpoint, tls: try TestServer.clientContext(), configuration: configuration,
            on: MultiThreadedEventLoopGroup.singleton.next())
        func request(_ number: Int) -> HTTP2Request {
            let shared = HTTP2SharedFields(
                method: "POST", authority: endpoint.authority,
                [HTTP2Field("authorization", "bearer \(number / 50)"), HTTP2Field("apns-topic", "topic-\(number % 7)")])
            return HTTP2Request(
                shared, path: "/3/device/\(number)", fields: [HTTP2Field("apns-id", "id-\(number)")],
                body: Array(repeating: UInt8(ascii: "x"), count: number % 3 * 150))
        }
        // nginx may still be starting.
        while (try? await client.send(request(0), within: .seconds(5)))?.status != 200 {
            try #require(nginx.isRunning)
        }
        let results = await client.send((0..<600).map(request), within: .seconds(50))
        for (number, result) in results.enumerated() {
            let response = try result.get()
            #expect(response.status == 200)
            #expect(
                String(buffer: response.body)
                    == "/3/device/\(number) id-\(number) bearer \(number / 50) topic-\(number % 7) localhost")
        }
        await client.shutDown()
    }
}

/// A running nginx, with a temporary folder.
private final class Nginx {
    let port: Int
    private let folder: URL
    private let process = Process()

    var isRunning: Bool { process.isRunning }

    init(program: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "bellhop-nginx-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        port = try Self.freePort()
        let (certificate, key) = (folder.appending(path: "certificate.pem"), folder.appending(path: "key.pem"))
        try Self.pem("CERTIFICATE", TestServer.encodedCertificate).write(
            to: certificate, atomically: true, encoding: .utf8)
        try Self.pem("EC PRIVATE KEY", TestServer.encodedKey).write(to: key, atomically: true, encoding: .utf8)
        let text = """
            daemon off;
            pid \(folder.path)/pid;
            error_log stderr crit;
            events {}
            http {
                access_log off;
                client_body_temp_path \(folder.path)/body;
                proxy_temp_path \(folder.path)/proxy;
                fastcgi_temp_path \(folder.path)/fastcgi;
                uwsgi_temp_path \(folder.path)/uwsgi;
                scgi_temp_path \(folder.path)/scgi;
                server {
                    listen 127.0.0.1:\(port) ssl http2;
                    ssl_certificate \(certificate.path);
                    ssl_certificate_key \(key.path);
                    keepalive_requests 100;
                    location / {
                        return 200 "$request_uri $http_apns_id $http_authorization $http_apns_topic $host";
                    }
                }
            }
            """
        let settings = folder.appending(path: "nginx.conf")
        try text.write(to: settings, atomically: true, encoding: .utf8)
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["-p", folder.path, "-c", settings.path, "-e", "stderr"]
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// A port that was free a moment ago, because nginx cannot choose one.
    private static func freePort() throws -> Int {
        let channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: "127.0.0.1", port: 0)
            .wait()
        let port = channel.localAddress?.port ?? 0
        try channel.close().wait()
        return port
    }

    private static func pem(_ label: String, _ encoded: String) -> String {
        var lines = ["-----BEGIN \(label)-----"]
        var rest = Substring(encoded)
        while !rest.isEmpty {
            lines.append(String(rest.prefix(64)))
            rest = rest.dropFirst(64)
        }
        return (lines + ["-----END \(label)-----", ""]).joined(separator: "\n")
    }
}
