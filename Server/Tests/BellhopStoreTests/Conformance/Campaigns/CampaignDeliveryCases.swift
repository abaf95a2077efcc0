import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let campaignDeliveryCases: [ConformanceCase] = [
        ConformanceCase("Deliveries of campaigns are claimed after all others that are due") { fixture async throws in
            for user in ["ada", "ben", "eve"] as [UserID] { try await fixture.device(of: user) }
            try await fixture.campaign(to: .everyone)
            _ = try await fixture.advanceAll(at: 1)
            let (ask, _) = try await fixture.ask(at: 5)
            #expect(try await fixture.store.nextDeliveryDue() == fixture.at(1))
            let first = try await fixture.claim(at: 5, limit: 2)
            #expect(first.first?.ask == ask)
            #expect(first.last?.notification.campaignID != nil)
            let rest = try await fixture.claim(at: 5, limit: 9)
            #expect(Set((first.dropFirst() + rest).map(\.notification.userID)) == ["ada", "ben", "eve"])
        },
        ConformanceCase("The backlog is the number of due campaign deliveries, up to a limit") { fixture async throws in
            for user in ["ada", "ben", "eve"] as [UserID] { try await fixture.device(of: user) }
            try await fixture.campaign(to: .everyone)
            try await fixture.tell(at: 1)
            #expect(try await fixture.store.campaignBacklog(at: fixture.at(5), limit: 9) == 0)
            _ = try await fixture.advanceAll(at: 2)
            #expect(try await fixture.store.campaignBacklog(at: fixture.at(1), limit: 9) == 0)
            #expect(try await fixture.store.campaignBacklog(at: fixture.at(2), limit: 9) == 3)
            #expect(try await fixture.store.campaignBacklog(at: fixture.at(2), limit: 2) == 2)
            try await fixture.sendAll(at: 5)
            #expect(try await fixture.store.campaignBacklog(at: fixture.at(60), limit: 9) == 0)
            #expect(try await fixture.store.nextDeliveryDue() == nil)
        },
        ConformanceCase("Unsent deliveries of a stopped campaign are ended instead of claimed") {
            fixture async throws in
            for user in ["ada", "ben", "eve"] as [UserID] { try await fixture.device(of: user) }
            let campaign = try await fixture.campaign(to: .everyone)
            _ = try await fixture.advanceAll(at: 1, limit: 9)
            let other = try await fixture.campaign(to: .user("ada"), at: 2, title: "More")
            _ = try await fixture.advanceAll(at: 2, limit: 9)
            let sent = try await fixture.claim(at: 1, limit: 1)
            #expect(sent.first?.notification.campaignID == campaign.id)
            _ = try await fixture.store.stopCampaign(campaign.id, at: fixture.at(2))
            let claimed = try await fixture.claim(at: 3)
            #expect(claimed.map(\.notification.campaignID) == [other.id])
            var reasons: [String?] = []
            for user in ["ben", "eve", "ada"] as [UserID] {
                for told in try await fixture.store.notifications(of: user, before: nil, limit: 9) {
                    reasons.append(try await fixture.store.timeline(of: told.id).last?.detail)
                }
            }
            #expect(reasons.count { $0 == "the campaign was stopped" } == 2)
        },
        ConformanceCase("A campaign's displayed notification is cleared when it is read") {
            fixture async throws in
            let phone = try await fixture.device()
            let tablet = try await fixture.device(at: 1)
            let campaign = try await fixture.campaign(to: .everyone)
            _ = try await fixture.advanceAll(at: 2)
            try await fixture.sendAll(at: 2)
            _ = try await fixture.store.stopCampaign(campaign.id, at: fixture.at(3))
            let told = try #require(try await fixture.store.notifications(of: "ada", before: nil, limit: 1).first)
            #expect(try await fixture.store.markRead(told.id, by: phone.id, at: fixture.at(4)))
            let clears = try await fixture.claim(at: 4)
            #expect(clears.map(\.purpose) == [.clear])
            #expect(clears.map(\.device.id) == [tablet.id])
        },
        ConformanceCase("A snoozed notification is shown again, also after its campaign was stopped") {
            fixture async throws in
            let phone = try await fixture.device()
            let campaign = try await fixture.campaign(to: .everyone)
            _ = try await fixture.advanceAll(at: 2)
            try await fixture.sendAll(at: 2)
            let told = try #require(try await fixture.store.notifications(of: "ada", before: nil, limit: 1).first)
            #expect(try await fixture.snooze(told, until: 900, by: phone, at: 3))
            _ = try await fixture.store.stopCampaign(campaign.id, at: fixture.at(4))
            let back = try await fixture.claim(at: 900)
            #expect(back.map(\.notification.id) == [told.id])
            // Its user has snoozed it.
            #expect(back.map(\.isBulk) == [false])
        },
    ]
}
