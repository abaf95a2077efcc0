import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let itemTellingCases: [ConformanceCase] = [
        ConformanceCase("A reminder of an item that is open is stored with its record, and again gives that") {
            scene async throws in
            try await scene.put("a")
            let (reminder, record) = (scene.reminder(of: "a", at: 60), scene.idempotencyRecord())
            #expect(try await scene.store.add(reminder, about: "a", idempotency: record) == .stored)
            #expect(try await scene.store.schedule(reminder.id) == reminder)
            _ = try await scene.store.completeItem("a", by: "ada", on: nil, at: scene.at(1), limit: 9)
            let again = scene.reminder(of: "a", at: 70)
            #expect(try await scene.store.add(again, about: "a", idempotency: record) == .repeated(record))
            #expect(try await scene.store.schedule(again.id) == nil)
        },
        ConformanceCase("What is refused leaves no record") { scene async throws in
            let record = scene.idempotencyRecord()
            let reminder = scene.reminder(of: "a", at: 60)
            #expect(try await scene.store.add(reminder, about: "a", idempotency: record) == nil)
            let submission = CampaignSubmission(
                campaign: scene.newCampaign(about: "a", to: .user("ada")), audience: .user("ada"), idempotency: record)
            #expect(try await scene.store.accept(submission, about: "a") == nil)
            #expect(try await scene.store.idempotencyRecord(scope: record.scope, key: record.key) == nil)
            try await scene.put("a")
            #expect(try await scene.store.accept(submission, about: "a") == .stored)
            #expect(try await scene.store.accept(submission, about: "a") == .repeated(record))
            #expect(try await scene.store.campaigns(before: nil, limit: 9) == [submission.campaign])
        },
        ConformanceCase("Who does not subscribe to an item cannot snooze it") { scene async throws in
            try await scene.put("a", for: ["ben"])
            let reminder = scene.reminder(of: "a", at: 60)
            #expect(try await scene.store.snoozeItem("a", until: reminder, by: nil, at: scene.at(1)) == nil)
            #expect(try await scene.store.schedule(reminder.id) == nil)
        },
        ConformanceCase("To subscribe to an item that is there is to have it") { scene async throws in
            try await scene.put("a")
            let result = try await scene.store.subscribe(["ada", "ben"], toItem: "a", at: scene.at(1))
            #expect(result == SubscriptionResult(added: 1, topic: Topic(id: "a", subscribers: 2)))
            #expect(try await scene.changes(of: "ben").lines == ["a created"])
            #expect(try await scene.store.subscribe(["ada"], toItem: "b", at: scene.at(1)) == nil)
            #expect(try await scene.store.topics(of: "ada", after: nil, limit: 9).map(\.id) == ["a"])
        },
        ConformanceCase("A reminder of a complete item that fires is cancelled and tells nobody") {
            scene async throws in
            try await scene.device()
            try await scene.put("a")
            _ = try await scene.store.completeItem("a", by: "ada", on: nil, at: scene.at(1), limit: 9)
            let schedule = try await scene.remind(of: "a", at: 60)
            var fired = schedule
            (fired.revision, fired.state, fired.next) = (2, .done, nil)
            (fired.lastSent, fired.updatedAt) = (scene.at(60), scene.at(60))
            let submission = Submission(notification: scene.notification(at: 60))
            #expect(try await !scene.store.fire(fired, .notification(submission)))
            #expect(try await scene.store.schedule(schedule.id) == schedule.cancelled(at: scene.at(60)))
            #expect(try await scene.store.nextScheduleDue() == nil)
            #expect(try await scene.store.queueDepth() == 0)
        },
        ConformanceCase("A campaign about a complete item is stopped and tells nobody") { scene async throws in
            try await scene.put("a")
            _ = try await scene.store.completeItem("a", by: "ada", on: nil, at: scene.at(1), limit: 9)
            let campaign = try await scene.campaign(about: "a", to: .users(["ada", "ben"]), at: 2)
            let step = try #require(try await scene.store.advanceCampaign(at: scene.at(3), limit: 9))
            #expect(step.notifications.isEmpty && step.campaign.state == .stopped)
            #expect(try await scene.store.campaign(campaign.id) == step.campaign)
            #expect(try await scene.store.advanceCampaign(at: scene.at(4), limit: 9) == nil)
        },
    ]
}
