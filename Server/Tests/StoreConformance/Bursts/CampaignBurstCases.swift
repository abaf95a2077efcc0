import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let campaignBurstCases: [ConformanceCase] = [
        ConformanceCase("What a stopped campaign had folded is not pushed, and counts in no summary") {
            scene async throws in
            try await scene.device()
            let campaign = try await scene.foldedCampaign()
            let folded = try #require(try await scene.store.notifications(of: "ada", before: nil, limit: 1).first)
            try await scene.sendAll(at: 1)
            _ = try await scene.store.stopCampaign(campaign.id, at: scene.at(2))
            #expect(try await scene.claim(at: 3).isEmpty)
            #expect(try await scene.store.timeline(of: folded.id).last?.detail == "the campaign was stopped")
            #expect(try await scene.store.nextDeliveryDue() == nil)
            try await scene.accept(scene.notification(at: 4, under: .update, titled: "Another"))
            let shown = try await scene.sendAll(at: 6)
            #expect(shown.map(\.purpose) == [.show])
            #expect(shown.first?.summary?.count == 1)
            #expect(shown.first?.summary?.newest == "Another")
        },
        ConformanceCase("A summary of campaigns' notifications waits behind what is none's, and is part of the backlog")
        {
            scene async throws in
            try await scene.device()
            try await scene.foldedCampaign()
            try await scene.sendAll(at: 1)
            #expect(try await scene.store.campaignBacklog(at: scene.at(3), limit: 9) == 1)
            let (ask, _) = try await scene.ask(at: 5)
            let first = try await scene.claim(at: 5, limit: 1)
            #expect(first.map(\.ask) == [ask])
            #expect(first.map(\.isBulk) == [false])
            let second = try #require(try await scene.claim(at: 5, limit: 1).first)
            #expect(second.summary?.count == 1)
            #expect(second.isBulk)
            try await scene.record(second, .sent(gatewayID: nil), at: 5)
            _ = try await scene.campaign(to: .user("ada"), at: 6)
            _ = try await scene.advanceAll(at: 6)
            #expect(try await scene.store.campaignBacklog(at: scene.at(8), limit: 9) == 1)
            // Something that is no campaign's is folded into it too.
            try await scene.accept(scene.notification(at: 7, under: .update))
            #expect(try await scene.store.campaignBacklog(at: scene.at(9), limit: 9) == 0)
            let update = try await scene.claim(at: 9)
            #expect(update.map(\.purpose) == [.update])
            #expect(update.map(\.isBulk) == [false])
        },
    ]
}

extension Scene {
    /// A campaign for ada whose notification is folded at 1, after three others, into a summary that begins with it.
    @discardableResult
    fileprivate func foldedCampaign() async throws -> Campaign {
        for _ in 0..<3 { try await accept(notification(at: 0, under: .update)) }
        let campaign = try await campaign(to: .user("ada"))
        _ = try await advanceAll(at: 1)
        return campaign
    }
}
