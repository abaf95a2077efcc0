import BellhopClient
import BellhopModel
import BellhopTestSupport
import Testing

@Suite("Events over a WebSocket", .timeLimit(.minutes(10)))
struct EventTests {
    static let badge = #"{"count":3,"type":"badge"}"#

    @Test("Whole, fragmented and unknown frames become events, and an orderly close ends the stream")
    func frames() async throws {
        let created = try CanonicalJSON.text(ServerEvent.askCreated(Fixtures.ask()))
        let cut = created.index(created.startIndex, offsetBy: 20)
        let later = created.index(created.startIndex, offsetBy: 300)
        let bytes =
            Frames.text(Self.badge)
            + Frames.text(String(created[..<cut]), isFinal: false)
            + Frames.ping("between")
            + Frames.continuation(String(created[cut..<later]), isFinal: false)
            + Frames.continuation(String(created[later...]), isFinal: true)
            + Frames.text("no JSON") + Frames.text(#"{"type":"of_tomorrow"}"#)
            + Frames.close(1000)
        try await withScript([.webSocket(bytes)]) { client, script, server in
            var events: [ServerEvent] = []
            for try await event in try await client.events() { events.append(event) }
            #expect(events == [.badge(3), .askCreated(Fixtures.ask()), .unknown("of_tomorrow")])

            let request = try #require(script.requests.first)
            #expect(request.target == "/v1/events")
            #expect(request.headers["authorization"] == "Bearer \(script.key.reveal())")
            #expect(request.headers["host"] == "127.0.0.1:\(server.port)")
            #expect(request.headers["upgrade"] == "websocket")
            #expect(request.headers["sec-websocket-version"] == "13")

            // Both responses are masked: a pong with the ping's data, and a close with the server's code.
            let pong = try #require(await Frames.unmasked(server.receive(6 + 7)))
            #expect(pong.opcode == 10)
            #expect(pong.data == Array("between".utf8))
            let close = try #require(await Frames.unmasked(server.receive(6 + 2)))
            #expect(close.opcode == 8)
            #expect(close.data == [0x03, 0xE8])

            // After a close frame the end of the connection is no error (RFC 6455 §5.5.1).
            try await until { server.ended > 0 }
            try await server.stop()
            #expect(await server.receive(1).isEmpty)
        }
    }

    @Test("A lost connection throws", arguments: [true, false])
    func lost(_ goesAway: Bool) async throws {
        let bytes = Frames.text(Self.badge) + (goesAway ? Frames.close(1001) : Frames.ping(""))
        try await withScript([.webSocket(bytes, drop: .whenAnswered)]) { client, _, server in
            let reason = goesAway ? "the server is stopping" : "closed by the server"
            var events: [ServerEvent] = []
            await #expect(
                throws: ClientError.connectionLost(address: server.url, reason: reason)
            ) { for try await event in try await client.events() { events.append(event) } }
            #expect(events == [.badge(3)])
        }
    }

    @Test("A connection that ends together with the handshake throws too")
    func lostAtOnce() async throws {
        try await withScript([.webSocket([], drop: .atOnce)]) { client, _, _ in
            let error = await #expect(throws: ClientError.self) { for try await _ in try await client.events() {} }
            #expect(error?.isRetryable == true)
        }
    }

