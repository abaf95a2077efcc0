import BellhopClient
import BellhopModel
import BellhopTestSupport
import Testing

@Suite("Connections kept between calls", .timeLimit(.minutes(10)))
struct KeptConnectionTests {
    /// The ways in which a server ends a connection during a request.
    static let ends: [Script.Turn] = [.drop, .reset]

    @Test("A kept connection that the server has just closed is replaced without an error", arguments: ends)
    func closed(end: Script.Turn) async throws {
        try await withScript([.reply(200, "1"), end, .reply(200, "2")]) { client, script, server in
            for expected in ["1", "2"] {
                let reply = try await client.send("POST", "/v1/x", headers: ["Idempotency-Key": "k"], body: [1])
                #expect(String(decoding: reply.body, as: UTF8.self) == expected)
            }
            #expect(script.requests.count == 3)
            #expect(server.accepted == 2)
        }
    }

    @Test("A new connection that the server closes is an error", arguments: ends)
    func closedTwice(end: Script.Turn) async throws {
        try await withScript([.reply(200, "1"), end, end, .reply(200, "")]) { client, script, server in
            _ = try await client.send("GET", "/v1/x")
            await #expect(
                throws: ClientError.connectionLost(address: server.url, reason: "closed by the server")
            ) { try await client.send("GET", "/v1/x") }
            #expect(script.requests.count == 3)
        }
    }

    @Test("A request that must not be repeated uses a new connection", arguments: ends)
    func once(end: Script.Turn) async throws {
        try await withScript([.reply(200, "1"), .reply(200, "2"), end]) { client, script, server in
            _ = try await client.send("GET", "/v1/x")
            // On a kept connection that the server closes it would be unknown whether this request was executed.
            _ = try await client.send("POST", "/v1/x")
            #expect(server.accepted == 2)
            await #expect(throws: ClientError.self) { try await client.call(API.createPairing, body: PairingRequest()) }
            #expect(server.accepted == 3)
            #expect(script.requests.count == 3)
        }
    }

    @Test("A request is not repeated after the beginning of its response")
    func begun() async throws {
        let half = Script.Turn.bytes("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", thenDrops: true)
        try await withScript([.reply(200, "1"), half]) { client, script, _ in
            _ = try await client.send("GET", "/v1/x")
            await #expect(throws: ClientError.self) { try await client.send("GET", "/v1/x") }
            #expect(script.requests.count == 2)
        }
    }

    @Test("Bytes after a response are not part of the next response")
    func leftOver() async throws {
        let turns: [Script.Turn] = [
            .bytes("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1HTTP/1.1 200 OK\r\nContent-Le"),
            .bytes("ngth: 5\r\n\r\nwrong"), .reply(200, "2"),
        ]
        try await withScript(turns) { client, _, server in
            for expected in ["1", "2"] {
                let reply = try await client.send("GET", "/v1/x")
                #expect(String(decoding: reply.body, as: UTF8.self) == expected)
            }
            #expect(server.accepted == 2)
        }
    }

    @Test("Bytes without a request end the connection, and are not part of a response")
    func unsolicited() async throws {
        let script = Script([.bytes("\r\nright"), .reply(200, "right")])
        let server = try await ScriptedServer(script, greetings: ["HTTP/1.1 200 OK\r\nContent-Length: 5\r\n"])
        try await BellhopClient.with(ServerAddress(server.url), key: script.key) { client in
            client.connectEarly()
            try await until { server.ended > 0 }
            #expect(script.requests.isEmpty)
        }
        try await server.stop()
    }

    @Test(
        "A connection is not reused after an upgrade or an HTTP/1.0 response",
        arguments: [
            // From here on the connection uses another protocol.
            "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n",
            "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n",
        ])
    func lastReply(bytes: String) async throws {
        try await withScript([.bytes(bytes), .reply(200, "2")]) { client, _, server in
            _ = try await client.send("GET", "/v1/x")
            let reply = try await client.send("GET", "/v1/x")
            #expect(String(decoding: reply.body, as: UTF8.self) == "2")
            #expect(server.accepted == 2)
        }
    }

    @Test("A response before the end of the request is accepted, and the connection is not reused")
    func earlyResponse() async throws {
        let refusal = "HTTP/1.1 413 Content Too Large\r\nContent-Length: 2\r\n\r\n{}"
        try await withScript([.hasty(refusal), .reply(200, "2")]) { client, _, server in
            let body = [UInt8](repeating: 1, count: 16 << 20)
            let first = try await client.send("PUT", "/v1/x", body: body)
            #expect(first.status == 413)
            let second = try await client.send("GET", "/v1/x")
            #expect(String(decoding: second.body, as: UTF8.self) == "2")
            #expect(server.accepted == 2)
        }
    }

    @Test("Responses without a body have an empty body", arguments: [204, 304, 200])
    func empty(status: Int) async throws {
        let bytes = "HTTP/1.1 \(status) X\r\nContent-Length: 5\r\n\r\n"
        try await withScript([.bytes(bytes), .reply(200, "2")]) { client, _, server in
            let first = try await client.send(status == 200 ? "HEAD" : "GET", "/v1/x")
            #expect(first.body.isEmpty)
            let second = try await client.send("GET", "/v1/x")
            #expect(String(decoding: second.body, as: UTF8.self) == "2")
            #expect(server.accepted == 1)
        }
    }

    @Test("The connection of a cancelled call is closed, and not used for the next call")
    func cancelled() async throws {
        try await withScript([.silence, .reply(200, "2")]) { client, script, server in
            let waiting = Task { try await client.send("GET", "/v1/first") }
            try await until { !script.requests.isEmpty }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            try await until { server.ended > 0 }
            let reply = try await client.send("GET", "/v1/second")
            #expect(String(decoding: reply.body, as: UTF8.self) == "2")
        }
    }
}
