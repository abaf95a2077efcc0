import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let campaignCases: [ConformanceCase] = [
        ConformanceCase("A campaign is read as it was accepted, and creates nothing by itself") {
            fixture async throws in
            try await fixture.device()
            let campaign = try await fixture.campaign(to: .everyone)
            #expect(try await fixture.store.campaign(campaign.id) == campaign)
            #expect(try await fixture.store.campaign(.make(at: fixture.at(0))) == nil)
            #expect(try await fixture.store.queueDepth() == 0)
        },
        ConformanceCase("Campaigns are listed newest first, in pages") { fixture async throws in
            var ids: [CampaignID] = []
            for second in 1...5 as ClosedRange<Int64> {
                ids.append(try await fixture.campaign(to: .user("ada"), at: second).id)
            }
            let first = try await fixture.store.campaigns(before: nil, limit: 3).map(\.id)
            #expect(first == [ids[4], ids[3], ids[2]])
            #expect(try await fixture.store.campaigns(before: first.last, limit: 3).map(\.id) == [ids[1], ids[0]])
        },
        ConformanceCase("A repeated campaign stores nothing and returns the first record") { fixture async throws in
            let record = fixture.idempotencyRecord()
            let first = CampaignSubmission(
                campaign: fixture.newCampaign(to: .user("ada")), audience: .user("ada"), idempotency: record)
            #expect(try await fixture.store.accept(first) == .stored)
            #expect(try await fixture.store.idempotencyRecord(scope: record.scope, key: record.key) == record)
            var again = first
            again.campaign = fixture.newCampaign(to: .user("ada"), at: 5)
            again.idempotency = fixture.idempotencyRecord(body: "another", at: 5)
            #expect(try await fixture.store.accept(again) == .repeated(record))
            #expect(try await fixture.store.campaign(again.campaign.id) == nil)
        },
        ConformanceCase("A campaign is stopped once, also after its end; repeating it changes nothing") {
            fixture async throws in
            let waiting = try await fixture.campaign(to: .user("ada"))
            let stopped = try #require(try await fixture.store.stopCampaign(waiting.id, at: fixture.at(5)))
            #expect(stopped.state == .stopped)
            #expect(stopped.endedAt == fixture.at(5))
            #expect(try await fixture.store.stopCampaign(waiting.id, at: fixture.at(6)) == stopped)
            #expect(try await fixture.store.campaign(waiting.id) == stopped)
            #expect(try await fixture.store.advanceCampaign(at: fixture.at(7), limit: 9) == nil)
            let done = try await fixture.campaign(to: .user("ada"), at: 8)
            _ = try await fixture.store.advanceCampaign(at: fixture.at(8), limit: 9)
            let ended = try await fixture.store.stopCampaign(done.id, at: fixture.at(9))
            #expect(ended?.state == .stopped)
            #expect(ended?.endedAt == fixture.at(8))
            #expect(try await fixture.store.stopCampaign(.make(at: fixture.at(0)), at: fixture.at(9)) == nil)
        },
        ConformanceCase("Ended campaigns are deleted, earliest end first, not before they expire") {
            fixture async throws in
            var ended: [CampaignID] = []
            for second in 1...3 as ClosedRange<Int64> {
                ended.append(try await fixture.campaign(to: .user("ada"), at: second).id)
                _ = try await fixture.advanceAll(at: second)
            }
            let open = try await fixture.campaign(to: .users(["ada", "ben", "eve"]), at: 4).id
            let store = fixture.store
            func left() async throws -> [CampaignID] { try await store.campaigns(before: nil, limit: 9).map(\.id) }
            #expect(try await store.pruneCampaigns(endedBefore: fixture.at(3), at: fixture.at(3600), limit: 9) == 0)
            #expect(try await store.pruneCampaigns(endedBefore: fixture.at(3), at: fixture.at(3601), limit: 9) == 1)
            #expect(try await left() == [open, ended[2], ended[1]])
            #expect(try await store.pruneCampaigns(endedBefore: fixture.at(9), at: fixture.at(9000), limit: 1) == 1)
            #expect(try await left() == [open, ended[2]])
            #expect(try await store.pruneCampaigns(endedBefore: fixture.at(9), at: fixture.at(9000), limit: 9) == 1)
            #expect(try await left() == [open])
            #expect(try await store.notifications(of: "ada", before: nil, limit: 9).count == 3)
        },
    ]
}

extension StoreFixture {
    /// A new campaign with a lifetime of an hour.
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

    /// Advances campaigns by `limit` users at a time until none is open, and returns the notified users in order.
    func advanceAll(at seconds: Int64 = 0, limit: Int = 2) async throws -> [UserID] {
        var told: [UserID] = []
        while let step = try await store.advanceCampaign(at: at(seconds), limit: limit) {
            told += step.notifications.map(\.userID)
        }
        return told
    }
}
