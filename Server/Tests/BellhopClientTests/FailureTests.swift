import BellhopClient
import BellhopModel
import BellhopTestSupport
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Testing

@Suite("Errors of the client", .timeLimit(.minutes(10)))
struct FailureTests {
    @Test(
        "Every error code of the API is thrown unchanged",
        arguments: APIErrorCode.allCases.filter { !$0.isRetryable })
    func table(_ code: APIErrorCode) async throws {
        let error = APIError(code, "It went wrong.", resolution: Fixtures.ask(.approved).resolution)
        try await withScript([try .json(code.status, error)]) { client, script, _ in
            let thrown = await #expect(throws: ClientError.self) { try await client.createAsk(Fixtures.request) }
            #expect(thrown == .refused(error, retryAfter: nil))
            #expect(script.requests.count == 1)
            if code != .unauthorized { #expect(thrown?.description == "It went wrong. \(code.remedy)") }
        }
    }

    @Test("A server's message becomes one line without control characters")
    func serverText() {
        let error = ClientError.refused(
            APIError(.invalidRequest, "limit: 5\n\u{9B}2J\u{202E}; takes 1"), retryAfter: nil)
        #expect(
            error.description == "limit: 5⏎‹U+009B›2J‹U+202E›; takes 1. \(APIErrorCode.invalidRequest.remedy)")
    }

    @Test("The error of a rejected key names where to configure another")
    func unauthorized() {
        let error = ClientError.refused(APIError(.unauthorized), retryAfter: nil)
        #expect(error.description.contains("BELLHOP_KEY"))
    }

