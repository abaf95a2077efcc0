import BellhopModel
import BellhopPush
import BellhopTestSupport
import InMemoryLogging
import Logging
import MetricsTestKit
import Testing

@testable import BellhopCore

@Suite("The deadline of an ask", .timeLimit(.minutes(10)))
struct ExpiryTests {
    @Test("It ends the ask, the agent's wait, and what phones show")
    func deadline() async throws {
        let metrics = TestMetrics()
        let bench = EngineBench(metrics: metrics)
        let gateway = ScriptedGateway()
        let phone = try await bench.phone()
        try await running(bench.expiry, bench.dispatcher([.ios: gateway])) { _ in
            let ask = try await bench.ask(.approval(expiresIn: 55))
            await bench.store.recorded.reach(1)
            let asks = bench.asks
            async let waited = asks.wait(for: ask.id, by: .agent(), atMost: .seconds(3600))
            await bench.time.sleeper(until: bench.time.now + .seconds(3600))
            let events = bench.hub.subscribe("ada")

            bench.time.advance(to: ask.deadline)
            let ended = try await waited
            #expect(ended.state == .expired)
            #expect(ended.resolution?.at == ask.deadline)

            await gateway.arrived(2)
            await bench.store.recorded.reach(2)
            bench.hub.finish()
            #expect(await events.reduce(into: []) { $0.append($1) } == [.askResolved(ended), .badge(0)])
        }
        #expect(gateway.pushes.map(\.kind) == [.alert, .background])
        #expect(gateway.pushes.map(\.token) == [phone.device.token, phone.device.token])
        #expect(try metrics.expectCounter("bellhop_asks_resolved_total", [("state", "expired")]).totalValue == 1)
        #expect(bench.store.violations == [])
    }

    @Test("An ask that comes later but ends sooner is ended in its time")
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

    @Test("More asks than one batch holds end all the same")
    func many() async throws {
        let bench = EngineBench()
        for _ in 0..<(AskExpiry.batch * 2 + 1) { _ = try await bench.ask(.approval(expiresIn: 5)) }
        bench.time.advance(by: .seconds(5))
        try await running(bench.expiry) { _ in
            // It sleeps for the first time when nothing is left to end.
            await bench.time.sleeper(until: bench.time.now + .seconds(30))
        }
        #expect(try await bench.asks.list(for: .agent(), state: .pending, limit: 9).isEmpty)
    }

    @Test("A store that fails is said once, left alone for a while, and asked again")
    func failingStore() async throws {
        let log = InMemoryLogHandler()
        let bench = EngineBench(logger: Logger(label: "test", factory: { _ in log }))
        let ask = try await bench.ask(.approval(expiresIn: 5))
        bench.time.advance(to: ask.deadline)
        bench.store.breakDown()
        let events = bench.hub.subscribe("ada")
        try await running(bench.expiry) { _ in
            for pause in [100, 200, 400] {
                let again = bench.time.now + .milliseconds(pause)
                await bench.time.sleeper(until: again)
                // Being woken is no reason to press a store that fails.
                bench.wake.signal()
                bench.time.advance(to: again)
            }
            await bench.time.sleeper(until: bench.time.now + .milliseconds(800))
            #expect(bench.store.refusals.count == 4)
            bench.store.mend()
            bench.time.advance(by: .milliseconds(800))
            for await event in events {
                if case .askResolved = event { break }
            }
            // The round that succeeded is over when the next one has been waited for.
            await bench.time.sleeper(until: bench.time.now + .seconds(30))
        }
        #expect(log.entries.map(\.level) == [.error, .notice])
    }
}
