import BellhopCore
import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@Suite("Schedules over SQLite", .timeLimit(.minutes(10)))
struct SQLiteScheduleTests {
    private let folder: TemporaryFolder
    private let bench = EngineBench()
    private let gateway = ScriptedGateway()

    init() throws { folder = try TemporaryFolder() }

    private func open() throws -> Store { try Store(folder: folder.path) }

    private func useCases(_ store: Store) -> UseCases {
        UseCases(store: store, hub: bench.hub, workSignal: bench.workSignal, time: bench.time, metrics: bench.metrics)
    }

    private func scheduler(_ store: Store) -> Scheduler {
        Scheduler(
            store: store, hub: bench.hub, workSignal: bench.workSignal, time: bench.time, logger: bench.logger,
            metrics: bench.metrics)
    }

    private func dispatcher(_ store: Store) -> Dispatcher {
        Dispatcher(
            store: store, gateways: [.ios: gateway], hub: bench.hub, workSignal: bench.workSignal, time: bench.time,
            metrics: bench.metrics, logger: bench.logger)
    }

    private func plan(_ store: Store, _ request: ScheduleRequest) async throws -> Schedule {
        guard
            case .accepted(let made) = try await useCases(store).schedules.create(request, by: .agent(), recorder: nil)
        else { throw StoreUnavailable("a new schedule was taken for a repetition") }
        return made
    }

    @Test("A schedule created before a restart is sent after it, on time and once, whatever restarts follow")
    func restart() async throws {
        let due = bench.time.now + .seconds(20)
        let id: ScheduleID
        do {
            let store = try open()
            _ = try await store.register(TestPhone().device)
            id = try await plan(store, .milk(at: due)).id
        }
        do {
            let store = try open()
            try await store.recover()
            try await running(scheduler(store), dispatcher(store)) { _ in
                await bench.time.sleeper(until: due)
                #expect(gateway.pushes.isEmpty)
                bench.time.advance(to: due)
                await gateway.arrived(1)
                try await until { try await store.queueDepth() == 0 }
            }
        }
        bench.time.advance(by: .seconds(60))
        let store = try open()
        try await store.recover()
        try await running(scheduler(store), dispatcher(store)) { _ in
            await bench.time.sleeper(until: bench.time.now + .seconds(30))
        }
        #expect(gateway.pushes.count == 1)
        #expect(try await store.schedule(id)?.state == .done)
        #expect(try await store.notifications(of: "ada", before: nil, limit: 9).count == 1)
    }

    @Test("After a day without a server a daily schedule is sent once, then daily")
    func downtime() async throws {
        let start = bench.time.now
        let id: ScheduleID
        do {
            let store = try open()
            id = try await plan(store, .milk(at: start + .seconds(60), every: .day, expiresIn: 86_400)).id
        }
        bench.time.advance(by: .seconds(86_400 * 3 + 3600))
        let store = try open()
        try await running(scheduler(store)) { _ in
            await bench.time.sleeper(until: bench.time.now + .seconds(30))
        }
        #expect(try await store.notifications(of: "ada", before: nil, limit: 9).count == 1)
        #expect(try await store.schedule(id)?.next == start + .seconds(60 + 86_400 * 4))
    }

    @Test("Two servers on one file send each occurrence once")
    func twoServers() async throws {
        let (one, other) = (try open(), try open())
        let due = bench.time.now + .seconds(60)
        for index in 0..<40 { _ = try await plan(one, .milk("Milk \(index)", at: due)) }
        bench.time.advance(to: due)
        try await running(scheduler(one), scheduler(other)) { _ in
            try await until { try await one.nextScheduleDue() == nil }
        }
        let titles = try await one.notifications(of: "ada", before: nil, limit: 200).map(\.title)
        #expect(titles.count == 40)
        #expect(Set(titles).count == 40)
    }
}
