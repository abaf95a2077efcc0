import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let firingCases: [ConformanceCase] = [
        ConformanceCase("Firing moves the schedule on and sends its notification, as one") { scene async throws in
            let phone = try await scene.device()
            let schedule = scene.schedule(due: 60)
            _ = try await scene.store.add(schedule, idempotency: nil)
            let fired = schedule.ended(.done, revision: 2, at: scene.at(61))
            let notification = scene.notification(at: 61)
            #expect(try await scene.store.fire(fired, .notification(Submission(notification: notification))))
            #expect(try await scene.store.schedule(schedule.id) == fired)
            #expect(try await scene.store.nextScheduleDue() == nil)
            #expect(try await scene.store.notification(notification.id) == notification)
            #expect(try await scene.steps(of: notification) == [.accepted])
            #expect(try await scene.claim(at: 61).map(\.device.id) == [phone.id])
        },
        ConformanceCase("What a schedule sends obeys the preferences of that moment") { scene async throws in
            try await scene.device()
            let schedule = scene.schedule(due: 60)
            _ = try await scene.store.add(schedule, idempotency: nil)
            try await scene.store.put(NotificationPreferences(types: [.reminders: false]), of: "ada")
            let notification = scene.notification(at: 60, under: .reminder)
            let fired = schedule.ended(.done, revision: 2, at: scene.at(60))
            #expect(try await scene.store.fire(fired, .notification(Submission(notification: notification))))
            #expect(try await scene.steps(of: notification) == [.accepted, .cancelled])
            #expect(try await scene.store.queueDepth() == 0)
        },
        ConformanceCase("A hundred nodes fire one occurrence at once: it is sent once") { scene async throws in
            try await scene.device()
            let schedule = scene.schedule(due: 60, when: scene.daily)
            _ = try await scene.store.add(schedule, idempotency: nil)
            let fired = try await inParallel(100) { _ in
                var next = schedule
                next.revision = 2
                next.next = scene.at(86_460)
                let notification = scene.notification(at: 60)
                return try await scene.store.fire(next, .notification(Submission(notification: notification)))
            }
            #expect(fired.count { $0 } == 1)
            #expect(try await scene.store.notifications(of: "ada", before: nil, limit: 200).count == 1)
            #expect(try await scene.claim(at: 60).count == 1)
            #expect(try await scene.store.nextScheduleDue() == scene.at(86_460))
        },
        ConformanceCase("A schedule that was cancelled or changed in the meantime is not fired") { scene async throws in
            try await scene.device()
            let cancelled = scene.schedule(due: 60)
            let changed = scene.schedule(due: 60)
            for schedule in [cancelled, changed] { _ = try await scene.store.add(schedule, idempotency: nil) }
            _ = try await scene.store.replace(cancelled.ended(.cancelled, revision: 2, at: scene.at(59)))
            var later = changed
            later.revision = 2
            later.next = scene.at(600)
            _ = try await scene.store.replace(later)
            for schedule in [cancelled, changed] {
                let fired = schedule.ended(.done, revision: 2, at: scene.at(60))
                let submission = Submission(notification: scene.notification(at: 60))
                #expect(try await !scene.store.fire(fired, .notification(submission)))
            }
            #expect(try await scene.store.schedule(cancelled.id)?.state == .cancelled)
            #expect(try await scene.store.nextScheduleDue() == scene.at(600))
            #expect(try await scene.store.notifications(of: "ada", before: nil, limit: 9).isEmpty)
        },
        ConformanceCase("What is scheduled for many is a campaign from then on, begun once") { scene async throws in
            for user in ["ada", "bob"] as [UserID] { try await scene.device(of: user) }
            let audience = Audience.users(["ada", "bob", "ada"])
            let schedule = scene.schedule(to: audience, due: 60)
            _ = try await scene.store.add(schedule, idempotency: nil)
            let campaign = Campaign(
                id: .make(at: scene.at(60)), to: .init(audience), notification: schedule.notification,
                createdAt: scene.at(60), expiresAt: scene.at(660))
            let fired = schedule.ended(.done, revision: 2, at: scene.at(60))
            for isFirst in [true, false] {
                let submission = CampaignSubmission(campaign: campaign, audience: audience)
                #expect(try await scene.store.fire(fired, .campaign(submission)) == isFirst)
            }
            #expect(try await scene.store.campaigns(before: nil, limit: 9) == [campaign])
            let step = try #require(try await scene.store.advanceCampaign(at: scene.at(60), limit: 9))
            #expect(step.notifications.map(\.userID) == ["ada", "bob"])
            #expect(try await scene.claim(at: 60).count == 2)
        },
    ]
}
