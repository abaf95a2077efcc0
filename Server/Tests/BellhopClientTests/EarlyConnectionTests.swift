import BellhopModel
import BellhopTestSupport
import NIOCore
import Synchronization
import Testing

@testable import BellhopClient

@Suite("A connection opened before the first call", .timeLimit(.minutes(10)))
struct EarlyConnectionTests {
    private static let page = Page<DeviceSummary>(items: [])

    @Test("The early connection serves the first call")
    func used() async throws {
        try await withScript([.reply(200, "1"), .reply(200, "2")]) { client, _, server in
            client.connectEarly()
            client.connectEarly()
            for expected in ["1", "2"] {
                let reply = try await client.send("GET", "/v1/x")
                #expect(String(decoding: reply.body, as: UTF8.self) == expected)
                client.connectEarly()
            }
            #expect(server.accepted == 1)
        }
    }

    @Test("An early connection that has ended is replaced")
    func ended() async throws {
        try await withScript([.reply(200, "1")]) { client, _, server in
            client.connectEarly()
            try await until { server.accepted > 0 }
            await server.dropConnections()
            let reply = try await client.send("GET", "/v1/x")
            #expect(reply.status == 200)
            #expect(server.accepted == 2)
        }
    }

    @Test("A failed early connection does not fail the call")
    func failed() async throws {
        let first = try await ScriptedServer(Script([]))
        let port = first.port
        try await first.stop()
        let connector = try Connector(
            to: ServerAddress("http://127.0.0.1:\(port)"), roots: TrustRoots(file: nil), timeout: .seconds(5))
        let clock = Clock()
        let connections = Connections(connector, now: clock.now)
        connections.openEarly()
        try await clock.asked(atLeast: 2)
        clock.advance(.seconds(1))
        let taken = try await connections.take()
        #expect(taken == nil)
        await connections.shutdown()
        await connector.shutdown()
    }

    @Test("A connection that was idle for long is not used, early or kept")
    func idle() async throws {
        let server = try await ScriptedServer(Script([]))
        let connector = try Connector(to: ServerAddress(server.url), roots: TrustRoots(file: nil), timeout: .seconds(5))
        let clock = Clock()
        let connections = Connections(connector, now: clock.now)
        for isEarly in [true, false] {
            if isEarly {
                connections.openEarly()
                try await clock.asked(atLeast: 2)
            } else {
                connections.put(try await connections.open())
            }
            clock.advance(.seconds(16))
            let taken = try await connections.take()
            #expect(taken == nil)
        }
        try await until { server.ended >= 2 }
        await connections.shutdown()
        await connector.shutdown()
        try await server.stop()
    }

    @Test("Idle connections above the limit are closed")
    func idleLimit() async throws {
        let server = try await ScriptedServer(Script([]))
        let connector = try Connector(to: ServerAddress(server.url), roots: TrustRoots(file: nil), timeout: .seconds(5))
        let connections = Connections(connector)
        for _ in 0..<10 { connections.put(try await connections.open()) }
        try await until { server.ended >= 2 }
        for _ in 0..<8 {
            let kept = try await connections.take()
            #expect(kept != nil)
        }
        #expect(server.ended == 2)
        await connections.shutdown()
        await connector.shutdown()
        try await server.stop()
    }

    @Test("A shutdown ends an opening connection, and no call begins after it")
    func shutdown() async throws {
        // The server does not speak TLS, so the handshake never ends.
        let server = try await ScriptedServer(Script([]))
        let client = try BellhopClient(url: "https://127.0.0.1:\(server.port)", key: nil)
        client.connectEarly()
        try await until { server.accepted > 0 }
        await client.shutdown()
        try await until { server.ended > 0 }
        client.connectEarly()
        await #expect(throws: CancellationError.self) { try await client.send("GET", "/v1/x") }
        await #expect(throws: CancellationError.self) { try await client.call(API.listDevices).items }
        await #expect(throws: CancellationError.self) { try await client.events() }
        #expect(server.accepted == 1)
        try await server.stop()
    }

    /// A clock that does not advance by itself, and counts how often it was read.
    private final class Clock: Sendable {
        private let state = Mutex((now: NIODeadline.uptimeNanoseconds(1 << 40), reads: 0))

        var now: @Sendable () -> NIODeadline {
            {
                self.state.withLock { state in
                    state.reads += 1
                    return state.now
                }
            }
        }

        func advance(_ amount: TimeAmount) { state.withLock { $0.now = $0.now + amount } }

        func asked(atLeast count: Int) async throws {
            try await until { state.withLock { $0.reads >= count } }
        }
    }
}
