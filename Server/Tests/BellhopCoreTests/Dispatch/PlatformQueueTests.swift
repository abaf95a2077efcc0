import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Logging
import Testing

@testable import BellhopCore

@Suite("Platform queues", .timeLimit(.minutes(10)))
struct PlatformQueueTests {
    private let bench = EngineBench()
    private let apple = ScriptedGateway(holding: true)
    private let google = ScriptedGateway()

    private func configuration(
        claimLimit: Int = 4, laneCapacity: Int = 4, concurrency: Int = 2
    ) -> Dispatcher.Configuration {
        var configuration = Dispatcher.Configuration()
        configuration.claimLimit = claimLimit
        configuration.laneCapacity = laneCapacity
        configuration.concurrency = concurrency
        configuration.backoff = ExponentialBackoff(fraction: { 0.5 })
        return configuration
    }

    @Test("An unresponsive gateway does not block others, even when its queue is full")
    func separate() async throws {
        _ = try await bench.phone()
        for _ in 0..<30 { _ = try await bench.ask() }
        bench.time.advance(by: .seconds(1))
        _ = try await bench.phone("Pixel", of: "bob", platform: .android)
        for _ in 0..<3 { _ = try await bench.ask(of: "bob") }
        let gateways: [Platform: any Gateway] = [.ios: apple, .android: google]
        try await running(bench.dispatcher(gateways, configuration())) { _ in
            await google.arrived(3)
            apple.release()
        }
        #expect(google.pushes.count == 3)
    }

    @Test("Deliveries for a slow gateway are neither claimed nor noted in their timelines")
    func waiting() async throws {
        _ = try await bench.phone()
        _ = try await bench.phone("Pixel", of: "bob", platform: .android)
        for _ in 0..<30 { _ = try await bench.ask() }
        let gateways: [Platform: any Gateway] = [.ios: apple, .android: google]
        try await running(bench.dispatcher(gateways, configuration())) { _ in
            await apple.arrived(2)
            for count in 1...20 {
                _ = try await bench.ask(of: "bob")
                await google.arrived(count)
            }
            #expect(bench.database.deliveries.count { $0.attempts > 0 && $0.ending == nil } <= 6)
            for notification in try await bench.store.notifications(of: "ada", before: nil, limit: 100) {
                #expect(try await bench.store.timeline(of: notification.id).map(\.step) == [.accepted])
            }
            apple.release()
            await bench.database.recorded.reach(50)
        }
        #expect(bench.database.deliveries.allSatisfy { $0.attempts == 1 && $0.ending == .sent })
    }

    @Test("A single slow gateway is waited for without repeated claims")
    func pressure() async throws {
        _ = try await bench.phone()
        for _ in 0..<30 { _ = try await bench.ask() }
        try await running(bench.dispatcher([.ios: apple], configuration())) { _ in
            await apple.arrived(2)
            bench.time.advance(by: .seconds(5))
            apple.release()
            await bench.database.recorded.reach(30)
        }
        #expect(apple.pushes.count == 30)
        #expect(apple.mostUnderWay <= 2)
        #expect(bench.database.deliveries.allSatisfy { $0.attempts == 1 && $0.ending == .sent })
    }

    @Test("Sends through one gateway never exceed the concurrency limit")
    func concurrency() async throws {
        _ = try await bench.phone()
        for _ in 0..<40 { _ = try await bench.ask() }
        let configuration = configuration(claimLimit: 256, laneCapacity: 2048, concurrency: 7)
        try await running(bench.dispatcher([.ios: apple], configuration)) { _ in
            await apple.arrived(7)
            apple.release()
            await bench.database.recorded.reach(40)
        }
        #expect(apple.mostUnderWay == 7)
    }
}

@Suite("Result recorder", .timeLimit(.minutes(10)))
struct ResultRecorderTests {
    private let bench = EngineBench()

    @Test("A push sent after its ask ended gets a clearing delivery, and the dispatcher is notified")
    func clearing() async throws {
        let phone = try await bench.phone()
        _ = try await bench.phone("iPad")
        let ask = try await bench.ask()
        let claimed = try await bench.store.claimDeliveries(
            at: bench.time.now, lease: bench.time.now + .seconds(20), limit: 9)
        _ = try await bench.asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
        let mark = bench.workSignal.latest()
        try await record(claimed.map { DeliveryResult($0, .sent(gatewayID: nil)) })
        #expect(bench.workSignal.latest() > mark)
        #expect(try await bench.store.nextDeliveryDue() == bench.time.now)
    }

    @Test("A push sent in time notifies no service")
    func quiet() async throws {
        _ = try await bench.phone()
        _ = try await bench.ask()
        let claimed = try await bench.store.claimDeliveries(
            at: bench.time.now, lease: bench.time.now + .seconds(20), limit: 9)
        let mark = bench.workSignal.latest()
        try await record(claimed.map { DeliveryResult($0, .sent(gatewayID: nil)) })
        #expect(bench.workSignal.latest() == mark)
    }

    private func record(_ results: [DeliveryResult]) async throws {
        let queue = BatchQueue<DeliveryResult>()
        queue.append(results)
        queue.close()
        let recorder = ResultRecorder(
            store: bench.store, time: bench.time, workSignal: bench.workSignal, metrics: DeliveryMetrics(bench.metrics),
            logger: bench.logger, limit: 100)
        await recorder.run(queue)
    }
}
