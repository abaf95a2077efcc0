import BellhopCore
import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@Suite("The engine over SQLite", .timeLimit(.minutes(10)))
struct SQLiteJourneyTests {
    private let folder: TemporaryFolder
    private let bench = EngineBench()
    private let gateway = ScriptedGateway()

    init() throws { folder = try TemporaryFolder() }

    private func open() throws -> Store { try Store(folder: folder.path) }

    private func asks(_ store: Store) -> AskService {
        AskService(store: store, hub: bench.hub, workSignal: bench.workSignal, time: bench.time, metrics: bench.metrics)
    }

    private func dispatcher(_ store: Store) -> Dispatcher {
        Dispatcher(
            store: store, gateways: [.ios: gateway], hub: bench.hub, workSignal: bench.workSignal, time: bench.time,
            metrics: bench.metrics, logger: bench.logger)
    }

    private func expiry(_ store: Store) -> AskExpiry {
        AskExpiry(
            store: store, hub: bench.hub, workSignal: bench.workSignal, time: bench.time, logger: bench.logger,
            metrics: bench.metrics)
    }

    private func create(_ asks: AskService) async throws -> Ask {
        guard case .accepted(let ask) = try await asks.create(.approval(), by: .agent(), recorder: nil) else {
            throw StoreUnavailable("a new ask was taken for a repetition")
        }
        return ask
    }

    @Test("Deliveries claimed by a dead process are sent by the next one, under the same id")
    func restart() async throws {
        let phone = TestPhone()
        var claimed: [DeliveryID] = []
        do {
            let store = try open()
            _ = try await store.register(phone.device)
            _ = try await create(asks(store))
            let lease = bench.time.now + .seconds(60)
            claimed = try await store.claimDeliveries(at: bench.time.now, lease: lease, limit: 9).map(\.id)
        }
        let store = try open()
        try await store.recover()
        try await running(dispatcher(store)) { _ in await gateway.arrived(1) }
        #expect(gateway.pushes.map(\.id) == claimed)
        #expect(try await store.nextDeliveryDue() == nil)
    }

    @Test("An ask is pushed, answered, and cleared")
    func journey() async throws {
        let store = try open()
        let (phone, tablet) = (TestPhone(), TestPhone("iPad"))
        for device in [phone.device, tablet.device] { _ = try await store.register(device) }
        let asks = asks(store)
        try await running(dispatcher(store), expiry(store)) { _ in
            let ask = try await create(asks)
            async let waited = asks.wait(for: ask.id, by: .agent(), atMost: .seconds(55))
            await gateway.arrived(2)
            // Both pushes are recorded, so the answer finds nothing under way.
            try await until { try await store.queueDepth() == 0 }
            let answered = try await asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
            let result = try await waited
            #expect(result == answered)
            await gateway.arrived(3)
        }
        #expect(gateway.pushes.filter { $0.kind == .background }.map(\.token) == [tablet.device.token])
        let id = try #require(try await store.notifications(of: "ada", before: nil, limit: 1).first?.id)
        let steps = try await store.timeline(of: id).map(\.step)
        #expect(steps.first == .accepted)
        #expect(steps.contains(.resolved))
        #expect(steps.contains(.clearing))
    }

    @Test("The deadline ends the ask and clears the phone")
    func deadline() async throws {
        let store = try open()
        _ = try await store.register(TestPhone().device)
        let asks = asks(store)
        try await running(dispatcher(store), expiry(store)) { _ in
            let ask = try await create(asks)
            await gateway.arrived(1)
            async let waited = asks.wait(for: ask.id, by: .agent(), atMost: .seconds(3600))
            await bench.time.sleeper(until: bench.time.now + .seconds(3600))
            bench.time.advance(to: ask.deadline)
            let ended = try await waited
            #expect(ended.state == .expired)
            await gateway.arrived(2)
        }
        #expect(gateway.pushes.map(\.kind) == [.alert, .background])
    }
}
