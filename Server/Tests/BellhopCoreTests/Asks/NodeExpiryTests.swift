#if Postgres
import BellhopModel
import BellhopTestSupport
import Dispatch
import Metrics
import Testing

@testable import BellhopCore
@testable import BellhopStore

@Suite("Expiry of asks on several nodes", .timeLimit(.minutes(10)))
struct NodeExpiryTests {
    @Test("An overdue ask that another transaction has locked is tried again after a pause")
    func locked() async throws {
        let store = try Store(postgres: try PostgresServer.shared.makeDatabase())
        let (hub, workSignal, time) = (EventHub(), WorkSignal(), ManualTime())
        let asks = AskService(
            store: store, hub: hub, workSignal: workSignal, time: time, metrics: NOOPMetricsHandler.instance)
        let created = try await asks.create(.approval(expiresIn: 55), by: .agent(of: "ada"), recorder: nil)
        guard case .accepted(let ask) = created else {
            Issue.record("not accepted")
            return
        }
        let (isLocked, isReleased) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let change: Void = store.write { db in
            _ = try db.asks.find(ask.id)
            isLocked.signal()
            isReleased.wait()
        }
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "waits").async {
                isLocked.wait()
                continuation.resume()
            }
        }
        time.advance(to: ask.deadline)
        let expiry = AskExpiry(store: store, hub: hub, workSignal: workSignal, time: time, logger: .silent)
        try await running(expiry) { _ in
            await time.sleeper(until: ask.deadline + .milliseconds(50))
            isReleased.signal()
            // The lock may be held for another pass.
            while try await store.ask(ask.id)?.state == .pending {
                time.advance(by: .milliseconds(50))
                await Task.yield()
            }
        }
        try await change
        #expect(try await store.ask(ask.id)?.state == .expired)
    }
}
#endif
