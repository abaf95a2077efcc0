import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import MetricsTestKit
import Testing

@testable import BellhopCore

@Suite("Dispatching", .timeLimit(.minutes(10)))
struct DispatcherTests {
    private let metrics = TestMetrics()
    private let bench: EngineBench
    private let gateway = ScriptedGateway()
    private var configuration = Dispatcher.Configuration()

    init() {
        bench = EngineBench(metrics: metrics)
        configuration.backoff = ExponentialBackoff(fraction: { 0.5 })
    }

    private var dispatcher: Dispatcher { bench.dispatcher([.ios: gateway], configuration) }

    @Test("Every device gets one push, and the queue is empty")
    func sends() async throws {
        let phones = try await ["iPhone", "iPad"].asyncMap { try await bench.phone($0) }
        try await running(dispatcher) { _ in
            _ = try await bench.ask()
            await bench.database.recorded.reach(2)
        }
        #expect(Set(gateway.pushes.map(\.token)) == Set(phones.map(\.device.token)))
        #expect(Set(gateway.pushes.map(\.id)) == Set(bench.database.deliveries.map(\.id)))
        #expect(bench.database.deliveries.allSatisfy { $0.ending == .sent })
        #expect(try metrics.expectCounter("bellhop_deliveries_total", [("outcome", "sent")]).totalValue == 2)
        #expect(try metrics.expectTimer("bellhop_ask_to_sent_seconds").values == [0, 0])
    }

    @Test("Deliveries queued before the start are all sent")
    mutating func backlog() async throws {
        configuration.claimLimit = 8
        _ = try await bench.phone()
        for _ in 0..<50 { _ = try await bench.ask() }
        try await running(dispatcher) { _ in await bench.database.recorded.reach(50) }
        #expect(Set(gateway.pushes.map(\.id)).count == 50)
        #expect(bench.database.deliveries.allSatisfy { $0.ending == .sent && $0.attempts == 1 })
    }

    @Test("An answer from one phone clears the notification on the other")
    func clears() async throws {
        let phone = try await bench.phone()
        let tablet = try await bench.phone("iPad")
        try await running(dispatcher) { _ in
            let ask = try await bench.ask()
            await bench.database.recorded.reach(2)
            _ = try await bench.asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
            await bench.database.recorded.reach(3)
        }
        let clear = try #require(gateway.pushes.last)
        #expect(gateway.pushes.count == 3)
        #expect(clear.kind == .background)
        #expect(clear.urgency == .considerate)
        #expect(clear.token == tablet.device.token)
        #expect(clear.collapseID == gateway.pushes.first?.collapseID)
    }

    @Test("A push that was being sent while another phone answered is cleared as well")
    func clearsPushInFlight() async throws {
        let slow = ScriptedGateway(holding: true)
        let phone = try await bench.phone()
        _ = try await bench.phone("Pixel", platform: .android)
        try await running(bench.dispatcher([.ios: gateway, .android: slow], configuration)) { _ in
            let ask = try await bench.ask()
            await bench.database.recorded.reach(1)
            await slow.arrived(1)
            _ = try await bench.asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
            slow.release()
            await bench.database.recorded.reach(3)
        }
        #expect(slow.pushes.map(\.kind) == [.alert, .background])
    }

    @Test("A deferred push is sent again after its backoff, under the same id")
    func retries() async throws {
        let why = Reason(rawValue: "ServiceUnavailable")
        gateway.script(
            .deferred(Deferral(reason: why)), .deferred(Deferral(reason: why, until: bench.time.now + .seconds(30))))
        _ = try await bench.phone()
        let start = bench.time.now
        try await running(dispatcher) { _ in
            _ = try await bench.ask()
            await bench.database.recorded.reach(1)
            #expect(bench.database.deliveries.map(\.due) == [start + .milliseconds(500)])
            bench.time.advance(by: .milliseconds(500))
            await bench.database.recorded.reach(2)
            #expect(bench.database.deliveries.map(\.due) == [start + .seconds(30)])
            bench.time.advance(to: start + .seconds(30))
            await bench.database.recorded.reach(3)
        }
        #expect(gateway.pushes.count == 3)
        #expect(Set(gateway.pushes.map(\.id)).count == 1)
        #expect(Set(gateway.pushes.map(\.collapseID)).count == 1)
        #expect(bench.database.deliveries.map(\.ending) == [.sent])
        #expect(try metrics.expectCounter("bellhop_deliveries_total", [("outcome", "deferred")]).totalValue == 2)
    }

    @Test("A push fails when its next attempt would be after the deadline")
    func expires() async throws {
        gateway.script(.deferred(Deferral(reason: .timeout, until: bench.time.now + .seconds(60))))
        _ = try await bench.phone()
        try await running(dispatcher) { _ in
            _ = try await bench.ask(.approval(expiresIn: 60))
            await bench.database.recorded.reach(1)
        }
        #expect(bench.database.deliveries.map(\.ending) == [.failed("expired (Timeout)")])
    }

