import BellhopModel
import BellhopPush
import BellhopTestSupport
import NIOPosix

@testable import BellhopHTTP2

extension GatewayHTTPClient {
    /// Runs `test` with a client that trusts the certificates of ``TestServer``.
    static func run(
        mostOrigins: Int = 256, connectDeadline: Duration = .seconds(30),
        _ test: (GatewayHTTPClient) async throws -> Void
    ) async throws {
        let client = GatewayHTTPClient(
            tls: try TestServer.clientContext(offersHTTP1: true), connectDeadline: connectDeadline,
            mostOrigins: mostOrigins, eventLoopGroup: MultiThreadedEventLoopGroup.singleton)
        do {
            try await test(client)
        } catch {
            await client.shutDown()
            throw error
        }
        await client.shutDown()
    }

    /// Sends a small request with a deadline for busy machines.
    func post(
        _ port: Int, _ path: String = "/", host: String = "localhost", at address: String? = nil,
        key: String = "key", body: String = "hello", within limit: Duration = .seconds(50)
    ) async throws -> GatewayHTTPResponse {
        try await post(
            "https://\(host):\(port)\(path)", at: address, shared: [("authorization", "Bearer \(key)")],
            headers: [("ttl", "60")], body: Array(body.utf8), within: limit)
    }

    func post(
        to server: ScriptedServer, _ script: Script, host: String = "localhost", within limit: Duration = .seconds(50)
    ) async throws -> GatewayHTTPResponse {
        try await post(server.port, "/push?x=1", host: host, at: "127.0.0.1", key: script.key.reveal(), within: limit)
    }
}

extension ScriptedServer {
    /// Runs `test` with a server over TLS, whose clients must use the script's key.
    ///
    /// - Parameter negotiates: The protocols that the server selects from; empty for a server without ALPN.
    static func run(
        _ script: Script, negotiates: [String] = ["http/1.1"], certificate: String = TestServer.encodedCertificate,
        _ test: (ScriptedServer) async throws -> Void
    ) async throws {
        let tls = try TestServer.serverContext(negotiates: negotiates, certificate: certificate)
        let server = try await ScriptedServer(script, tls: tls)
        do {
            try await test(server)
        } catch {
            try await server.stop()
            throw error
        }
        try await server.stop()
    }
}

extension TransportError {
    static let connectionLost = TransportError(reason: .connectionLost)
    static let shuttingDown = TransportError(reason: .shuttingDown)
    static let timeout = TransportError(reason: .timeout)
    static let unreachable = TransportError(reason: .unreachable)
}
