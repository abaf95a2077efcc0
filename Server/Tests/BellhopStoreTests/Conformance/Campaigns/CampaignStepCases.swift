import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let campaignStepCases: [ConformanceCase] = [
        ConformanceCase("Without a campaign there is no step") { fixture async throws in
            #expect(try await fixture.store.advanceCampaign(at: fixture.at(0), limit: 9) == nil)
        },
        ConformanceCase("Each named user is notified once, ordered by id, some in each step") {
            fixture async throws in
            try await fixture.device(of: "ada")
            try await fixture.device(of: "eve")
            try await fixture.device(of: "eve", at: 1)
            let campaign = try await fixture.campaign(to: .users(["eve", "ada", "ben", "ada"]))
            #expect(campaign.to.userCount == 3)
            let first = try #require(try await fixture.store.advanceCampaign(at: fixture.at(5), limit: 2))
            #expect(first.notifications.map(\.userID) == ["ada", "ben"])
            #expect(first.campaign.state == .sending)
            #expect(first.campaign.recipients == 2)
            #expect(first.campaign.deliveries == 1)
            #expect(first.campaign.begunAt == fixture.at(5))
            #expect(try await fixture.store.campaign(campaign.id) == first.campaign)
            let second = try #require(try await fixture.store.advanceCampaign(at: fixture.at(6), limit: 2))
            #expect(second.notifications.map(\.userID) == ["eve"])
            #expect(second.campaign.state == .done)
            #expect(second.campaign.recipients == 3)
            #expect(second.campaign.deliveries == 3)
            #expect(second.campaign.begunAt == fixture.at(5))
            #expect(second.campaign.endedAt == fixture.at(6))
            #expect(try await fixture.store.advanceCampaign(at: fixture.at(7), limit: 2) == nil)
        },
        ConformanceCase("A campaign's notification is stored like a single one, with the campaign's id") {
            fixture async throws in
            try await fixture.device()
            let campaign = try await fixture.campaign(to: .user("ada"))
            let step = try #require(try await fixture.store.advanceCampaign(at: fixture.at(5), limit: 2))
            let told = try #require(step.notifications.first)
            #expect(told.campaignID == campaign.id)
            #expect(told.title == "News")
            #expect(told.options == campaign.notification.options)
            #expect(told.thread == "run-1")
            #expect(told.createdAt == fixture.at(5))
            #expect(told.expiresAt == campaign.expiresAt)
            #expect(try await fixture.store.notifications(of: "ada", before: nil, limit: 9) == [told])
            #expect(try await fixture.store.badge(of: "ada", at: fixture.at(5)) == 1)
            #expect(try await fixture.steps(of: told) == [.accepted])
            let claimed = try await fixture.claim(at: 5)
            #expect(claimed.map(\.notification) == [told])
        },
        ConformanceCase("Recipients get the fields of their first entry in place of the notification's") {
            fixture async throws in
            let device = try await fixture.device()
            try await fixture.campaign(
                to: .recipients([
                    .init(user: "eve"), .init(user: "ada", title: "Hello Ada", deepLink: "bellhop://ada"),
                    .init(user: "ben", subtitle: "For Ben", body: "Ben's news"), .init(user: "ada", title: "Again"),
                ]))
            let first = try #require(try await fixture.store.advanceCampaign(at: fixture.at(1), limit: 1))
            let second = try #require(try await fixture.store.advanceCampaign(at: fixture.at(2), limit: 9))
            #expect(second.campaign.state == .done)
            let told = first.notifications + second.notifications
            #expect(told.map(\.userID) == ["ada", "ben", "eve"])
            #expect(told.map(\.title) == ["Hello Ada", "News", "News"])
            #expect(told.map(\.subtitle) == ["Bellhop", "For Ben", "Bellhop"])
            #expect(told.map(\.body) == ["There is something new", "Ben's news", "There is something new"])
            #expect(told.map(\.deepLink) == ["bellhop://ada", "bellhop://news", "bellhop://news"])
            for notification in told { #expect(try await fixture.store.notification(notification.id) == notification) }
            let claimed = try await fixture.claim(at: 2)
            #expect(claimed.map(\.notification) == [told[0]] && claimed.map(\.device.id) == [device.id])
        },
        ConformanceCase("A hundred users in one step have the decisions that each would have alone") {
            fixture async throws in
            let users = (100..<200).compactMap { UserID("user-\($0)") }
            for (index, user) in users.enumerated() {
                for second in 0..<Int64(index % 3) { try await fixture.device(of: user, at: second) }
                guard index.isMultiple(of: 5) else { continue }
                try await fixture.store.put(NotificationPreferences(types: [.updates: index == 0]), of: user)
            }
            let campaign = try await fixture.campaign(to: .users(users), at: 5)
            let step = try #require(try await fixture.store.advanceCampaign(at: fixture.at(5), limit: 250))
            #expect(step.notifications.map(\.userID) == users)
            #expect(step.notifications.map(\.id) == step.notifications.map(\.id).sorted())
            let isPushed = users.indices.map { $0 == 0 || !$0.isMultiple(of: 5) }
            let devices = users.indices.map { $0 % 3 }
            #expect(step.campaign.recipients == 100)
            #expect(step.campaign.deliveries == zip(isPushed, devices).reduce(0) { $0 + ($1.0 ? $1.1 : 0) })
            #expect(step.campaign.refused == zip(isPushed, devices).count { !$0.0 && $0.1 > 0 })
            #expect(try await fixture.store.campaign(campaign.id) == step.campaign)
            for (index, notification) in step.notifications.enumerated() {
                #expect(try await fixture.store.badge(of: notification.userID, at: fixture.at(5)) == 1)
                let deliveries = try await fixture.store.deliveries(of: notification.id)
                #expect(deliveries.count == (isPushed[index] ? devices[index] : 0))
                let steps = try await fixture.steps(of: notification)
                #expect(steps == (isPushed[index] ? [.accepted] : [.accepted, .cancelled]))
            }
        },
        ConformanceCase("A topic's subscribers are those at the time of the step; without any the campaign is done") {
            fixture async throws in
            _ = try await fixture.store.subscribe(["ada", "dan", "zoe"], to: "releases", at: fixture.at(0))
            try await fixture.campaign(to: .topic("releases"))
            let first = try await fixture.store.advanceCampaign(at: fixture.at(1), limit: 1)
            #expect(first?.notifications.map(\.userID) == ["ada"])
            _ = try await fixture.store.unsubscribe("dan", from: "releases", at: fixture.at(9))
            _ = try await fixture.store.subscribe(["eve"], to: "releases", at: fixture.at(1))
            #expect(try await fixture.advanceAll(at: 2, limit: 1) == ["eve", "zoe"])
            let empty = try await fixture.campaign(to: .topic("nothing"), at: 3)
            #expect(try await fixture.advanceAll(at: 3).isEmpty)
            let ended = try await fixture.store.campaign(empty.id)
            #expect(ended?.state == .done)
            #expect(ended?.recipients == 0)
        },
        ConformanceCase("The audience everyone is each user with an active device, once") { fixture async throws in
            try await fixture.device(of: "ben")
            try await fixture.device(of: "ben", at: 1)
            try await fixture.device(of: "ada")
            try await fixture.device(of: "eve")
            let former = try await fixture.device(of: "dan")
            _ = try await fixture.store.removeDevice(former.id, at: fixture.at(2))
            try await fixture.campaign(to: .everyone)
            #expect(try await fixture.advanceAll(at: 3) == ["ada", "ben", "eve"])
            #expect(try await fixture.claim(at: 3).count == 4)
        },
        ConformanceCase("A user with a suppressed push is counted, and has the notification in the history") {
            fixture async throws in
            try await fixture.device(of: "ada")
            try await fixture.device(of: "ben")
            try await fixture.store.put(NotificationPreferences(types: [.updates: false]), of: "ada")
            let campaign = try await fixture.campaign(to: .users(["ada", "ben", "unknown"]))
            #expect(try await fixture.advanceAll().count == 3)
            let ended = try await fixture.store.campaign(campaign.id)
            #expect(ended?.recipients == 3)
            #expect(ended?.deliveries == 1)
            #expect(ended?.refused == 1)
            #expect(try await fixture.store.notifications(of: "ada", before: nil, limit: 9).count == 1)
        },
        ConformanceCase("The campaign with the fewest recipients is advanced first") { fixture async throws in
            try await fixture.campaign(to: .users(["a1", "a2", "a3", "a4", "a5"]))
            _ = try await fixture.store.advanceCampaign(at: fixture.at(0), limit: 2)
            try await fixture.campaign(to: .users(["b1", "b2", "b3"]), at: 1)
            #expect(try await fixture.advanceAll(at: 1) == ["b1", "b2", "a3", "a4", "b3", "a5"])
        },
        ConformanceCase("A campaign stopped during fan-out notifies no further users") { fixture async throws in
            let campaign = try await fixture.campaign(to: .users(["ada", "ben", "eve"]))
            _ = try await fixture.store.advanceCampaign(at: fixture.at(1), limit: 2)
            let stopped = try await fixture.store.stopCampaign(campaign.id, at: fixture.at(2))
            #expect(stopped?.recipients == 2)
            #expect(try await fixture.advanceAll(at: 3).isEmpty)
            #expect(try await fixture.store.notifications(of: "eve", before: nil, limit: 9).isEmpty)
        },
        ConformanceCase("A campaign ends when its notification expires, with users left") { fixture async throws in
            let campaign = try await fixture.campaign(to: .users(["ada", "ben", "eve"]))
            _ = try await fixture.store.advanceCampaign(at: fixture.at(3599), limit: 2)
            let step = try #require(try await fixture.store.advanceCampaign(at: fixture.at(3600), limit: 2))
            #expect(step.campaign.state == .expired)
            #expect(step.notifications.isEmpty)
            #expect(try await fixture.store.advanceCampaign(at: fixture.at(3601), limit: 2) == nil)
            #expect(try await fixture.store.campaign(campaign.id)?.recipients == 2)
        },
        ConformanceCase("Simultaneous steps notify different users") { fixture async throws in
            let users = (10..<50).compactMap { UserID("user-\($0)") }
            try await fixture.campaign(to: .users(users))
            let told = try await inParallel(30) { _ in
                try await fixture.store.advanceCampaign(at: fixture.at(1), limit: 3)?.notifications.map(\.userID) ?? []
            }
            #expect(told.flatMap { $0 }.sorted() == users.sorted())
        },
    ]
}
