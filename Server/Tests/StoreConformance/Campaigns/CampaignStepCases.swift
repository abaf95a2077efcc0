import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let campaignStepCases: [ConformanceCase] = [
        ConformanceCase("Without a campaign there is no step") { scene async throws in
            #expect(try await scene.store.advanceCampaign(at: scene.at(0), limit: 9) == nil)
        },
        ConformanceCase("Each user named is told once, in the order of their ids, some at each step") {
            scene async throws in
            try await scene.device(of: "ada")
            try await scene.device(of: "eve")
            try await scene.device(of: "eve", at: 1)
            let campaign = try await scene.campaign(to: .users(["eve", "ada", "ben", "ada"]))
            #expect(campaign.to.userCount == 3)
            let first = try #require(try await scene.store.advanceCampaign(at: scene.at(5), limit: 2))
            #expect(first.notifications.map(\.userID) == ["ada", "ben"])
            #expect(first.campaign.state == .sending)
            #expect(first.campaign.recipients == 2)
            #expect(first.campaign.deliveries == 1)
            #expect(first.campaign.begunAt == scene.at(5))
            #expect(try await scene.store.campaign(campaign.id) == first.campaign)
            let second = try #require(try await scene.store.advanceCampaign(at: scene.at(6), limit: 2))
            #expect(second.notifications.map(\.userID) == ["eve"])
            #expect(second.campaign.state == .done)
            #expect(second.campaign.recipients == 3)
            #expect(second.campaign.deliveries == 3)
            #expect(second.campaign.begunAt == scene.at(5))
            #expect(second.campaign.endedAt == scene.at(6))
            #expect(try await scene.store.advanceCampaign(at: scene.at(7), limit: 2) == nil)
        },
        ConformanceCase("What a user is told is stored as if told alone, under the campaign's id") {
            scene async throws in
            try await scene.device()
            let campaign = try await scene.campaign(to: .user("ada"))
            let step = try #require(try await scene.store.advanceCampaign(at: scene.at(5), limit: 2))
            let told = try #require(step.notifications.first)
            #expect(told.campaignID == campaign.id)
            #expect(told.title == "News")
            #expect(told.options == campaign.notification.options)
            #expect(told.thread == "run-1")
            #expect(told.createdAt == scene.at(5))
            #expect(told.expiresAt == campaign.expiresAt)
            #expect(try await scene.store.notifications(of: "ada", before: nil, limit: 9) == [told])
            #expect(try await scene.store.badge(of: "ada", at: scene.at(5)) == 1)
            #expect(try await scene.steps(of: told) == [.accepted])
            let claimed = try await scene.claim(at: 5)
            #expect(claimed.map(\.notification) == [told])
        },
        ConformanceCase("A topic's subscribers are those when they are reached; without any it is done") {
            scene async throws in
            _ = try await scene.store.subscribe(["ada", "dan", "zoe"], to: "releases", at: scene.at(0))
            try await scene.campaign(to: .topic("releases"))
            let first = try await scene.store.advanceCampaign(at: scene.at(1), limit: 1)
            #expect(first?.notifications.map(\.userID) == ["ada"])
            _ = try await scene.store.unsubscribe("dan", from: "releases")
            _ = try await scene.store.subscribe(["eve"], to: "releases", at: scene.at(1))
            #expect(try await scene.advanceAll(at: 2, limit: 1) == ["eve", "zoe"])
            let empty = try await scene.campaign(to: .topic("nothing"), at: 3)
            #expect(try await scene.advanceAll(at: 3).isEmpty)
            let ended = try await scene.store.campaign(empty.id)
            #expect(ended?.state == .done)
            #expect(ended?.recipients == 0)
        },
        ConformanceCase("Everyone is each user with an active device, once") { scene async throws in
            try await scene.device(of: "ben")
            try await scene.device(of: "ben", at: 1)
            try await scene.device(of: "ada")
            try await scene.device(of: "eve")
            let former = try await scene.device(of: "dan")
            _ = try await scene.store.removeDevice(former.id, at: scene.at(2))
            try await scene.campaign(to: .everyone)
            #expect(try await scene.advanceAll(at: 3) == ["ada", "ben", "eve"])
            #expect(try await scene.claim(at: 3).count == 4)
        },
        ConformanceCase("Whom preferences keep from being pushed is counted, and finds it in the history") {
            scene async throws in
            try await scene.device(of: "ada")
            try await scene.device(of: "ben")
            try await scene.store.put(NotificationPreferences(types: [.updates: false]), of: "ada")
            let campaign = try await scene.campaign(to: .users(["ada", "ben", "nobody"]))
            #expect(try await scene.advanceAll().count == 3)
            let ended = try await scene.store.campaign(campaign.id)
            #expect(ended?.recipients == 3)
            #expect(ended?.deliveries == 1)
            #expect(ended?.refused == 1)
            #expect(try await scene.store.notifications(of: "ada", before: nil, limit: 9).count == 1)
        },
        ConformanceCase("The campaign that has reached fewest goes first") { scene async throws in
            try await scene.campaign(to: .users(["a1", "a2", "a3", "a4", "a5"]))
            _ = try await scene.store.advanceCampaign(at: scene.at(0), limit: 2)
            try await scene.campaign(to: .users(["b1", "b2", "b3"]), at: 1)
            #expect(try await scene.advanceAll(at: 1) == ["b1", "b2", "a3", "a4", "b3", "a5"])
        },
        ConformanceCase("A campaign that is stopped in the middle reaches nobody else") { scene async throws in
            let campaign = try await scene.campaign(to: .users(["ada", "ben", "eve"]))
            _ = try await scene.store.advanceCampaign(at: scene.at(1), limit: 2)
            let stopped = try await scene.store.stopCampaign(campaign.id, at: scene.at(2))
            #expect(stopped?.recipients == 2)
            #expect(try await scene.advanceAll(at: 3).isEmpty)
            #expect(try await scene.store.notifications(of: "eve", before: nil, limit: 9).isEmpty)
        },
        ConformanceCase("A campaign ends when its notification expires, whoever is left") { scene async throws in
            let campaign = try await scene.campaign(to: .users(["ada", "ben", "eve"]))
            _ = try await scene.store.advanceCampaign(at: scene.at(3599), limit: 2)
            let step = try #require(try await scene.store.advanceCampaign(at: scene.at(3600), limit: 2))
            #expect(step.campaign.state == .expired)
            #expect(step.notifications.isEmpty)
            #expect(try await scene.store.advanceCampaign(at: scene.at(3601), limit: 2) == nil)
            #expect(try await scene.store.campaign(campaign.id)?.recipients == 2)
        },
        ConformanceCase("Of simultaneous steps each tells others") { scene async throws in
            let users = (10..<50).compactMap { UserID("user-\($0)") }
            try await scene.campaign(to: .users(users))
            let told = try await inParallel(30) { _ in
                try await scene.store.advanceCampaign(at: scene.at(1), limit: 3)?.notifications.map(\.userID) ?? []
            }
            #expect(told.flatMap { $0 }.sorted() == users.sorted())
        },
    ]
}
