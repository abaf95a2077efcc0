import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let scheduleCases: [ConformanceCase] = [
        ConformanceCase("A schedule is read as it was added or replaced") { fixture async throws in
            let first = fixture.schedule(due: 60, when: fixture.daily)
            #expect(try await fixture.store.add(first, idempotency: nil) == .stored)
            #expect(try await fixture.store.schedule(first.id) == first)
            var changed = first
            changed.revision = 2
            changed.to = .everyone
            changed.notification.title = "Later"
            changed.next = fixture.at(90)
            changed.updatedAt = fixture.at(5)
            #expect(try await fixture.store.replace(changed))
            #expect(try await fixture.store.schedule(first.id) == changed)
            #expect(try await fixture.store.schedule(.make(at: fixture.at(0))) == nil)
        },
        ConformanceCase("A repetition under the same idempotency key adds nothing") { fixture async throws in
            let record = fixture.idempotencyRecord()
            #expect(try await fixture.store.add(fixture.schedule(due: 60), idempotency: record) == .stored)
            let again = fixture.schedule(due: 60)
            #expect(try await fixture.store.add(again, idempotency: record) == .repeated(record))
            #expect(try await fixture.store.schedule(again.id) == nil)
            #expect(try await fixture.store.idempotencyRecord(scope: record.scope, key: record.key) == record)
        },
        ConformanceCase("Only the preceding revision of a waiting schedule is replaced") { fixture async throws in
            var schedule = fixture.schedule(due: 60)
            _ = try await fixture.store.add(schedule, idempotency: nil)
            #expect(try await !fixture.store.replace(schedule))
            schedule.revision = 3
            #expect(try await !fixture.store.replace(schedule))
            let cancelled = schedule.ended(.cancelled, revision: 2, at: fixture.at(5))
            #expect(try await fixture.store.replace(cancelled))
            #expect(try await !fixture.store.replace(schedule))
            #expect(try await fixture.store.schedule(schedule.id) == cancelled)
            #expect(try await !fixture.store.replace(fixture.schedule(due: 60)))
        },
        ConformanceCase("Schedules are listed newest first, in pages, by user and state") { fixture async throws in
            let own = [
                fixture.schedule(at: 1, due: 60), fixture.schedule(at: 2, due: 50), fixture.schedule(at: 3, due: 70),
            ]
            let bobs = fixture.schedule(to: .user("bob"), at: 4, due: 80)
            let all = fixture.schedule(to: .everyone, at: 5, due: 90)
            for schedule in own + [bobs, all] { _ = try await fixture.store.add(schedule, idempotency: nil) }
            let cancelled = own[1].ended(.cancelled, revision: 2, at: fixture.at(6))
            _ = try await fixture.store.replace(cancelled)
            let ada = ScheduleFilter(user: "ada")
            let page = try await fixture.store.schedules(ada, before: nil, limit: 2)
            #expect(page == [own[2], cancelled])
            #expect(try await fixture.store.schedules(ada, before: cancelled.id, limit: 2) == [own[0]])
            #expect(
                try await fixture.store.schedules(.init(user: "ada", state: .waiting), before: nil, limit: 9)
                    == [own[2], own[0]])
            #expect(try await fixture.store.schedules(.init(state: .cancelled), before: nil, limit: 9) == [cancelled])
            #expect(try await fixture.store.schedules(.init(), before: nil, limit: 9).count == 5)
            #expect(try await fixture.store.schedules(.init(), before: nil, limit: 2) == [all, bobs])
        },
        ConformanceCase("Due schedules are listed earliest first, without ended ones") { fixture async throws in
            #expect(try await fixture.store.nextScheduleDue() == nil)
            let schedules = [30, 10, 20].map { fixture.schedule(due: $0) }
            for schedule in schedules { _ = try await fixture.store.add(schedule, idempotency: nil) }
            #expect(try await fixture.store.nextScheduleDue() == fixture.at(10))
            #expect(try await fixture.store.dueSchedules(at: fixture.at(9), limit: 9).isEmpty)
            #expect(try await fixture.store.dueSchedules(at: fixture.at(20), limit: 9) == [schedules[1], schedules[2]])
            #expect(try await fixture.store.dueSchedules(at: fixture.at(30), limit: 1) == [schedules[1]])
            _ = try await fixture.store.replace(schedules[1].ended(.cancelled, revision: 2, at: fixture.at(1)))
            #expect(try await fixture.store.nextScheduleDue() == fixture.at(20))
            #expect(try await fixture.store.dueSchedules(at: fixture.at(20), limit: 9) == [schedules[2]])
        },
        ConformanceCase("Schedules that ended before a moment are deleted, up to the limit; waiting ones stay") {
            fixture async throws in
            let waiting = fixture.schedule(due: 60)
            _ = try await fixture.store.add(waiting, idempotency: nil)
            var ended: [Schedule] = []
            for second in [3, 1, 2] as [Int64] {
                let schedule = fixture.schedule(due: 60)
                _ = try await fixture.store.add(schedule, idempotency: nil)
                ended.append(schedule.ended(.done, revision: 2, at: fixture.at(second)))
                _ = try await fixture.store.replace(ended[ended.endIndex - 1])
            }
            #expect(try await fixture.store.pruneSchedules(endedBefore: fixture.at(4), limit: 2) == 2)
            #expect(try await fixture.store.schedule(ended[0].id) == ended[0])
            #expect(try await fixture.store.schedule(ended[1].id) == nil)
            #expect(try await fixture.store.pruneSchedules(endedBefore: fixture.at(3), limit: 2) == 0)
            #expect(try await fixture.store.pruneSchedules(endedBefore: fixture.at(99), limit: 2) == 1)
            #expect(try await fixture.store.schedule(waiting.id) == waiting)
        },
    ]
}

