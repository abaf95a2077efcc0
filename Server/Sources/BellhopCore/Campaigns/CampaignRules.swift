import BellhopModel
import BellhopStore

/// The rules of a `CampaignRequest` that span fields. Throws an `APIError` that names the field.
enum CampaignRules {
    static func check(_ request: CampaignRequest, _ campaign: Campaign, by key: KeyRecord) throws {
        guard request.notification.userID == nil else {
            throw APIError(.invalidRequest, "notification.user_id: omit this field; `to` selects the users")
        }
        do {
            try NotificationRules.check(request.notification)
            let id = NotificationID.make(at: campaign.createdAt)
            try PayloadRules.check(campaign.notification(id, for: key.userID, at: campaign.createdAt))
        } catch let error as APIError where error.code == .invalidRequest {
            throw APIError(.invalidRequest, "notification.\(error.message)")
        }
    }
}

extension Campaign {
    init(_ request: CampaignRequest, at now: Timestamp) {
        self.init(
            id: .make(at: now), to: Target(request.to), notification: request.notification, createdAt: now,
            expiresAt: now + .seconds(request.notification.expiresIn ?? NotificationRules.lifetime))
    }
}
