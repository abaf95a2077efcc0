import BellhopModel
import BellhopStore
import Testing

/// The two ways in which an item ends.
private enum EndingKind: CaseIterable {
    case complete, delete

    func callAsFunction(
        _ item: TopicID, in fixture: StoreFixture, by device: DeviceID? = nil, at seconds: Int64, limit: Int = 9
    ) async throws -> ItemEnding? {
        switch self {
        case .complete:
            try await fixture.store.completeItem(item, by: "ada", on: device, at: fixture.at(seconds), limit: limit)
        case .delete: try await fixture.store.deleteItem(item, at: fixture.at(seconds), limit: limit)
        }
    }
}

extension ConformanceCase {
    static let itemEndingCases: [ConformanceCase] = EndingKind.allCases.flatMap { end in
        [
            ConformanceCase("\(end): only campaigns about the item stop") {
                fixture async throws in
                try await fixture.put("a", for: ["ada", "ben", "eve"])
                let begun = try await fixture.campaign(about: "a", to: .topic("a"))
                let first = try #require(try await fixture.store.advanceCampaign(at: fixture.at(1), limit: 1))
                let named = try await fixture.campaign(about: "a", to: .users(["ada", "ben"]), at: 1)
                let other = try await fixture.campaign(about: "b", to: .user("dan"), at: 1)
                let sync = try await fixture.campaign(about: nil, to: .user("eve"), at: 1)
                let ending = try await end("a", in: fixture, at: 2)
                #expect(ending?.cleared.keys.first == first.notifications.first?.id)
                for id in [begun.id, named.id] {
                    let stopped = try await fixture.store.campaign(id)
                    #expect(stopped?.state == .stopped && stopped?.endedAt == fixture.at(2))
                }
                #expect(try await Set(fixture.advanceAll(at: 3)) == ["dan", "eve"])
                for id in [other.id, sync.id] { #expect(try await fixture.store.campaign(id)?.state == .done) }
            },
            ConformanceCase("\(end): notifications beyond the limit are marked as read later, once each") {
                fixture async throws in
                try await fixture.put("a")
                let phone = try await fixture.device()
                var told: Set<NotificationID> = []
                for _ in 0..<5 { told.insert(try await fixture.tell(of: "a", at: 1).id) }
                let elsewhere = try await fixture.tell(of: "b", at: 1)
                try await fixture.sendAll(at: 1)
                let ending = try #require(try await end("a", in: fixture, at: 2, limit: 2))
                #expect(ending.hasMore && ending.cleared.count == 2)
                var cleared = Set(ending.cleared.keys)
                for count in [2, 1, 0] {
                    let more = try await fixture.store.silenceEndedItems(at: fixture.at(3), limit: 2)
                    #expect(more.count == count && more.values.allSatisfy { $0 == "ada" })
                    #expect(cleared.isDisjoint(with: more.keys))
                    cleared.formUnion(more.keys)
                }
                #expect(cleared == told)
                #expect(try await fixture.store.badge(of: "ada", at: fixture.at(3)) == 1)
                #expect(try await fixture.store.notification(elsewhere.id)?.readAt == nil)
                let clears = try await fixture.claim(at: 3)
                #expect(clears.count == 5 && clears.allSatisfy { $0.purpose == .clear && $0.device.id == phone.id })
            },
            ConformanceCase("\(end): later notifications about the item that exists and is open again stay unread") {
                fixture async throws in
                try await fixture.put("a")
                for _ in 0..<3 { _ = try await fixture.tell(of: "a", at: 1) }
                #expect(try await end("a", in: fixture, at: 2, limit: 2)?.hasMore == true)
                try await fixture.put("a", at: 3)
                _ = try await fixture.store.update("a", ItemUpdate(isCompleted: false), at: fixture.at(3))
                let later = try await fixture.tell(of: "a", at: 4)
                #expect(try await fixture.store.silenceEndedItems(at: fixture.at(5), limit: 9).count == 1)
                #expect(try await fixture.store.silenceEndedItems(at: fixture.at(5), limit: 9).isEmpty)
                #expect(try await fixture.store.notification(later.id)?.readAt == nil)
            },
            ConformanceCase("\(end): when nothing is left, no entry is kept") { fixture async throws in
                try await fixture.put("a")
                _ = try await fixture.tell(of: "a", at: 1)
                let ending = try await end("a", in: fixture, at: 2)
                #expect(ending?.hasMore == false && ending?.cleared.count == 1)
                _ = try await fixture.tell(of: "a", at: 3)
                #expect(try await fixture.store.silenceEndedItems(at: fixture.at(4), limit: 9).isEmpty)
            },
            ConformanceCase("\(end): no notification, reminder, snooze or subscription follows, also at the same time")
            {
                fixture async throws in
                try await fixture.put("a")
                let outcomes = try await inParallel(60) { index -> Bool in
                    let reminder = fixture.reminder(of: "a", at: 60)
                    switch index % 4 {
                    case 0: return try await fixture.store.add(reminder, about: "a", idempotency: nil) != nil
                    case 1:
                        return try await fixture.store.snoozeItem("a", until: reminder, by: nil, at: fixture.at(1))
                            != nil
                    case 2:
                        let campaign = fixture.newCampaign(about: "a", to: .user("ada"))
                        let submission = CampaignSubmission(campaign: campaign, audience: .user("ada"))
                        return try await fixture.store.accept(submission, about: "a") != nil
                    default: return try await end("a", in: fixture, at: 1) != nil
                    }
                }
                #expect(outcomes.contains(true))
                #expect(try await fixture.store.nextScheduleDue() == nil)
                #expect(try await fixture.advanceAll(at: 2).isEmpty)
                let reminder = fixture.reminder(of: "a", at: 60)
                #expect(try await fixture.store.add(reminder, about: "a", idempotency: nil) == nil)
                #expect(try await fixture.store.snoozeItem("a", until: reminder, by: nil, at: fixture.at(2)) == nil)
                #expect(try await fixture.store.schedule(reminder.id) == nil)
                let subscribed = try await fixture.store.subscribe(["eve"], toItem: "a", at: fixture.at(3))
                #expect((subscribed == nil) == (end == .delete))
            },
        ]
    }
}
