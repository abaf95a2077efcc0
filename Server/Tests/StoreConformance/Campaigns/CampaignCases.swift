import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let campaignCases: [ConformanceCase] = [
        ConformanceCase("A campaign comes back as it was accepted, and makes nothing by itself") { scene async throws in
            try await scene.device()
            let campaign = try await scene.campaign(to: .everyone)
            #expect(try await scene.store.campaign(campaign.id) == campaign)
            #expect(try await scene.store.campaign(.make(at: scene.at(0))) == nil)
            #expect(try await scene.store.queueDepth() == 0)
        },
        ConformanceCase("Campaigns are listed newest first, in pages") { scene async throws in
            var ids: [CampaignID] = []
            for second in 1...5 as ClosedRange<Int64> {
                ids.append(try await scene.campaign(to: .user("ada"), at: second).id)
            }
            let first = try await scene.store.campaigns(before: nil, limit: 3).map(\.id)
            #expect(first == [ids[4], ids[3], ids[2]])
            #expect(try await scene.store.campaigns(before: first.last, limit: 3).map(\.id) == [ids[1], ids[0]])
        },
        ConformanceCase("A repeated campaign stores nothing and gives the first record") { scene async throws in
            let record = scene.idempotencyRecord()
            let first = CampaignSubmission(
                campaign: scene.newCampaign(to: .user("ada")), audience: .user("ada"), idempotency: record)
            #expect(try await scene.store.accept(first) == .stored)
            #expect(try await scene.store.idempotencyRecord(scope: record.scope, key: record.key) == record)
            var again = first
            again.campaign = scene.newCampaign(to: .user("ada"), at: 5)
            again.idempotency = scene.idempotencyRecord(body: "another", at: 5)
            #expect(try await scene.store.accept(again) == .repeated(record))
            #expect(try await scene.store.campaign(again.campaign.id) == nil)
        },
        ConformanceCase("A campaign is stopped once, also when it is done; to stop it again changes nothing") {
            scene async throws in
            let waiting = try await scene.campaign(to: .user("ada"))
            let stopped = try #require(try await scene.store.stopCampaign(waiting.id, at: scene.at(5)))
            #expect(stopped.state == .stopped)
            #expect(stopped.endedAt == scene.at(5))
            #expect(try await scene.store.stopCampaign(waiting.id, at: scene.at(6)) == stopped)
            #expect(try await scene.store.campaign(waiting.id) == stopped)
            #expect(try await scene.store.advanceCampaign(at: scene.at(7), limit: 9) == nil)
            let done = try await scene.campaign(to: .user("ada"), at: 8)
            _ = try await scene.store.advanceCampaign(at: scene.at(8), limit: 9)
            let ended = try await scene.store.stopCampaign(done.id, at: scene.at(9))
            #expect(ended?.state == .stopped)
            #expect(ended?.endedAt == scene.at(8))
            #expect(try await scene.store.stopCampaign(.make(at: scene.at(0)), at: scene.at(9)) == nil)
        },
        ConformanceCase("Campaigns that have ended are forgotten, the first to end first, not before they expire") {
            scene async throws in
            var ended: [CampaignID] = []
            for second in 1...3 as ClosedRange<Int64> {
                ended.append(try await scene.campaign(to: .user("ada"), at: second).id)
                _ = try await scene.advanceAll(at: second)
            }
            let open = try await scene.campaign(to: .users(["ada", "ben", "eve"]), at: 4).id
            let store = scene.store
            func left() async throws -> [CampaignID] { try await store.campaigns(before: nil, limit: 9).map(\.id) }
            #expect(try await store.forgetCampaigns(endedBefore: scene.at(3), at: scene.at(3600), limit: 9) == 0)
            #expect(try await store.forgetCampaigns(endedBefore: scene.at(3), at: scene.at(3601), limit: 9) == 1)
            #expect(try await left() == [open, ended[2], ended[1]])
            #expect(try await store.forgetCampaigns(endedBefore: scene.at(9), at: scene.at(9000), limit: 1) == 1)
            #expect(try await left() == [open, ended[2]])
            #expect(try await store.forgetCampaigns(endedBefore: scene.at(9), at: scene.at(9000), limit: 9) == 1)
            #expect(try await left() == [open])
            #expect(try await store.notifications(of: "ada", before: nil, limit: 9).count == 3)
        },
    ]
}

extension Scene {
    /// A campaign that the store does not know yet. It lives an hour.
    func newCampaign(to audience: Audience, at seconds: Int64 = 0, title: String = "News") -> Campaign {
        Campaign(
            id: .make(at: at(seconds)), to: Campaign.Target(audience),
            notification: NotificationRequest(
                title: title, subtitle: "Bellhop", body: "There is something new", category: .update,
                sessionID: "run-1", deepLink: "bellhop://news", expiresIn: 3600,
                options: NotificationOptions(badge: 3, data: ["article": ["id": 7]])),
            createdAt: at(seconds), expiresAt: at(seconds + 3600))
    }

    /// Accepts a campaign.
    @discardableResult
    func campaign(to audience: Audience, at seconds: Int64 = 0, title: String = "News") async throws -> Campaign {
        let campaign = newCampaign(to: audience, at: seconds, title: title)
        _ = try await store.accept(CampaignSubmission(campaign: campaign, audience: audience))
        return campaign
    }

    /// Advances campaigns by `limit` users at a time until nothing is left to do, and gives who was told, in order.
    func advanceAll(at seconds: Int64 = 0, limit: Int = 2) async throws -> [UserID] {
        var told: [UserID] = []
        while let step = try await store.advanceCampaign(at: at(seconds), limit: limit) {
            told += step.notifications.map(\.userID)
        }
        return told
    }
}
