import BellhopModel
import BellhopStore
import BellhopTestSupport
import InMemoryLogging
import Logging
import MetricsTestKit
import Testing

@testable import BellhopCore

@Suite("Scheduler", .timeLimit(.minutes(10)))
struct SchedulerTests {
    private static let day: Duration = .seconds(86_400)

    private func plan(_ bench: EngineBench, _ request: ScheduleRequest) async throws -> Schedule {
        switch try await bench.schedules.create(request, by: .admin(), recorder: nil) {
        case .accepted(let schedule): return schedule
        case .repeated: throw StoreUnavailable("a new schedule was taken for a repetition")
        }
    }

    private func history(_ bench: EngineBench) async throws -> [UserNotification] {
        try await bench.store.notifications(of: "ada", before: nil, limit: 200)
    }

    /// Waits until the scheduler has sent everything due and sleeps.
    private func settled(_ bench: EngineBench, until next: Timestamp? = nil) async {
        let longest = bench.time.now + .seconds(30)
        await bench.time.sleeper(until: next.map { min($0, longest) } ?? longest)
    }

    @Test("A schedule is not sent before its time, then once, to the phone")
    func once() async throws {
        let metrics = TestMetrics()
        let bench = EngineBench(metrics: metrics)
        let gateway = ScriptedGateway()
        _ = try await bench.phone()
        let start = bench.time.now
        try await running(bench.scheduler, bench.dispatcher([.ios: gateway])) { _ in
            let schedule = try await plan(bench, .milk(at: start + .seconds(20)))
            await bench.time.sleeper(until: start + .seconds(20))
            let early = try await history(bench)
            #expect(early.isEmpty)
            let events = bench.hub.subscribe("ada")
            bench.time.advance(to: start + .seconds(20))
            await gateway.arrived(1)
            for await event in events {
                if case .notificationCreated = event { break }
            }
            let sent = try #require(try await history(bench).first)
            #expect(sent.title == "Milk")
            #expect(sent.category == .reminder)
            #expect(sent.createdAt == start + .seconds(20))
            #expect(sent.expiresAt == start + .seconds(20 + 3600))
            let after = try await bench.store.schedule(schedule.id)
            #expect(after?.state == .done)
            #expect(after?.next == nil)
            #expect(after?.lastSent == start + .seconds(20))
            #expect(after?.revision == 2)
        }
        #expect(gateway.pushes.count == 1)
        #expect(try metrics.expectCounter("bellhop_schedules_sent_total").totalValue == 1)
    }

    @Test("A schedule created later but due sooner is sent on time")
    func sooner() async throws {
        let bench = EngineBench()
        let start = bench.time.now
        try await running(bench.scheduler) { _ in
            _ = try await plan(bench, .milk(at: start + .seconds(3600)))
            await settled(bench)
            _ = try await plan(bench, .milk(at: start + .seconds(5)))
            await bench.time.sleeper(until: start + .seconds(5))
            bench.time.advance(to: start + .seconds(5))
            await settled(bench)
        }
        #expect(try await history(bench).count == 1)
    }

    @Test("More schedules than one batch are all sent, each once")
    func many() async throws {
        let bench = EngineBench()
        for index in 0..<(Scheduler.batch * 2 + 1) {
            _ = try await plan(bench, .milk("Milk \(index)", at: bench.time.now + .seconds(5)))
        }
        bench.time.advance(by: .seconds(5))
        try await running(bench.scheduler) { _ in await settled(bench) }
        let titles = try await bench.store.notifications(of: "ada", before: nil, limit: 999).map(\.title)
        #expect(titles.count == Scheduler.batch * 2 + 1)
        #expect(Set(titles).count == titles.count)
    }

    @Test(
        "A late occurrence is sent within its lifetime, and is missed otherwise",
        arguments: [(3599, true), (3600, false), (86_400, false)])
    func late(_ seconds: Int, _ isSent: Bool) async throws {
        let log = InMemoryLogHandler()
        let metrics = TestMetrics()
        let bench = EngineBench(metrics: metrics, logger: Logger(label: "test", factory: { _ in log }))
        let due = bench.time.now + .seconds(60)
        let schedule = try await plan(bench, .milk(at: due))
        bench.time.advance(to: due + .seconds(seconds))
        try await running(bench.scheduler) { _ in await settled(bench) }
        let sent = try await history(bench)
        #expect(sent.map(\.expiresAt) == (isSent ? [due + .seconds(3600)] : []))
        #expect(try await bench.store.schedule(schedule.id)?.state == (isSent ? .done : .missed))
        #expect(log.entries.map(\.level) == (isSent ? [] : [.warning]))
        #expect(try metrics.expectCounter("bellhop_schedules_missed_total").totalValue == (isSent ? 0 : 1))
    }

    @Test("A repeating schedule is sent once for all missed occurrences, then continues")
    func catchUp() async throws {
        let bench = EngineBench()
        let start = bench.time.now
        let schedule = try await plan(bench, .milk(at: start + .seconds(60), every: .day, expiresIn: 86_400))
        bench.time.advance(to: start + .seconds(60) + Self.day * 4 + .seconds(10))
        try await running(bench.scheduler) { _ in
            await settled(bench)
            let sent = try await history(bench)
            #expect(sent.map(\.expiresAt) == [start + .seconds(60) + Self.day * 5])
            let next = start + .seconds(60) + Self.day * 5
            let stored = try await bench.store.schedule(schedule.id)
            #expect(stored?.next == next)
            #expect(stored?.state == .waiting)
            bench.time.advance(to: next)
            await settled(bench)
        }
        #expect(try await history(bench).count == 2)
        #expect(try await bench.store.schedule(schedule.id)?.revision == 3)
    }

