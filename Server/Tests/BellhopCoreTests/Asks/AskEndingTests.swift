import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import InMemoryLogging
import Logging
import MetricsTestKit
import Testing

@testable import BellhopCore

@Suite("Expiry of asks", .timeLimit(.minutes(10)))
struct ExpiryTests {
    @Test("At its deadline an ask, the agent's wait and the pushed notification end")
    func deadline() async throws {
        let metrics = TestMetrics()
        let bench = EngineBench(metrics: metrics)
        let gateway = ScriptedGateway()
        let phone = try await bench.phone()
        try await running(bench.expiry, bench.dispatcher([.ios: gateway])) { _ in
            let ask = try await bench.ask(.approval(expiresIn: 55))
            await bench.database.recorded.reach(1)
            let asks = bench.asks
            async let waited = asks.wait(for: ask.id, by: .agent(), atMost: .seconds(3600))
            await bench.time.sleeper(until: bench.time.now + .seconds(3600))
            let events = bench.hub.subscribe("ada")

            bench.time.advance(to: ask.deadline)
            let ended = try await waited
            #expect(ended.state == .expired)
            #expect(ended.resolution?.at == ask.deadline)

            await gateway.arrived(2)
            await bench.database.recorded.reach(2)
            // The badge may follow the push.
            #expect(await events.prefix(2).reduce(into: []) { $0.append($1) } == [.askResolved(ended), .badge(0)])
        }
        #expect(gateway.pushes.map(\.kind) == [.alert, .background])
        #expect(gateway.pushes.map(\.token) == [phone.device.token, phone.device.token])
        #expect(try metrics.expectCounter("bellhop_asks_resolved_total", [("state", "expired")]).totalValue == 1)
    }

    @Test("An ask that is created later but expires earlier ends on time")
    func sooner() async throws {
        let bench = EngineBench()
        try await running(bench.expiry) { _ in
            _ = try await bench.ask(.approval(expiresIn: 3600))
            let sooner = try await bench.ask(.approval(expiresIn: 5))
            let asks = bench.asks
            async let waited = asks.wait(for: sooner.id, by: .agent(), atMost: .seconds(60))
            await bench.time.sleeper(until: bench.time.now + .seconds(60))
            bench.time.advance(to: sooner.deadline)
            #expect(try await waited.state == .expired)
        }
        #expect(try await bench.asks.list(for: .agent(), state: .pending, limit: 9).count == 1)
    }

    @Test("More asks than one batch all expire")
    func many() async throws {
        let bench = EngineBench()
        for _ in 0..<(AskExpiry.batch * 2 + 1) { _ = try await bench.ask(.approval(expiresIn: 5)) }
        bench.time.advance(by: .seconds(5))
        try await running(bench.expiry) { _ in
            // The service sleeps for the first time when no ask is left to expire.
            await bench.time.sleeper(until: bench.time.now + .seconds(30))
        }
        #expect(try await bench.asks.list(for: .agent(), state: .pending, limit: 9).isEmpty)
    }

    @Test("A failing store is logged once, and retried after a pause")
    func failingStore() async throws {
        let log = InMemoryLogHandler()
        let bench = EngineBench(logger: Logger(label: "test", factory: { _ in log }))
        let ask = try await bench.ask(.approval(expiresIn: 5))
        bench.time.advance(to: ask.deadline)
        bench.database.breakDown()
        let events = bench.hub.subscribe("ada")
        try await running(bench.expiry) { _ in
            for pause in [100, 200, 400] {
                let again = bench.time.now + .milliseconds(pause)
                await bench.time.sleeper(until: again)
                // A notification must not shorten the pause after a store failure.
                bench.workSignal.notify()
                bench.time.advance(to: again)
            }
            await bench.time.sleeper(until: bench.time.now + .milliseconds(800))
            #expect(bench.database.refusals.count == 4)
            bench.database.mend()
            bench.time.advance(by: .milliseconds(800))
            for await event in events {
                if case .askResolved = event { break }
            }
            // The successful pass has ended when the service waits for the next one.
            await bench.time.sleeper(until: bench.time.now + .seconds(30))
        }
        #expect(log.entries.map(\.level) == [.error, .notice])
    }
}

@Suite("Withdrawing an ask", .timeLimit(.minutes(10)))
struct WithdrawingTests {
    private let bench = EngineBench()

    @Test("Withdrawing ends the ask with the reason; repeating it changes nothing")
    func withdrawn() async throws {
        let ask = try await bench.ask()
        let events = bench.hub.subscribe("ada")
        let withdrawn = try await bench.asks.withdraw(ask.id, reason: .answeredInTerminal, by: .agent())
        #expect(withdrawn.state == .withdrawn)
        #expect(withdrawn.resolution?.reason == .answeredInTerminal)
        bench.time.advance(by: .seconds(5))
        #expect(try await bench.asks.withdraw(ask.id, reason: .agentEnded, by: .agent()) == withdrawn)
        bench.hub.finish()
        #expect(await events.reduce(into: []) { $0.append($1) } == [.askResolved(withdrawn), .badge(0)])
    }

    @Test("An answered ask cannot be withdrawn")
    func answered() async throws {
        let phone = try await bench.phone()
        let ask = try await bench.ask()
        _ = try await bench.asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
        await expectRefusal(.askAlreadyAnswered) {
            try await bench.asks.withdraw(ask.id, reason: .agentEnded, by: .agent())
        }
    }

    @Test("An expired ask cannot be withdrawn", arguments: [true, false])
    func expired(alreadyEnded: Bool) async throws {
        let ask = try await bench.ask()
        bench.time.advance(to: ask.deadline)
        if alreadyEnded { _ = try await bench.store.expireAsks(at: bench.time.now, limit: 9) }
        await expectRefusal(.askExpired) {
            try await bench.asks.withdraw(ask.id, reason: .agentEnded, by: .agent())
        }
    }

    @Test("Only an agent of the same user withdraws an ask")
    func refused() async throws {
        let phone = try await bench.phone()
        let ask = try await bench.ask()
        for key in [phone.key, .admin(), .agent(of: "bob")] {
            await expectRefusal(.forbidden) {
                try await bench.asks.withdraw(ask.id, reason: .agentEnded, by: key)
            }
        }
        await expectRefusal(.notFound) {
            try await bench.asks.withdraw(.make(at: bench.time.now), reason: .agentEnded, by: .agent())
        }
    }
}
