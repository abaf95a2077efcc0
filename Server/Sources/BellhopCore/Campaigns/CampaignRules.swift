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
            try PayloadRules.check(notification(of: campaign, for: Audience.Recipient(user: key.userID)))
        } catch let error as APIError where error.code == .invalidRequest {
            throw APIError(.invalidRequest, "notification.\(error.message)")
        }
        if campaign.delivery == .broadcast { try checkBroadcast(request) }
        try RecipientRules.check(request.to, request.notification) { notification(of: campaign, for: $0) }
    }

    /// A broadcast sends the same push to all devices, and leaves badges unchanged.
    private static func checkBroadcast(_ request: CampaignRequest) throws {
        if case .recipients = request.to {
            throw APIError(
                .invalidRequest, "to.recipients: a broadcast has the same texts for all; use `individual` delivery")
        }
        if request.notification.options?.badge != nil {
            throw APIError(.invalidRequest, "notification.options.badge: a broadcast does not change badges")
        }
    }

    private static func notification(of campaign: Campaign, for recipient: Audience.Recipient) -> UserNotification {
        campaign.notification(.make(at: campaign.createdAt), for: recipient, at: campaign.createdAt)
    }
}

extension Campaign {
    init(_ request: CampaignRequest, at now: Timestamp) {
        self.init(
            id: .make(at: now), to: Target(request.to), delivery: request.delivery ?? .individual,
            notification: request.notification, createdAt: now,
            expiresAt: now + .seconds(request.notification.expiresIn ?? NotificationRules.lifetime))
    }
}
