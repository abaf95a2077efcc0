import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let itemNotificationCases: [ConformanceCase] = [
        ConformanceCase("A reminder of an open item is stored with its record, and a repetition returns it") {
            fixture async throws in
            try await fixture.put("a")
            let (reminder, record) = (fixture.reminder(of: "a", at: 60), fixture.idempotencyRecord())
            #expect(try await fixture.store.add(reminder, about: "a", idempotency: record) == .stored)
            #expect(try await fixture.store.schedule(reminder.id) == reminder)
            _ = try await fixture.store.completeItem("a", by: "ada", on: nil, at: fixture.at(1), limit: 9)
            let again = fixture.reminder(of: "a", at: 70)
            #expect(try await fixture.store.add(again, about: "a", idempotency: record) == .repeated(record))
            #expect(try await fixture.store.schedule(again.id) == nil)
        },
        ConformanceCase("A refused submission leaves no record") { fixture async throws in
            let record = fixture.idempotencyRecord()
            let reminder = fixture.reminder(of: "a", at: 60)
            #expect(try await fixture.store.add(reminder, about: "a", idempotency: record) == nil)
            let submission = CampaignSubmission(
                campaign: fixture.newCampaign(about: "a", to: .user("ada")), audience: .user("ada"), idempotency: record
            )
            #expect(try await fixture.store.accept(submission, about: "a") == nil)
            #expect(try await fixture.store.idempotencyRecord(scope: record.scope, key: record.key) == nil)
            try await fixture.put("a")
            #expect(try await fixture.store.accept(submission, about: "a") == .stored)
            #expect(try await fixture.store.accept(submission, about: "a") == .repeated(record))
            #expect(try await fixture.store.campaigns(before: nil, limit: 9) == [submission.campaign])
        },
        ConformanceCase("A user who does not subscribe to an item cannot snooze it") { fixture async throws in
            try await fixture.put("a", for: ["ben"])
            let reminder = fixture.reminder(of: "a", at: 60)
            #expect(try await fixture.store.snoozeItem("a", until: reminder, by: nil, at: fixture.at(1)) == nil)
            #expect(try await fixture.store.schedule(reminder.id) == nil)
        },
        ConformanceCase("Subscribing to an existing item creates it for the user") { fixture async throws in
            try await fixture.put("a")
            let result = try await fixture.store.subscribe(["ada", "ben"], toItem: "a", at: fixture.at(1))
            #expect(result == SubscriptionResult(added: 1, topic: Topic(id: "a", subscribers: 2)))
            #expect(try await fixture.changes(of: "ben").lines == ["a created"])
            #expect(try await fixture.store.subscribe(["ada"], toItem: "b", at: fixture.at(1)) == nil)
            #expect(try await fixture.store.topics(of: "ada", after: nil, limit: 9).map(\.id) == ["a"])
        },
        ConformanceCase("A due reminder of a complete item is cancelled without a notification") {
            fixture async throws in
            try await fixture.device()
            try await fixture.put("a")
            _ = try await fixture.store.completeItem("a", by: "ada", on: nil, at: fixture.at(1), limit: 9)
            let schedule = try await fixture.remind(of: "a", at: 60)
            var fired = schedule
            (fired.revision, fired.state, fired.next) = (2, .done, nil)
            (fired.lastSent, fired.updatedAt) = (fixture.at(60), fixture.at(60))
            let submission = Submission(notification: fixture.notification(at: 60))
            #expect(try await !fixture.store.fire(fired, .notification(submission)))
            #expect(try await fixture.store.schedule(schedule.id) == schedule.cancelled(at: fixture.at(60)))
            #expect(try await fixture.store.nextScheduleDue() == nil)
            #expect(try await fixture.store.queueDepth() == 0)
        },
        ConformanceCase("A campaign about a complete item is stopped without a notification") { fixture async throws in
            try await fixture.put("a")
            _ = try await fixture.store.completeItem("a", by: "ada", on: nil, at: fixture.at(1), limit: 9)
            let campaign = try await fixture.campaign(about: "a", to: .users(["ada", "ben"]), at: 2)
            let step = try #require(try await fixture.store.advanceCampaign(at: fixture.at(3), limit: 9))
            #expect(step.notifications.isEmpty && step.campaign.state == .stopped)
            #expect(try await fixture.store.campaign(campaign.id) == step.campaign)
            #expect(try await fixture.store.advanceCampaign(at: fixture.at(4), limit: 9) == nil)
        },
    ]
}

extension ConformanceCase {
    static let itemSnoozeCases: [ConformanceCase] = [
        ConformanceCase("A snoozed item is shown again at that moment, regardless of the preferences") {
            fixture async throws in
            try await fixture.put("a")
            let phone = try await fixture.device()
            var preferences = NotificationPreferences(
                types: [.reminders: false], mutes: [Mute(.topic("a"))],
                frequencyCap: FrequencyCap(limit: 1, seconds: 3600))
            let (start, end) = (try #require(TimeOfDay("08:00")), try #require(TimeOfDay("10:00")))
            preferences.quietHours = QuietHours(start: start, end: end)
            try await fixture.store.put(preferences, of: "ada")
            let snoozed = fixture.reminder(of: "a", at: 60)
            _ = try await fixture.store.snoozeItem("a", until: snoozed, by: phone.id, at: fixture.at(1))
            let back = try await fixture.fire(snoozed)
            #expect(try await fixture.claim(at: 60).map(\.notification.id) == [back.id])
            #expect(try await fixture.steps(of: back) == [.accepted])
            // Reminders that others scheduled for them are not affected.
            let planned = try await fixture.remind(of: "a", at: 90)
            let kept = try await fixture.fire(planned)
            #expect(try await fixture.claim(at: 90).filter { $0.notification.id == kept.id }.isEmpty)
            #expect(try await fixture.steps(of: kept) == [.accepted, .cancelled])
        }
    ]
}

extension StoreFixture {
    /// Sends a due reminder.
    fileprivate func fire(_ schedule: Schedule) async throws -> UserNotification {
        let due = try #require(schedule.next)
        let notification = UserNotification(
            id: .make(at: due), userID: "ada", category: .reminder, title: "T", body: "B",
            options: schedule.notification.options, createdAt: due, expiresAt: due + .seconds(3600))
        var fired = schedule
        (fired.state, fired.next, fired.revision, fired.updatedAt) = (.done, nil, schedule.revision + 1, due)
        let isFired = try await store.fire(fired, .notification(Submission(notification: notification)))
        #expect(isFired)
        return notification
    }
}