    @Test("A silent connection throws, because a live server sends pings")
    func silence() async throws {
        try await withScript(
            [.webSocket(Frames.text(Self.badge))], adjusting: { $0.longestSilence = .seconds(1) }
        ) { client, _, server in
            await #expect(
                throws: ClientError.timedOut(address: server.url, after: .seconds(1))
            ) { for try await _ in try await client.events() {} }
        }
    }

    @Test("Bytes that are not frames throw")
    func invalidBytes() async throws {
        try await withScript([.webSocket([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])]) {
            client, _, _ in
            await #expect(throws: ClientError.self) { for try await _ in try await client.events() {} }
        }
    }

    @Test("A refusal is thrown as the API's error")
    func refused() async throws {
        try await withScript([try .json(401, APIError(.unauthorized))]) { client, _, _ in
            await #expect(throws: ClientError.refused(APIError(.unauthorized), retryAfter: nil)) {
                try await client.events()
            }
        }
    }

    @Test("A response without WebSocket and a lost connection are different errors")
    func noWebSocket() async throws {
        try await withScript([.reply(200, "hello"), .drop]) { client, _, server in
            let address = server.url
            await #expect(
                throws: ClientError.unexpectedReply(
                    address: address, status: 200, reason: "it does not speak WebSocket")
            ) { try await client.events() }
            let dropped = await #expect(throws: ClientError.self) { try await client.events() }
            guard case .connectionLost = dropped else {
                Issue.record("\(String(describing: dropped))")
                return
            }
        }
    }

    @Test("A truncated refusal is a lost connection, without waiting for the rest")
    func truncatedRefusal() async throws {
        let turn = Script.Turn.bytes("HTTP/1.1 401 No\r\nContent-Length: 9\r\n\r\n", thenDrops: true)
        try await withScript([turn]) { client, _, _ in
            let error = await #expect(throws: ClientError.self) { try await client.events() }
            #expect(error == .connectionLost(address: client.address.description, reason: "closed by the server"))
        }
    }

    @Test("A server that never completes the handshake times out")
    func noHandshake() async throws {
        try await withScript([.silence], adjusting: { $0.timeout = .milliseconds(50) }) { client, _, server in
            await #expect(
                throws: ClientError.timedOut(address: server.url, after: .milliseconds(50))
            ) { try await client.events() }
        }
    }

    @Test("A consumer that stops reading closes the WebSocket")
    func closes() async throws {
        try await withScript([.webSocket(Frames.text(Self.badge))]) { client, _, server in
            for try await event in try await client.events() {
                #expect(event == .badge(3))
                break
            }
            let close = try #require(await Frames.unmasked(server.receive(6 + 2)))
            #expect(close.opcode == 8)
            #expect(close.data == [0x03, 0xE8])
        }
    }

    @Test("Following reconnects after every loss, and ends with a permanent error")
    func following() async throws {
        let time = TestTime()
        let turns: [Script.Turn] = try [
            .webSocket(Frames.text(Self.badge) + Frames.ping(""), drop: .whenAnswered), .drop,
            .webSocket(Frames.text(#"{"count":4,"type":"badge"}"#) + Frames.close(1000)),
            .json(401, APIError(.unauthorized)),
        ]
        try await withScript(turns, time: time) { client, _, _ in
            var told: [String] = []
            await #expect(throws: ClientError.refused(APIError(.unauthorized), retryAfter: nil)) {
                try await client.followEvents { signal in
                    switch signal {
                    case .connected: told.append("connected")
                    case .event(.badge(let count)): told.append("badge \(count)")
                    case .event(let event): told.append("\(event)")
                    case .disconnected: told.append("disconnected")
                    }
                }
            }
            #expect(
                told == ["connected", "badge 3", "disconnected", "disconnected", "connected", "badge 4"])
            #expect(time.pauses == [.milliseconds(250), .milliseconds(500), .milliseconds(250)])
        }
    }

    @Test("Following backs off from a server that ends each connection, and honours Retry-After")
    func flapping() async throws {
        let time = TestTime()
        let turns: [Script.Turn] = try [
            .webSocket(Frames.close(1000)), .webSocket(Frames.close(1001)), .webSocket(Frames.close(1000)),
            .json(503, APIError(.shuttingDown), headers: ["Retry-After": "9"]), .json(401, APIError(.unauthorized)),
        ]
        try await withScript(turns, time: time) { client, _, _ in
            await #expect(throws: ClientError.refused(APIError(.unauthorized), retryAfter: nil)) {
                try await client.followEvents { _ in }
            }
            #expect(time.pauses == [.milliseconds(250), .milliseconds(500), .seconds(1), .seconds(9)])
        }
    }
}
