import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let campaignDeliveryCases: [ConformanceCase] = [
        ConformanceCase("Deliveries of campaigns are claimed after all others that are due") { scene async throws in
            for user in ["ada", "ben", "eve"] as [UserID] { try await scene.device(of: user) }
            try await scene.campaign(to: .everyone)
            _ = try await scene.advanceAll(at: 1)
            let (ask, _) = try await scene.ask(at: 5)
            #expect(try await scene.store.nextDeliveryDue() == scene.at(1))
            let first = try await scene.claim(at: 5, limit: 2)
            #expect(first.first?.ask == ask)
            #expect(first.last?.notification.campaignID != nil)
            let rest = try await scene.claim(at: 5, limit: 9)
            #expect(Set((first.dropFirst() + rest).map(\.notification.userID)) == ["ada", "ben", "eve"])
        },
        ConformanceCase("The backlog is what is due of campaigns, counted to a limit") { scene async throws in
            for user in ["ada", "ben", "eve"] as [UserID] { try await scene.device(of: user) }
            try await scene.campaign(to: .everyone)
            try await scene.tell(at: 1)
            #expect(try await scene.store.campaignBacklog(at: scene.at(5), limit: 9) == 0)
            _ = try await scene.advanceAll(at: 2)
            #expect(try await scene.store.campaignBacklog(at: scene.at(1), limit: 9) == 0)
            #expect(try await scene.store.campaignBacklog(at: scene.at(2), limit: 9) == 3)
            #expect(try await scene.store.campaignBacklog(at: scene.at(2), limit: 2) == 2)
            try await scene.sendAll(at: 5)
            #expect(try await scene.store.campaignBacklog(at: scene.at(60), limit: 9) == 0)
            #expect(try await scene.store.nextDeliveryDue() == nil)
        },
        ConformanceCase("What a stopped campaign has not sent is ended when it would be claimed") {
            scene async throws in
            for user in ["ada", "ben", "eve"] as [UserID] { try await scene.device(of: user) }
            let campaign = try await scene.campaign(to: .everyone)
            _ = try await scene.advanceAll(at: 1, limit: 9)
            let other = try await scene.campaign(to: .user("ada"), at: 2, title: "More")
            _ = try await scene.advanceAll(at: 2, limit: 9)
            let sent = try await scene.claim(at: 1, limit: 1)
            #expect(sent.first?.notification.campaignID == campaign.id)
            _ = try await scene.store.stopCampaign(campaign.id, at: scene.at(2))
            let claimed = try await scene.claim(at: 3)
            #expect(claimed.map(\.notification.campaignID) == [other.id])
            var reasons: [String?] = []
            for user in ["ben", "eve", "ada"] as [UserID] {
                for told in try await scene.store.notifications(of: user, before: nil, limit: 9) {
                    reasons.append(try await scene.store.timeline(of: told.id).last?.detail)
                }
            }
            #expect(reasons.count { $0 == "the campaign was stopped" } == 2)
        },
        ConformanceCase("What a campaign has shown is cleared like anything else when it is read") {
            scene async throws in
            let phone = try await scene.device()
            let tablet = try await scene.device(at: 1)
            let campaign = try await scene.campaign(to: .everyone)
            _ = try await scene.advanceAll(at: 2)
            try await scene.sendAll(at: 2)
            _ = try await scene.store.stopCampaign(campaign.id, at: scene.at(3))
            let told = try #require(try await scene.store.notifications(of: "ada", before: nil, limit: 1).first)
            #expect(try await scene.store.markRead(told.id, by: phone.id, at: scene.at(4)))
            let clears = try await scene.claim(at: 4)
            #expect(clears.map(\.purpose) == [.clear])
            #expect(clears.map(\.device.id) == [tablet.id])
        },
        ConformanceCase("What a campaign has shown comes back when it was snoozed, also when the campaign was stopped")
        {
            scene async throws in
            let phone = try await scene.device()
            let campaign = try await scene.campaign(to: .everyone)
            _ = try await scene.advanceAll(at: 2)
            try await scene.sendAll(at: 2)
            let told = try #require(try await scene.store.notifications(of: "ada", before: nil, limit: 1).first)
            #expect(try await scene.snooze(told, until: 900, by: phone, at: 3))
            _ = try await scene.store.stopCampaign(campaign.id, at: scene.at(4))
            let back = try await scene.claim(at: 900)
            #expect(back.map(\.notification.id) == [told.id])
            // Its user waits for it.
            #expect(back.map(\.isBulk) == [false])
        },
    ]
}
