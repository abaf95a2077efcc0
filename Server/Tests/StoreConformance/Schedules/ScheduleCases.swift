import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let scheduleCases: [ConformanceCase] = [
        ConformanceCase("A schedule comes back as it was added, and changed as it was replaced") { scene async throws in
            let first = scene.schedule(due: 60, when: scene.daily)
            #expect(try await scene.store.add(first, idempotency: nil) == .stored)
            #expect(try await scene.store.schedule(first.id) == first)
            var changed = first
            changed.revision = 2
            changed.to = .everyone
            changed.notification.title = "Later"
            changed.next = scene.at(90)
            changed.updatedAt = scene.at(5)
            #expect(try await scene.store.replace(changed))
            #expect(try await scene.store.schedule(first.id) == changed)
            #expect(try await scene.store.schedule(.make(at: scene.at(0))) == nil)
        },
        ConformanceCase("A repetition under the same idempotency key adds nothing") { scene async throws in
            let record = scene.idempotencyRecord()
            #expect(try await scene.store.add(scene.schedule(due: 60), idempotency: record) == .stored)
            let again = scene.schedule(due: 60)
            #expect(try await scene.store.add(again, idempotency: record) == .repeated(record))
            #expect(try await scene.store.schedule(again.id) == nil)
            #expect(try await scene.store.idempotencyRecord(scope: record.scope, key: record.key) == record)
        },
        ConformanceCase("Only the revision before is replaced, and only while it waits") { scene async throws in
            var schedule = scene.schedule(due: 60)
            _ = try await scene.store.add(schedule, idempotency: nil)
            #expect(try await !scene.store.replace(schedule))
            schedule.revision = 3
            #expect(try await !scene.store.replace(schedule))
            let cancelled = schedule.ended(.cancelled, revision: 2, at: scene.at(5))
            #expect(try await scene.store.replace(cancelled))
            #expect(try await !scene.store.replace(schedule))
            #expect(try await scene.store.schedule(schedule.id) == cancelled)
            #expect(try await !scene.store.replace(scene.schedule(due: 60)))
        },
        ConformanceCase("Schedules are listed newest first, page by page, by user and state") { scene async throws in
            let own = [scene.schedule(at: 1, due: 60), scene.schedule(at: 2, due: 50), scene.schedule(at: 3, due: 70)]
            let bobs = scene.schedule(to: .user("bob"), at: 4, due: 80)
            let all = scene.schedule(to: .everyone, at: 5, due: 90)
            for schedule in own + [bobs, all] { _ = try await scene.store.add(schedule, idempotency: nil) }
            let cancelled = own[1].ended(.cancelled, revision: 2, at: scene.at(6))
            _ = try await scene.store.replace(cancelled)
            let ada = ScheduleFilter(user: "ada")
            let page = try await scene.store.schedules(ada, before: nil, limit: 2)
            #expect(page == [own[2], cancelled])
            #expect(try await scene.store.schedules(ada, before: cancelled.id, limit: 2) == [own[0]])
            #expect(
                try await scene.store.schedules(.init(user: "ada", state: .waiting), before: nil, limit: 9)
                    == [own[2], own[0]])
            #expect(try await scene.store.schedules(.init(state: .cancelled), before: nil, limit: 9) == [cancelled])
            #expect(try await scene.store.schedules(.init(), before: nil, limit: 9).count == 5)
            #expect(try await scene.store.schedules(.init(), before: nil, limit: 2) == [all, bobs])
        },
        ConformanceCase("What is due is given earliest first, and what has ended never") { scene async throws in
            #expect(try await scene.store.nextScheduleDue() == nil)
            let schedules = [30, 10, 20].map { scene.schedule(due: $0) }
            for schedule in schedules { _ = try await scene.store.add(schedule, idempotency: nil) }
            #expect(try await scene.store.nextScheduleDue() == scene.at(10))
            #expect(try await scene.store.dueSchedules(at: scene.at(9), limit: 9).isEmpty)
            #expect(try await scene.store.dueSchedules(at: scene.at(20), limit: 9) == [schedules[1], schedules[2]])
            #expect(try await scene.store.dueSchedules(at: scene.at(30), limit: 1) == [schedules[1]])
            _ = try await scene.store.replace(schedules[1].ended(.cancelled, revision: 2, at: scene.at(1)))
            #expect(try await scene.store.nextScheduleDue() == scene.at(20))
            #expect(try await scene.store.dueSchedules(at: scene.at(20), limit: 9) == [schedules[2]])
        },
        ConformanceCase("What ended before a moment is forgotten, at most as much as allowed; what waits stays") {
            scene async throws in
            let waiting = scene.schedule(due: 60)
            _ = try await scene.store.add(waiting, idempotency: nil)
            var ended: [Schedule] = []
            for second in [3, 1, 2] as [Int64] {
                let schedule = scene.schedule(due: 60)
                _ = try await scene.store.add(schedule, idempotency: nil)
                ended.append(schedule.ended(.done, revision: 2, at: scene.at(second)))
                _ = try await scene.store.replace(ended[ended.endIndex - 1])
            }
            #expect(try await scene.store.forgetSchedules(endedBefore: scene.at(4), limit: 2) == 2)
            #expect(try await scene.store.schedule(ended[0].id) == ended[0])
            #expect(try await scene.store.schedule(ended[1].id) == nil)
            #expect(try await scene.store.forgetSchedules(endedBefore: scene.at(3), limit: 2) == 0)
            #expect(try await scene.store.forgetSchedules(endedBefore: scene.at(99), limit: 2) == 1)
            #expect(try await scene.store.schedule(waiting.id) == waiting)
        },
    ]
}

extension Scene {
    var daily: ScheduleTiming {
        ScheduleTiming(
            at: .local(LocalTime(seconds: 1_800_000_000)), timeZone: "Europe/Berlin",
            recurrence: Recurrence(every: .week, on: [.monday, .friday], until: .moment(at(900_000))))
    }

    /// A schedule that waits and is due after so many seconds.
    func schedule(
        to audience: Audience = .user("ada"), at seconds: Int64 = 0, due: Int64, when timing: ScheduleTiming? = nil
    ) -> Schedule {
        Schedule(
            id: .make(at: at(seconds)), to: audience,
            notification: NotificationRequest(title: "Milk", body: "Buy some", category: .reminder),
            when: timing ?? ScheduleTiming(at: .moment(at(due))), next: at(due), createdBy: KeyID(high: 1, low: 2),
            creator: "ada", createdAt: at(seconds))
    }
}

extension Schedule {
    /// As it stands when it waits for nothing any more.
    func ended(_ state: State, revision: Int, at time: Timestamp) -> Schedule {
        var schedule = self
        schedule.state = state
        schedule.revision = revision
        schedule.next = nil
        schedule.updatedAt = time
        return schedule
    }
}