    @Test("Claims of a dead process are sent after their lease, under the same id")
    func deadProcess() async throws {
        _ = try await bench.phone()
        _ = try await bench.ask()
        let lease = bench.time.now + .seconds(20)
        let claimed = try await bench.store.claimDeliveries(at: bench.time.now, lease: lease, limit: 9)
        try await running(dispatcher) { _ in
            await bench.time.sleeper(until: lease)
            #expect(gateway.pushes.isEmpty)
            bench.time.advance(to: lease)
            await bench.database.recorded.reach(1)
        }
        #expect(gateway.pushes.map(\.id) == claimed.map(\.id))
        #expect(bench.database.deliveries.map(\.attempts) == [2])
    }

    @Test("Crashes do not count as failures: after many, a deferred push waits as after its first attempt")
    func crashes() async throws {
        _ = try await bench.phone()
        _ = try await bench.ask(.approval(expiresIn: 3600))
        for _ in 0..<10 {
            let lease = bench.time.now + .seconds(60)
            #expect(try await bench.store.claimDeliveries(at: bench.time.now, lease: lease, limit: 9).count == 1)
            try await bench.store.recover()
        }
        gateway.script(.deferred(Deferral(reason: .timeout)))
        let start = bench.time.now
        try await running(dispatcher) { _ in await bench.database.recorded.reach(1) }
        #expect(bench.database.deliveries.map(\.due) == [start + .milliseconds(500)])
    }

    @Test("A delivery whose lease ends in the queue is left to the next claim, and sent once")
    mutating func leaseRunsOut() async throws {
        configuration.concurrency = 1
        let slow = ScriptedGateway(holding: true)
        _ = try await bench.phone()
        let start = bench.time.now
        _ = try await bench.ask()
        _ = try await bench.ask()
        try await running(bench.dispatcher([.ios: slow], configuration)) { _ in
            await slow.arrived(1)
            bench.time.advance(to: start + .seconds(41))
            slow.release()
            await bench.database.recorded.reach(1)
            bench.time.advance(to: start + .seconds(61))
            await bench.database.recorded.reach(2)
        }
        #expect(slow.pushes.count == 2)
        #expect(bench.database.deliveries.map(\.attempts).sorted() == [1, 2])
        #expect(bench.database.deliveries.allSatisfy { $0.ending == .sent })
    }

    @Test("A device on a platform without a gateway gets a timeline entry")
    func noGateway() async throws {
        _ = try await bench.phone("Browser", platform: .web)
        try await running(dispatcher) { _ in
            _ = try await bench.ask()
            await bench.database.recorded.reach(1)
        }
        #expect(bench.database.deliveries.map(\.ending) == [.failed("no gateway for web is configured")])
    }

    @Test("A payload that cannot be built fails only its own deliveries")
    func noPayload() async throws {
        _ = try await bench.phone()
        let dispatcher = Dispatcher(
            store: bench.store, gateways: [.ios: gateway], hub: bench.hub, workSignal: bench.workSignal,
            time: bench.time,
            metrics: metrics, logger: bench.logger, configuration: configuration, payloads: PickyPayloads())
        try await running(dispatcher) { _ in
            _ = try await bench.ask(.approval(title: "unwritable"))
            _ = try await bench.ask()
            await bench.database.recorded.reach(2)
        }
        let endings = bench.database.deliveries.map(\.ending)
        #expect(endings == [.failed("the payload could not be built: Unwritable()"), .sent])
    }

    @Test("Subscribers are recorded as a gauge")
    func subscribers() async throws {
        let events = bench.hub.subscribe("ada")
        _ = try await bench.phone()
        _ = try await bench.ask()
        try await running(dispatcher) { _ in await bench.database.recorded.reach(1) }
        #expect(try metrics.expectGauge("bellhop_event_subscribers").values == [1])
        withExtendedLifetime(events) {}
    }
}

private struct PickyPayloads: PayloadRendering {
    struct Unwritable: Error {}

    func show(
        _ notification: UserNotification, ask: Ask?, badge: Int?, as form: PayloadFormat
    ) throws -> RenderedPayload {
        if notification.title == "unwritable" { throw Unwritable() }
        return RenderedPayload(bytes: [], collapses: true)
    }
    func clear(_ notification: UserNotification, ask: Ask?, as form: PayloadFormat) -> RenderedPayload {
        RenderedPayload(bytes: [], collapses: true)
    }
    func summary(_ summary: NotificationSummary, badge: Int, isUpdate: Bool, as form: PayloadFormat) -> RenderedPayload
    {
        RenderedPayload(bytes: [], collapses: true)
    }
    func recount(_ summary: NotificationSummary, as form: PayloadFormat) -> RenderedPayload {
        RenderedPayload(bytes: [], collapses: true)
    }
}
