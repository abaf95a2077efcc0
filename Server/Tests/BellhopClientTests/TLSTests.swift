import BellhopModel
import BellhopTestSupport
import Foundation
import NIOCore
import NIOEmbedded
import NIOSSL
import SwiftASN1
import Testing
import X509

@testable import BellhopClient

@Suite("Connections over TLS", .timeLimit(.minutes(10)))
struct TLSTests {
    @Test("One connection serves consecutive calls, including the one that was opened early")
    func reused() async throws {
        try await withTLS([.reply(200, "1"), .reply(200, "2")]) { client, _, server in
            client.connectEarly()
            for expected in ["1", "2"] {
                let reply = try await client.send("GET", "/v1/x")
                #expect(String(decoding: reply.body, as: UTF8.self) == expected)
            }
            #expect(server.accepted == 1)
        }
    }

    @Test(
        "A killed server is a lost connection and not a certificate error", arguments: [Script.Turn.cut(""), .reset])
    func killed(turn: Script.Turn) async throws {
        try await withTLS([turn]) { client, _, server in
            let error = await #expect(throws: ClientError.self) { try await client.send("GET", "/v1/x") }
            #expect(error == .connectionLost(address: client.address.description, reason: "closed by the server"))
            #expect(error?.isRetryable == true)
        }
    }

    @Test("Without a TLS closure only a response with a length is complete")
    func truncated() async throws {
        let turns: [Script.Turn] = [
            .cut("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc"), .cut("HTTP/1.1 200 OK\r\n\r\nabc"),
        ]
        try await withTLS(turns) { client, _, _ in
            let whole = try await client.send("GET", "/v1/x")
            #expect(whole.body == Array("abc".utf8))
            await #expect(throws: ClientError.self) { try await client.send("POST", "/v1/x") }
        }
    }

    @Test("A connection that ends right after the handshake is a retryable error")
    func closedAtOnce() async throws {
        #expect(try await failure(of: ConnectFailure.Closed()).isRetryable)
    }

    @Test("An untrusted server is reported as such when its connection has ended before the result was read")
    func untrustedAtOnce() async throws {
        let error = try await failure(of: NIOSSLExtraError.failedToValidateHostname)
        #expect(error == .untrusted(address: "https://127.0.0.1:1", reason: "its certificate is for another name"))
    }

    /// The error of a handshake on a channel that has lost its handlers.
    private func failure(of handshake: any Error) async throws -> ClientError {
        let channel = NIOAsyncTestingChannel()
        let opening = try await channel.testingEventLoop.executeInContext {
            let handshakes = Handshakes()
            handshakes.add(channel.eventLoop.makeFailedFuture(handshake), of: channel)
            return handshakes.end(of: channel)
        }
        let error = await #expect(throws: ConnectFailure.self) { try await opening.get() }
        return ClientError(
            network: try #require(error), at: try ServerAddress("https://127.0.0.1:1"), limit: .seconds(1))
    }

    @Test("A connection that ends during the handshake is a retryable error")
    func handshakeEnded() async throws {
        let server = try await ScriptedServer(Script([]))
        try await BellhopClient.with(ServerAddress("https://127.0.0.1:\(server.port)"), key: nil) { client in
            let call = Task { try await client.send("GET", "/v1/x") }
            try await until { server.accepted > 0 }
            await server.dropConnections()
            let error = await #expect(throws: ClientError.self) { try await call.value }
            let reason = "it closed the connection before TLS was established"
            #expect(error == .cannotConnect(address: client.address.description, reason: reason))
            #expect(error?.isRetryable == true)
        }
        try await server.stop()
    }

    @Test("A handshake without a response times out")
    func handshakeSilent() async throws {
        let server = try await ScriptedServer(Script([]))
        var configuration = BellhopClient.Configuration()
        configuration.connectTimeout = .milliseconds(50)
        let address = try ServerAddress("https://127.0.0.1:\(server.port)")
        try await BellhopClient.with(address, key: nil, configuration: configuration) { client in
            let error = await #expect(throws: ClientError.self) { try await client.send("GET", "/v1/x") }
            #expect(error == .cannotConnect(address: address.description, reason: "it does not speak TLS"))
        }
        try await server.stop()
    }

    @Test("A certificate is valid for its names, including IP addresses")
    func names() async throws {
        let loopback = GeneralName.ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1]))
        try await withTLS([.reply(200, "")], for: loopback, host: "127.0.0.1") { client, _, _ in
            let reply = try await client.send("GET", "/v1/x")
            #expect(reply.status == 200)
        }
        let others: [(GeneralName, String)] = [
            (.dnsName("localhost"), "127.0.0.1"), (.dnsName("push.example.org"), "localhost"),
        ]
        for (name, host) in others {
            try await withTLS([], for: name, host: host) { client, _, _ in
                await #expect(
                    throws: ClientError.untrusted(
                        address: client.address.description, reason: "its certificate is for another name")
                ) { try await client.send("GET", "/v1/x") }
            }
        }
    }

    @Test("A cancelled call does not wait for the TLS closure of a hanging server")
    func hangingServer() async throws {
        #expect(try TrustRoots(file: nil).configuration.shutdownTimeout == .zero)
        try await withTLS([.deafness]) { client, script, _ in
            let call = Task { try await client.send("GET", "/v1/x") }
            try await until { !script.requests.isEmpty }
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
        }
    }

    private func withTLS(
        _ turns: [Script.Turn], for name: GeneralName = .dnsName("localhost"), host: String = "localhost",
        _ work: (BellhopClient, Script, ScriptedServer) async throws -> Void
    ) async throws {
        let certificate = try SelfSigned(for: name)
        let script = Script(turns)
        let server = try await ScriptedServer(script, tls: certificate.serverContext())
        try await TemporaryFolder.with { folder in
            let file = folder.path + "/ca.pem"
            try certificate.pem.write(toFile: file, atomically: true, encoding: .utf8)
            let address = try ServerAddress("https://\(host):\(server.port)")
            try await BellhopClient.with(
                address, key: script.key, configuration: .init(certificateAuthorityFile: file)
            ) { client in try await work(client, script, server) }
        }
        try await server.stop()
    }
}
