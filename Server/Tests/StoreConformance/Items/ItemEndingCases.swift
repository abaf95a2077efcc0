import BellhopModel
import BellhopStore
import Testing

/// The two ways in which an item ends.
private enum Deed: CaseIterable {
    case complete, delete

    func callAsFunction(
        _ item: TopicID, in scene: Scene, by device: DeviceID? = nil, at seconds: Int64, limit: Int = 9
    ) async throws -> ItemEnding? {
        switch self {
        case .complete:
            try await scene.store.completeItem(item, by: "ada", on: device, at: scene.at(seconds), limit: limit)
        case .delete: try await scene.store.deleteItem(item, at: scene.at(seconds), limit: limit)
        }
    }
}

extension StoreConformance {
    static let itemEndingCases: [ConformanceCase] = Deed.allCases.flatMap { end in
        [
            ConformanceCase("\(end): the campaigns that tell of the item tell nobody else, all others go on") {
                scene async throws in
                try await scene.put("a", for: ["ada", "ben", "eve"])
                let begun = try await scene.campaign(about: "a", to: .topic("a"))
                let first = try #require(try await scene.store.advanceCampaign(at: scene.at(1), limit: 1))
                let named = try await scene.campaign(about: "a", to: .users(["ada", "ben"]), at: 1)
                let other = try await scene.campaign(about: "b", to: .user("dan"), at: 1)
                let sync = try await scene.campaign(about: nil, to: .user("eve"), at: 1)
                let ending = try await end("a", in: scene, at: 2)
                #expect(ending?.cleared.keys.first == first.notifications.first?.id)
                for id in [begun.id, named.id] {
                    let stopped = try await scene.store.campaign(id)
                    #expect(stopped?.state == .stopped && stopped?.endedAt == scene.at(2))
                }
                #expect(try await Set(scene.advanceAll(at: 3)) == ["dan", "eve"])
                for id in [other.id, sync.id] { #expect(try await scene.store.campaign(id)?.state == .done) }
            },
            ConformanceCase("\(end): what is unread beyond the limit is left to later, once each, and then is read") {
                scene async throws in
                try await scene.put("a")
                let phone = try await scene.device()
                var told: Set<NotificationID> = []
                for _ in 0..<5 { told.insert(try await scene.tell(of: "a", at: 1).id) }
                let elsewhere = try await scene.tell(of: "b", at: 1)
                try await scene.sendAll(at: 1)
                let ending = try #require(try await end("a", in: scene, at: 2, limit: 2))
                #expect(ending.hasMore && ending.cleared.count == 2)
                var cleared = Set(ending.cleared.keys)
                for count in [2, 1, 0] {
                    let more = try await scene.store.silenceEndedItems(at: scene.at(3), limit: 2)
                    #expect(more.count == count && more.values.allSatisfy { $0 == "ada" })
                    #expect(cleared.isDisjoint(with: more.keys))
                    cleared.formUnion(more.keys)
                }
                #expect(cleared == told)
                #expect(try await scene.store.badge(of: "ada", at: scene.at(3)) == 1)
                #expect(try await scene.store.notification(elsewhere.id)?.readAt == nil)
                let clears = try await scene.claim(at: 3)
                #expect(clears.count == 5 && clears.allSatisfy { $0.purpose == .clear && $0.device.id == phone.id })
            },
            ConformanceCase("\(end): what is told after the item is there and open again stays unread") {
                scene async throws in
                try await scene.put("a")
                for _ in 0..<3 { _ = try await scene.tell(of: "a", at: 1) }
                #expect(try await end("a", in: scene, at: 2, limit: 2)?.hasMore == true)
                try await scene.put("a", at: 3)
                _ = try await scene.store.update("a", ItemUpdate(isCompleted: false), at: scene.at(3))
                let later = try await scene.tell(of: "a", at: 4)
                #expect(try await scene.store.silenceEndedItems(at: scene.at(5), limit: 9).count == 1)
                #expect(try await scene.store.silenceEndedItems(at: scene.at(5), limit: 9).isEmpty)
                #expect(try await scene.store.notification(later.id)?.readAt == nil)
            },
            ConformanceCase("\(end): with nothing left nothing is remembered") { scene async throws in
                try await scene.put("a")
                _ = try await scene.tell(of: "a", at: 1)
                let ending = try await end("a", in: scene, at: 2)
                #expect(ending?.hasMore == false && ending?.cleared.count == 1)
                _ = try await scene.tell(of: "a", at: 3)
                #expect(try await scene.store.silenceEndedItems(at: scene.at(4), limit: 9).isEmpty)
            },
            ConformanceCase("\(end): nobody reminds, tells, snoozes or comes to subscribe afterwards, also at once") {
                scene async throws in
                try await scene.put("a")
                let outcomes = try await inParallel(60) { index -> Bool in
                    let reminder = scene.reminder(of: "a", at: 60)
                    switch index % 4 {
                    case 0: return try await scene.store.add(reminder, about: "a", idempotency: nil) != nil
                    case 1:
                        return try await scene.store.snoozeItem("a", until: reminder, by: nil, at: scene.at(1)) != nil
                    case 2:
                        let campaign = scene.newCampaign(about: "a", to: .user("ada"))
                        let submission = CampaignSubmission(campaign: campaign, audience: .user("ada"))
                        return try await scene.store.accept(submission, about: "a") != nil
                    default: return try await end("a", in: scene, at: 1) != nil
                    }
                }
                #expect(outcomes.contains(true))
                #expect(try await scene.store.nextScheduleDue() == nil)
                #expect(try await scene.advanceAll(at: 2).isEmpty)
                let reminder = scene.reminder(of: "a", at: 60)
                #expect(try await scene.store.add(reminder, about: "a", idempotency: nil) == nil)
                #expect(try await scene.store.snoozeItem("a", until: reminder, by: nil, at: scene.at(2)) == nil)
                #expect(try await scene.store.schedule(reminder.id) == nil)
                let subscribed = try await scene.store.subscribe(["eve"], toItem: "a", at: scene.at(3))
                #expect((subscribed == nil) == (end == .delete))
            },
        ]
    }
}
