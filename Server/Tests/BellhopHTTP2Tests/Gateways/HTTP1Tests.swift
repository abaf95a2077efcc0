import BellhopModel
import BellhopTestSupport
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Testing

@testable import BellhopHTTP2

@Suite("The gateways' client, over HTTP/1.1", .timeLimit(.minutes(10)))
struct HTTP1Tests {
    @Test(
        "A request is sent over HTTP/1.1, on the first connection, when the server does not speak HTTP/2",
        arguments: [["http/1.1"], []])
    func exchange(negotiates: [String]) async throws {
        let fields = ["Retry-After": "90", "Date": "Thu, 01 Jan 2026 00:00:00 GMT", "APNs-ID": "7"]
        let script = Script([.reply(201, "created", headers: fields)])
        try await ScriptedServer.run(script, negotiates: negotiates) { (server) async throws in
            try await GatewayHTTPClient.run { (client) async throws in
                let response = try await client.post(to: server, script)
                #expect(
                    response
                        == GatewayHTTPResponse(
                            status: 201, retryAfter: "90", date: Timestamp(seconds: 1_767_225_600), pushID: "7",
                            body: Array("created".utf8)))
                let request = try #require(script.requests.first)
                #expect(request.method == "POST" && request.target == "/push?x=1" && request.body == "hello")
                let expected = [
                    "host": "localhost:\(server.port)", "authorization": "Bearer \(script.key.reveal())", "ttl": "60",
                    "content-length": "5", "connection": "close",
                ]
                #expect(request.headers == expected)
                #expect(server.accepted == 1)
            }
        }
    }

    private static let complete: [(Script.Turn, status: Int, body: String)] = [
        (.bytes("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"), 200, "hello"),
        (.bytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhello"), 200, "he"),
        (
            .bytes(
                "HTTP/1.1 429 Slow\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=1\r\nllo\r\n0\r\nA: b\r\n\r\n"),
            429, "hello"
        ),
        (.bytes("HTTP/1.1 200 OK\r\n\r\nhello", thenDrops: true), 200, "hello"),
        (.bytes("HTTP/1.0 200 OK\r\n\r\nhello", thenDrops: true), 200, "hello"),
        (.bytes("HTTP/1.1 204 No Content\r\n\r\n"), 204, ""),
        (
            .bytes(
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                    + "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"), 201, ""
        ),
        (.bytes("HTTP/1.1 307 Elsewhere\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n"), 307, ""),
        // The rest is not awaited.
        (
            .bytes("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 100_000)), 200,
            String(repeating: "x", count: 65_536)
        ),
    ]

    @Test("A response ends where its framing says, after informational ones, and at the limit of its body")
    func framing() async throws {
        let script = Script(Self.complete.map(\.0))
        try await ScriptedServer.run(script) { (server) async throws in
            try await GatewayHTTPClient.run { (client) async throws in
                for (_, status, body) in Self.complete {
                    let response = try await client.post(to: server, script)
                    #expect(response.status == status)
                    #expect(String(decoding: response.body, as: UTF8.self) == body)
                }
            }
        }
    }

    private static let incomplete: [Script.Turn] = [
        .drop, .reset, .bytes("no HTTP\r\n\r\n"), .bytes("HTTP/1.1 200 OK\r\nContent-", thenDrops: true),
        .bytes("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell", thenDrops: true),
        .bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", thenDrops: true),
        .bytes("HTTP/1.1 100 Continue\r\n\r\n", thenDrops: true),
        .bytes("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
        .bytes("HTTP/1.1 200 OK\r\nA: \(String(repeating: "x", count: 20_000))\r\n\r\n"),
        // Without TLS's end the body may have been truncated (RFC 9112 §9.8).
        .cut("HTTP/1.1 200 OK\r\n\r\nhello"),
    ]

    @Test("A request is lost, and is not sent again, when its response is incomplete or invalid")
    func lost() async throws {
        let script = Script(Self.incomplete)
        try await ScriptedServer.run(script) { (server) async throws in
            try await GatewayHTTPClient.run { (client) async throws in
                for number in 1...Self.incomplete.count {
                    await #expect(throws: TransportError.connectionLost) {
                        try await client.post(to: server, script)
                    }
                    #expect(script.requests.count == number)
                }
            }
        }
    }

    @Test("Concurrent requests use as many connections")
    func concurrent() async throws {
        let script = Script { .reply(200, $0.target) }
        try await ScriptedServer.run(script) { (server) async throws in
            try await GatewayHTTPClient.run { (client) async throws in
                let statuses = try await withThrowingTaskGroup { group in
                    for _ in 0..<30 { group.addTask { try await client.post(to: server, script).status } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses == Array(repeating: 200, count: 30))
                #expect(script.requests.count == 30)
            }
        }
    }

    @Test("A request times out at its deadline when the server does not respond")
    func timeout() async throws {
        let script = Script([.reply(200, ""), .silence, .bytes("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhell")])
        try await ScriptedServer.run(script) { (server) async throws in
            try await GatewayHTTPClient.run { (client) async throws in
                #expect(try await client.post(to: server, script).status == 200)
                for _ in 0..<2 {
                    await #expect(throws: TransportError.timeout) {
                        try await client.post(to: server, script, within: .milliseconds(200))
                    }
                }
            }
        }
    }

    @Test("A waiting request is sent when the one before it timed out and the limit of connections permits it")
    func limit() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let script = Script { request in
            arrived.yield()
            return request.target == "/1" ? .silence : .reply(200, "")
        }
        try await ScriptedServer.run(script) { (server) async throws in
            var configuration = HTTP2Client.Configuration()
            (configuration.connectDeadline, configuration.acceptsHTTP1) = (.seconds(30), true)
            configuration.maxHTTP1Connections = 1
            let client = HTTP2Client(
                HTTP2Endpoint(host: "localhost", port: server.port),
                tls: try TestServer.clientContext(offersHTTP1: true),
                configuration: configuration, on: MultiThreadedEventLoopGroup.singleton.next())
            let shared = HTTP2SharedFields(
                method: "POST", authority: "localhost", [HTTP2Field("authorization", "Bearer \(script.key.reveal())")])
            let silent = HTTP2Request(shared, path: "/1")
            let first = Task {
                // On a busy machine the deadline may pass before the request is sent.
                repeat {
                    _ = await client.send([silent], within: .milliseconds(500))
                } while script.requests.isEmpty
            }
            for await _ in arrivals { break }
            let second = try await client.send(HTTP2Request(shared, path: "/2"), within: .seconds(50))
            #expect(second.status == 200)
            await first.value
            let count = script.requests.count
            _ = await client.send([silent, silent, silent], within: .milliseconds(500))
            #expect(script.requests.count <= count + 1)
            await client.shutDown()
        }
    }

    @Test("A request ends with its task")
    func cancellation() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let script = Script { _ in
            arrived.yield()
            return .silence
        }
        try await ScriptedServer.run(script) { (server) async throws in
            try await GatewayHTTPClient.run { (client) async throws in
                let sending = Task { try await client.post(to: server, script) }
                for await _ in arrivals { break }
                sending.cancel()
                await #expect(throws: CancellationError.self) { try await sending.value }
            }
        }
    }

    @Test("A request is lost when the client is shut down by a cancelled task")
    func shutDown() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let script = Script { _ in
            arrived.yield()
            return .silence
        }
        try await ScriptedServer.run(script) { (server) async throws in
            try await GatewayHTTPClient.run { (client) async throws in
                let sending = Task { try await client.post(to: server, script) }
                for await _ in arrivals { break }
                let stopping = Task { await client.shutDown() }
                stopping.cancel()
                await #expect(throws: TransportError.connectionLost) { try await sending.value }
                await stopping.value
                await #expect(throws: TransportError.shuttingDown) { try await client.post(to: server, script) }
            }
        }
    }

    @Test("A server with a certificate for another name gets no request")
    func otherName() async throws {
        let script = Script { _ in .reply(200, "") }
        let certificate = TestServer.encodedNameCertificate
        try await ScriptedServer.run(script, certificate: certificate) { (server) async throws in
            try await GatewayHTTPClient.run { (client) async throws in
                #expect(try await client.post(to: server, script).status == 200)
                await #expect(throws: TransportError.unreachable) {
                    try await client.post(to: server, script, host: "other.example")
                }
                #expect(script.requests.count == 1)
            }
        }
    }

    @Test("A server without TLS is unreachable")
    func withoutTLS() async throws {
        let script = Script { _ in .reply(200, "") }
        let server = try await ScriptedServer(script, greetings: ["HTTP/1.1 400 Bad Request\r\n\r\n"])
        try await GatewayHTTPClient.run { (client) async throws in
            await #expect(throws: TransportError.unreachable) { try await client.post(to: server, script) }
        }
        try await server.stop()
    }
}
