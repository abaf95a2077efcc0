public import BellhopModel
public import BellhopStore

extension SQLiteStore {
    public func accept(_ submission: CampaignSubmission) async throws -> IdempotentWriteResult {
        try await write { db in
            if let record = submission.idempotency {
                if let kept = try db.idempotency.find(scope: record.scope, key: record.key) { return .repeated(kept) }
                try db.idempotency.insert(record)
            }
            try db.begin(submission.campaign, for: submission.audience)
            return .stored
        }
    }

    public func campaign(_ id: CampaignID) async throws -> Campaign? {
        try await read { try $0.campaigns.find(id) }
    }

    public func campaigns(before cursor: CampaignID?, limit: Int) async throws -> [Campaign] {
        try await read { try $0.campaigns.page(before: cursor, limit: limit) }
    }

    public func advanceCampaign(at time: Timestamp, limit: Int) async throws -> CampaignStep? {
        try await write(isPatient: true) { [commits] db in
            try db.advanceCampaign(at: time, limit: limit) { commits.isAwaited }
        }
    }

    public func campaignBacklog(at time: Timestamp, limit: Int) async throws -> Int {
        try await read { try $0.deliveries.bulk(dueAt: time, limit: limit) }
    }

    public func stopCampaign(_ id: CampaignID, at time: Timestamp) async throws -> Campaign? {
        try await write { db in
            guard var campaign = try db.campaigns.find(id) else { return nil }
            campaign.end(.stopped, at: time)
            try db.campaigns.update(campaign)
            return campaign
        }
    }

    public func forgetCampaigns(
        endedBefore moment: Timestamp, at time: Timestamp, limit: Int
    ) async throws -> Int {
        try await write { try $0.campaigns.delete(endedBefore: moment, expiredAt: time, limit: limit) }
    }
}