extension StoreFixture {
    var daily: ScheduleTiming {
        ScheduleTiming(
            at: .local(LocalTime(seconds: 1_800_000_000)), timeZone: "Europe/Berlin",
            recurrence: Recurrence(every: .week, on: [.monday, .friday], until: .moment(at(900_000))))
    }

    /// A waiting schedule that is due after `seconds`.
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
    /// The schedule after its end.
    func ended(_ state: State, revision: Int, at time: Timestamp) -> Schedule {
        var schedule = self
        schedule.state = state
        schedule.revision = revision
        schedule.next = nil
        schedule.updatedAt = time
        return schedule
    }
}

extension ConformanceCase {
    static let firingCases: [ConformanceCase] = [
        ConformanceCase("Firing advances the schedule and sends its notification, in one transaction") {
            fixture async throws in
            let phone = try await fixture.device()
            let schedule = fixture.schedule(due: 60)
            _ = try await fixture.store.add(schedule, idempotency: nil)
            let fired = schedule.ended(.done, revision: 2, at: fixture.at(61))
            let notification = fixture.notification(at: 61)
            #expect(try await fixture.store.fire(fired, .notification(Submission(notification: notification))))
            #expect(try await fixture.store.schedule(schedule.id) == fired)
            #expect(try await fixture.store.nextScheduleDue() == nil)
            #expect(try await fixture.store.notification(notification.id) == notification)
            #expect(try await fixture.steps(of: notification) == [.accepted])
            #expect(try await fixture.claim(at: 61).map(\.device.id) == [phone.id])
        },
        ConformanceCase("A schedule's notification obeys the preferences of that moment") { fixture async throws in
            try await fixture.device()
            let schedule = fixture.schedule(due: 60)
            _ = try await fixture.store.add(schedule, idempotency: nil)
            try await fixture.store.put(NotificationPreferences(types: [.reminders: false]), of: "ada")
            let notification = fixture.notification(at: 60, under: .reminder)
            let fired = schedule.ended(.done, revision: 2, at: fixture.at(60))
            #expect(try await fixture.store.fire(fired, .notification(Submission(notification: notification))))
            #expect(try await fixture.steps(of: notification) == [.accepted, .cancelled])
            #expect(try await fixture.store.queueDepth() == 0)
        },
        ConformanceCase("Of a hundred nodes that fire one occurrence at once, one sends it") { fixture async throws in
            try await fixture.device()
            let schedule = fixture.schedule(due: 60, when: fixture.daily)
            _ = try await fixture.store.add(schedule, idempotency: nil)
            let fired = try await inParallel(100) { _ in
                var next = schedule
                next.revision = 2
                next.next = fixture.at(86_460)
                let notification = fixture.notification(at: 60)
                return try await fixture.store.fire(next, .notification(Submission(notification: notification)))
            }
            #expect(fired.count { $0 } == 1)
            #expect(try await fixture.store.notifications(of: "ada", before: nil, limit: 200).count == 1)
            #expect(try await fixture.claim(at: 60).count == 1)
            #expect(try await fixture.store.nextScheduleDue() == fixture.at(86_460))
        },
        ConformanceCase("A schedule that was cancelled or changed in between is not fired") { fixture async throws in
            try await fixture.device()
            let cancelled = fixture.schedule(due: 60)
            let changed = fixture.schedule(due: 60)
            for schedule in [cancelled, changed] { _ = try await fixture.store.add(schedule, idempotency: nil) }
            _ = try await fixture.store.replace(cancelled.ended(.cancelled, revision: 2, at: fixture.at(59)))
            var later = changed
            later.revision = 2
            later.next = fixture.at(600)
            _ = try await fixture.store.replace(later)
            for schedule in [cancelled, changed] {
                let fired = schedule.ended(.done, revision: 2, at: fixture.at(60))
                let submission = Submission(notification: fixture.notification(at: 60))
                #expect(try await !fixture.store.fire(fired, .notification(submission)))
            }
            #expect(try await fixture.store.schedule(cancelled.id)?.state == .cancelled)
            #expect(try await fixture.store.nextScheduleDue() == fixture.at(600))
            #expect(try await fixture.store.notifications(of: "ada", before: nil, limit: 9).isEmpty)
        },
        ConformanceCase("A schedule for many users starts a campaign once") { fixture async throws in
            for user in ["ada", "bob"] as [UserID] { try await fixture.device(of: user) }
            let audience = Audience.users(["ada", "bob", "ada"])
            let schedule = fixture.schedule(to: audience, due: 60)
            _ = try await fixture.store.add(schedule, idempotency: nil)
            let campaign = Campaign(
                id: .make(at: fixture.at(60)), to: .init(audience), notification: schedule.notification,
                createdAt: fixture.at(60), expiresAt: fixture.at(660))
            let fired = schedule.ended(.done, revision: 2, at: fixture.at(60))
            for isFirst in [true, false] {
                let submission = CampaignSubmission(campaign: campaign, audience: audience)
                #expect(try await fixture.store.fire(fired, .campaign(submission)) == isFirst)
            }
            #expect(try await fixture.store.campaigns(before: nil, limit: 9) == [campaign])
            let step = try #require(try await fixture.store.advanceCampaign(at: fixture.at(60), limit: 9))
            #expect(step.notifications.map(\.userID) == ["ada", "bob"])
            #expect(try await fixture.claim(at: 60).count == 2)
        },
    ]
}
