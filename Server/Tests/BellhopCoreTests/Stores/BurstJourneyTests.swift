import BellhopCore
import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@Suite("Bursts of asks, over SQLite", .timeLimit(.minutes(10)))
struct BurstJourneyTests {
    private let folder: TemporaryFolder
    private let bench = EngineBench()
    private let gateway = ScriptedGateway()
    private let phone = TestPhone()
    private let tablet = TestPhone("iPad")

    init() throws { folder = try TemporaryFolder() }

    private func open() throws -> Store {
        try Store(folder: folder.path, options: SQLiteOptions(burst: BurstLimits()))
    }

    private func asks(_ store: Store) -> AskService {
        AskService(store: store, hub: bench.hub, workSignal: bench.workSignal, time: bench.time, metrics: bench.metrics)
    }

    private func dispatcher(_ store: Store) -> Dispatcher {
        Dispatcher(
            store: store, gateways: [.ios: gateway], hub: bench.hub, workSignal: bench.workSignal, time: bench.time,
            metrics: bench.metrics, logger: bench.logger)
    }

    /// Twenty approvals of one session.
    private func burst(_ store: Store) async throws -> [Ask] {
        for device in [phone.device, tablet.device] { _ = try await store.register(device) }
        let asks = asks(store)
        var created: [Ask] = []
        for _ in 0..<20 {
            var request = AskRequest.approval()
            request.sessionID = "run-1"
            guard case .accepted(let ask) = try await asks.create(request, by: .agent(), recorder: nil) else {
                throw StoreUnavailable("a new ask was taken for a repetition")
            }
            created.append(ask)
        }
        return created
    }

    /// The pushes to each device after the first `count`, with the number of the summary.
    private func pushes(after count: Int) -> [Set<String>] {
        [phone, tablet].map { device in
            let pushes = gateway.pushes.dropFirst(count).filter { $0.token == device.device.token }
            return Set(
                pushes.map { push in
                    let number = (try? PushPayload(bytes: push.payload))?.summaryCount.map { " \($0)" } ?? ""
                    return "\(push.kind.rawValue) \(push.collapseID?.prefix { $0 != "-" } ?? "")\(number)"
                })
        }
    }

    private func settled(_ store: Store) async throws {
        try await until { try await store.nextDeliveryDue().map { $0 > bench.time.now } ?? true }
    }

    @Test("Each device shows three and a summary of seventeen, which is lowered and cleared, also after a restart")
    func journey() async throws {
        var created: [Ask] = []
        do {
            let store = try open()
            created = try await burst(store)
            try await running(dispatcher(store)) { _ in
                await gateway.arrived(6)
                try await settled(store)
            }
            #expect(pushes(after: 0) == [["alert ask"], ["alert ask"]])
            #expect(Set(gateway.pushes.compactMap(\.collapseID)) == Set(created.prefix(3).map { "ask-\($0.id)" }))
        }
        // The process died before the summary was due.
        bench.time.advance(by: BurstLimits.settling)
        let store = try open()
        try await store.recover()
        try await running(dispatcher(store)) { _ in
            await gateway.arrived(8)
            #expect(pushes(after: 6) == [["alert summary 17"], ["alert summary 17"]])

            // Two folded asks are answered on one device, within the summary's delay.
            try await settled(store)
            for ask in created[5...6] {
                _ = try await asks(store).answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
            }
            bench.time.advance(by: BurstLimits.settling)
            bench.workSignal.notify()
            await gateway.arrived(10)
            #expect(pushes(after: 8) == [["background summary 15"], ["background summary 15"]])

            // The others expire at their deadline: each that was shown on its own is cleared, and the summary as well.
            try await settled(store)
            for ask in created where ![created[5].id, created[6].id].contains(ask.id) {
                _ = try await asks(store).withdraw(ask.id, reason: .agentEnded, by: .agent())
            }
            bench.time.advance(by: BurstLimits.settling)
            bench.workSignal.notify()
            await gateway.arrived(18)
            try await settled(store)
        }
        #expect(
            pushes(after: 10) == [
                ["background ask", "background summary 0"], ["background ask", "background summary 0"],
            ])
        #expect(gateway.pushes.count == 18)
        #expect(try await store.nextDeliveryDue() == nil)
        #expect(try await store.badge(of: "ada", at: bench.time.now) == 0)
    }
    @Test("A hundred asks of a hundred sessions in three and a half seconds sound six times, and all can be answered")
    func manySessions() async throws {
        let store = try open()
        _ = try await store.register(phone.device)
        let asks = asks(store)
        try await running(dispatcher(store)) { _ in
            for number in 0..<100 {
                var request = AskRequest.approval("command \(number)")
                request.sessionID = SessionID("run-\(number)")
                _ = try await asks.create(request, by: .agent(), recorder: nil)
                bench.time.advance(by: .milliseconds(35))
            }
            bench.time.advance(by: BurstLimits.settling)
            bench.workSignal.notify()
            try await settled(store)
            await gateway.arrived(6)
        }
        let loud = gateway.pushes.filter { $0.urgency == .immediate }
        #expect(loud.count == 6)
        #expect(loud.count { $0.collapseID?.hasPrefix("ask-") == true } == 5)
        #expect(try await store.asks(of: "ada", state: .pending, limit: 200).count == 100)
    }
}