    @Test("An unknown error code keeps its message")
    func unknownCode() async throws {
        let body = #"{"error":{"code":"of_tomorrow","message":"Come back with a hat.","docs":"x"}}"#
        try await withScript([.reply(418, body)]) { client, _, server in
            await #expect(
                throws: ClientError.unexpectedReply(address: server.url, status: 418, reason: "Come back with a hat.")
            ) { try await client.call(API.listDevices).items }
        }
    }

    @Test("A response that is not from a Bellhop server has its own error", arguments: ["<html>", "", "{}", "[]"])
    func notBellhop(_ body: String) async throws {
        try await withScript([.reply(404, body), .reply(200, body)]) { client, _, server in
            let first = await #expect(throws: ClientError.self) { try await client.getAsk(Fixtures.askID) }
            #expect(first?.description.contains("Bellhop server of this version") == true)
            let second = await #expect(throws: ClientError.self) { try await client.getAsk(Fixtures.askID) }
            #expect(
                second == .unexpectedReply(address: server.url, status: 200, reason: "the body is not a valid Ask"))
        }
    }

    @Test("A redirect is not followed, so the key is not sent to another server")
    func redirect() async throws {
        try await withScript([.reply(302, "", headers: ["Location": "http://evil.example/"])]) { client, script, _ in
            let error = await #expect(throws: ClientError.self) { try await client.call(API.listDevices).items }
            #expect(error?.description.contains("evil.example") == true)
            #expect(script.requests.count == 1)
        }
    }

    @Test("The script does not count a request with another test's key")
    func otherTest() async throws {
        try await withScript([.reply(404, "{}")]) { client, script, server in
            let address = try ServerAddress(server.url)
            var configuration = BellhopClient.Configuration()
            configuration.retry.timeLimit = .zero
            for key in [nil, Script.anotherKey()] {
                try await BellhopClient.with(address, key: key, configuration: configuration) { stranger in
                    _ = await #expect(throws: ClientError.self) { try await stranger.call(API.listDevices).items }
                }
            }
            #expect(script.requests.isEmpty)
            await #expect(throws: ClientError.self) { try await client.call(API.listDevices).items }
            #expect(script.requests.count == 1)
        }
    }

    @Test("The error of a refused connection asks whether the server runs")
    func refusedConnection() async throws {
        let closed = try ClosedPort()
        var configuration = BellhopClient.Configuration()
        configuration.time = TestTime().clientTime()
        let address = try ServerAddress(closed.url)
        try await BellhopClient.with(address, key: nil, configuration: configuration) { client in
            let error = await #expect(throws: ClientError.self) { try await client.call(API.listDevices).items }
            #expect(error == .cannotConnect(address: address.description, reason: "connection refused"))
            #expect(
                error?.description
                    == "Cannot connect to \(address) (connection refused): is `bellhop serve` running there?")
        }
    }

    @Test("A server that does not respond times out")
    func timeout() async throws {
        try await withScript(
            [.silence],
            adjusting: {
                $0.timeout = .milliseconds(50)
                $0.retry.timeLimit = .zero
            }
        ) { client, _, server in
            await #expect(throws: ClientError.timedOut(address: server.url, after: .milliseconds(50))) {
                try await client.call(API.listDevices).items
            }
        }
    }

    @Test("A cancelled call throws CancellationError")
    func cancellation() async throws {
        try await withScript([.silence]) { client, _, _ in
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await #expect(throws: CancellationError.self) { try await client.call(API.listDevices).items }
                }
                group.cancelAll()
            }
        }
    }

    @Test("The error of a server without TLS says so")
    func noTLS() async throws {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(PlainServer()) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let address = try ServerAddress("https://127.0.0.1:\(try #require(server.localAddress?.port))")
        try await BellhopClient.with(address, key: nil) { client in
            let error = await #expect(throws: ClientError.self) { try await client.call(API.listDevices).items }
            #expect(error == .untrusted(address: address.description, reason: "it does not speak TLS"))
        }
        try await server.close()
    }

    @Test("A certificate of an unknown authority is refused; with its authority configured it is accepted")
    func tls() async throws {
        let certificate = try SelfSigned()
        let script = Script([try .json(200, Page<DeviceSummary>(items: []))])
        let server = try await ScriptedServer(script, tls: certificate.serverContext())
        let address = try ServerAddress("https://localhost:\(server.port)")
        try await BellhopClient.with(address, key: nil) { client in
            let error = await #expect(throws: ClientError.self) { try await client.call(API.listDevices).items }
            let reason = "its certificate was issued by an unknown authority"
            #expect(error == .untrusted(address: address.description, reason: reason))
        }
        try await TemporaryFolder.with { folder in
            let file = folder.path + "/ca.pem"
            try certificate.pem.write(toFile: file, atomically: true, encoding: .utf8)
            let configuration = BellhopClient.Configuration(certificateAuthorityFile: file)
            try await BellhopClient.with(address, key: script.key, configuration: configuration) { client in
                let devices = try await client.call(API.listDevices).items
                #expect(devices.isEmpty)
            }
        }
        try await server.stop()
    }

    @Test("An invalid file of certificates is named in the error")
    func badCertificates() throws {
        let configuration = BellhopClient.Configuration(certificateAuthorityFile: "/nowhere/ca.pem")
        let address = try ServerAddress("https://localhost")
        #expect(
            throws: ClientError.badFile(path: "/nowhere/ca.pem", reason: "it contains no readable PEM certificates.")
        ) {
            try BellhopClient(address, key: nil, configuration: configuration)
        }
    }

    @Test("No error message contains a key")
    func noKeys() async throws {
        let key = Script.anotherKey()
        try await withScript(
            [.reply(500, key.reveal())], key: key, adjusting: { $0.retry.timeLimit = .zero }
        ) { client, script, _ in
            let error = await #expect(throws: ClientError.self) { try await client.call(API.listDevices).items }
            #expect(script.requests.count == 1)
            #expect(!String(describing: error).contains(key.reveal()))
            #expect(!String(reflecting: client).contains(key.reveal()))
        }
    }
}

/// A server that responds in plain HTTP to any bytes.
private final class PlainServer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 400 Bad Request\r\n\r\n")), promise: nil)
    }
}