    @Test("An expired occurrence of a repeating schedule is not sent, and the schedule continues")
    func skipped() async throws {
        let bench = EngineBench()
        let start = bench.time.now
        let schedule = try await plan(bench, .milk(at: start + .seconds(60), every: .day))
        bench.time.advance(to: start + .seconds(60 + 7200) + Self.day)
        try await running(bench.scheduler) { _ in await settled(bench) }
        #expect(try await history(bench).isEmpty)
        let stored = try await bench.store.schedule(schedule.id)
        #expect(stored?.state == .waiting)
        #expect(stored?.lastSent == nil)
        #expect(stored?.next == start + .seconds(60) + Self.day * 2)
    }

    @Test("A repeating schedule ends with its last occurrence")
    func lastOne() async throws {
        let bench = EngineBench()
        let start = bench.time.now
        let request = ScheduleRequest.milk(
            at: start + .seconds(60), every: .day, until: start + .seconds(60) + Self.day)
        let schedule = try await plan(bench, request)
        try await running(bench.scheduler) { _ in
            for day in 0...1 {
                bench.time.advance(to: start + .seconds(60) + Self.day * day)
                await settled(bench)
            }
        }
        #expect(try await history(bench).count == 2)
        #expect(try await bench.store.schedule(schedule.id)?.state == .done)
        #expect(try await bench.store.nextScheduleDue() == nil)
    }

    @Test("Two nodes on one store send each occurrence once")
    func twoNodes() async throws {
        let bench = EngineBench()
        let start = bench.time.now
        for index in 0..<50 { _ = try await plan(bench, .milk("Milk \(index)", at: start + .seconds(60), every: .day)) }
        try await running(bench.scheduler, bench.scheduler, bench.scheduler) { _ in
            for day in 0..<4 {
                bench.time.advance(to: start + .seconds(60) + Self.day * day)
                try await until { try await bench.store.dueSchedules(at: bench.time.now, limit: 1).isEmpty }
            }
        }
        let titles = try await bench.store.notifications(of: "ada", before: nil, limit: 999).map(\.title)
        #expect(Dictionary(grouping: titles) { $0 }.mapValues(\.count).values.allSatisfy { $0 == 4 })
        #expect(titles.count == 200)
    }

    @Test("A clock that is set back sends nothing twice; one that jumps ahead sends once")
    func clocks() throws {
        let start = Timestamp(seconds: 1_800_000_000)
        let timing = ScheduleTiming(at: .moment(start), timeZone: "Europe/Berlin", recurrence: Recurrence(every: .day))
        var schedule = Schedule(
            id: .make(at: start), to: .user("ada"), notification: NotificationRequest(title: "Milk", body: ""),
            when: timing, next: start, createdBy: .make(at: start), creator: "ada", createdAt: start)
        var planned: [Timestamp] = []
        // The clock runs, is set forward by three days, back to before the first occurrence, and runs again.
        let hours = [-1, 0, 1] + [72, 73] + Array(stride(from: -2, through: 97, by: 1))
        for hour in hours {
            guard let firing = schedule.firing(at: start + .seconds(hour * 3600)) else { continue }
            planned.append(firing.planned)
            schedule = firing.schedule
        }
        #expect(planned == [start, start + Self.day * 3, start + Self.day * 4])
        #expect(Set(planned).count == planned.count)
    }

    @Test("A cancelled schedule is never sent; a changed one is sent as changed")
    func changed() async throws {
        let bench = EngineBench()
        let start = bench.time.now
        let cancelled = try await plan(bench, .milk(at: start + .seconds(10)))
        let changed = try await plan(bench, .milk(at: start + .seconds(10)))
        _ = try await bench.schedules.cancel(cancelled.id, by: .agent())
        let later = ScheduleUpdate(
            notification: NotificationRequest(title: "Bread", body: "Now"),
            when: ScheduleTiming(at: .moment(start + .seconds(20))))
        _ = try await bench.schedules.update(changed.id, later, by: .agent())
        try await running(bench.scheduler) { _ in
            bench.time.advance(to: start + .seconds(19))
            await bench.time.sleeper(until: start + .seconds(20))
            let early = try await history(bench)
            #expect(early.isEmpty)
            bench.time.advance(to: start + .seconds(20))
            await settled(bench)
        }
        #expect(try await history(bench).map(\.title) == ["Bread"])
        #expect(try await bench.store.schedule(cancelled.id)?.state == .cancelled)
    }
}

extension ScheduleRequest {
    /// A reminder with a lifetime of an hour, for the key's user.
    static func milk(
        _ title: String = "Milk", at moment: Timestamp, every unit: Recurrence.Unit? = nil, until: Timestamp? = nil,
        expiresIn: Int = 3600
    ) -> ScheduleRequest {
        ScheduleRequest(
            notification: NotificationRequest(title: title, body: "Buy some", expiresIn: expiresIn),
            when: ScheduleTiming(
                at: .moment(moment), timeZone: unit == nil ? nil : "UTC",
                recurrence: unit.map { Recurrence(every: $0, until: until.map { .moment($0) }) }))
    }
}
