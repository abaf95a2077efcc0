import BellhopModel
import BellhopStore
import BellhopTestSupport
import Logging
import Testing

@testable import BellhopCore

@Suite("Recorder", .timeLimit(.minutes(10)))
struct RecorderTests {
    private let bench = EngineBench()

    @Test("What was sent after its ask had ended is to be cleared, and the dispatcher is woken for it")
    func clearing() async throws {
        let phone = try await bench.phone()
        _ = try await bench.phone("iPad")
        let ask = try await bench.ask()
        let claimed = try await bench.store.claimDeliveries(
            at: bench.time.now, lease: bench.time.now + .seconds(20), limit: 9)
        _ = try await bench.asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
        let mark = bench.wake.mark
        try await record(claimed.map { DeliveryResult($0, .sent(gatewayID: nil)) })
        #expect(bench.wake.mark > mark)
        #expect(try await bench.store.nextDeliveryDue() == bench.time.now)
    }

    @Test("What was sent in time wakes nobody")
    func quiet() async throws {
        _ = try await bench.phone()
        _ = try await bench.ask()
        let claimed = try await bench.store.claimDeliveries(
            at: bench.time.now, lease: bench.time.now + .seconds(20), limit: 9)
        let mark = bench.wake.mark
        try await record(claimed.map { DeliveryResult($0, .sent(gatewayID: nil)) })
        #expect(bench.wake.mark == mark)
    }

    private func record(_ results: [DeliveryResult]) async throws {
        let mailbox = Mailbox<DeliveryResult>()
        mailbox.put(results)
        mailbox.close()
        let recorder = Recorder(
            store: bench.store, time: bench.time, wake: bench.wake, metrics: DeliveryMetrics(bench.metrics),
            logger: bench.logger, limit: 100)
        await recorder.run(mailbox)
    }
}
