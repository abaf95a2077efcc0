import BellhopModel
import BellhopTestSupport
import NIOCore
import Testing

@testable import BellhopClient

@Suite("Connections of a client")
struct ConnectionTests {
    private static let empty = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"

    @Test("One connection serves consecutive calls")
    func reused() async throws {
        try await withScript([.reply(200, "1"), .reply(404, ""), .reply(200, "3")]) { client, script, server in
            for expected in ["1", "", "3"] {
                let reply = try await client.send("POST", "/v1/x", headers: ["Idempotency-Key": "k"], body: [1, 2])
                #expect(String(decoding: reply.body, as: UTF8.self) == expected)
            }
            #expect(script.requests.count == 3)
            #expect(server.accepted == 1)
        }
    }

    @Test(
        "A connection that has ended is not reused",
        arguments: [
            Script.Turn.reply(200, "{}", headers: ["Connection": "close"]), .bytes(empty, thenDrops: true),
            .bytes("HTTP/1.1 200 OK\r\n\r\n{}", thenDrops: true), .bytes(empty + "and extra bytes"),
        ])
    func ended(turn: Script.Turn) async throws {
        let page = try Script.Turn.json(200, Page<DeviceSummary>(items: []))
        try await withScript([turn, page, page]) { client, _, server in
            let reply = try await client.send("GET", "/v1/x")
            #expect(reply.body == Array("{}".utf8))
            // If the client has not noticed the end yet, the request is repeated.
            #expect(try await client.call(API.listDevices).items.isEmpty)
            #expect(server.accepted == 2)
        }
    }

    @Test("A connection sends small requests at once: TCP_NODELAY is set at the level of TCP")
    func noDelay() async throws {
        let server = try await ScriptedServer(Script([]))
        let connector = try Connector(to: ServerAddress(server.url), roots: TrustRoots(file: nil), timeout: .seconds(5))
        let channel = try await connector.connect { _ in }
        #expect(try await channel.getOption(.tcpOption(.tcp_nodelay)).get() == 1)
        #if os(Linux)
        // The same number at the level of sockets is SO_DEBUG, which only root may set.
        #expect(try await channel.getOption(.socketOption(.tcp_nodelay)).get() == 0)
        #endif
        try await channel.close()
        await connector.shutdown()
        try await server.stop()
    }

    @Test("A waiting call does not delay other calls")
    func concurrent() async throws {
        try await withScript([.silence, .reply(200, "{}")]) { client, script, server in
            let waiting = Task { try await client.send("GET", "/v1/first") }
            try await until { !script.requests.isEmpty }
            let reply = try await client.send("GET", "/v1/second")
            #expect(reply.status == 200)
            #expect(server.accepted == 2)
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
        }
    }

    @Test(
        "A response is read completely, in pieces of any size",
        arguments: [
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcde",
            "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcde",
            "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nabcde",
        ])
    func pieces(bytes: String) async throws {
        try await withScript([.bytes(bytes)]) { client, _, _ in
            let reply = try await client.send("GET", "/v1/x")
            #expect(reply.status == 200)
            #expect(String(decoding: reply.body, as: UTF8.self) == "abcde")
        }
    }

    @Test(
        "A truncated response and a response that is not HTTP are errors",
        arguments: [
            ("", closed), ("HTTP/1.1 200", closed), ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", closed),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc", closed),
            ("SSH-2.0-OpenSSH_9.2\r\n", foreign), ("HTTP/2.0 200 OK\r\n\r\n", foreign),
            ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", foreign),
            ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", foreign),
            (
                "HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 100_000),
                "the header of its reply is too long"
            ),
        ])
    func truncated(bytes: String, reason: String) async throws {
        try await withScript([.bytes(bytes, thenDrops: true)]) { client, _, _ in
            await #expect(throws: ClientError.connectionLost(address: client.address.description, reason: reason)) {
                try await client.send("GET", "/v1/x")
            }
        }
    }

    private static let closed = "closed by the server"
    private static let foreign = "its reply is not valid HTTP"

    @Test("A response without an end is cancelled, and not requested again")
    func endless() async throws {
        let body = String(repeating: "x", count: 65 << 20)
        let turn = Script.Turn.bytes("HTTP/1.1 200 OK\r\n\r\n" + body)
        try await withScript([turn], adjusting: { $0.timeout = .seconds(50) }) { client, script, _ in
            await #expect(
                throws: ClientError.unexpectedReply(
                    address: client.address.description, status: 200, reason: "it is too long")
            ) { try await client.call(API.listDevices).items }
            #expect(script.requests.count == 1)
        }
    }

    @Test("A request has Content-Length and Host")
    func fields() async throws {
        try await withScript([.reply(200, ""), .reply(200, ""), .reply(200, "")]) { client, script, server in
            _ = try await client.send("GET", "/v1/x?a=b")
            _ = try await client.send("POST", "/v1/x")
            _ = try await client.send("POST", "/v1/x", body: Array("{}".utf8))
            #expect(script.requests.map { $0.headers["content-length"] } == [nil, "0", "2"])
            #expect(
                script.requests.map { $0.headers["host"] } == Array(repeating: "127.0.0.1:\(server.port)", count: 3))
            #expect(script.requests.first?.target == "/v1/x?a=b")
            #expect(script.requests.last?.body == "{}")
        }
    }

    @Test("A header field or path with line breaks is not sent")
    func injection() async throws {
        try await withScript([.reply(200, "")]) { client, script, server in
            await #expect(throws: ClientError.self) {
                try await client.send("GET", "/v1/x", headers: ["X-One": "1\r\nX-Admin: yes"])
            }
            await #expect(throws: ClientError.self) {
                try await client.send("GET", "/v1/x HTTP/1.1\r\nX-Admin: yes\r\nX:")
            }
            #expect(script.requests.isEmpty)
            try await until { server.ended >= server.accepted }
        }
    }

    @Test(
        "A key that was copied with its line break is rejected with the reason",
        arguments: ["bh_agent_1\n", "bh_agent_1\r\nX: y", " secret", "ключ"])
    func key(text: String) async throws {
        try await withScript([.reply(200, "")], key: Secret(text)) { client, script, server in
            for call in [{ _ = try await client.call(API.listDevices).items }, { _ = try await client.events() }] {
                let error = await #expect(throws: ClientError.self) { try await call() }
                guard case .badKey(let words) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(!words.contains(text))
            }
            #expect(server.accepted == 0)
            #expect(script.requests.isEmpty)
        }
    }
}
