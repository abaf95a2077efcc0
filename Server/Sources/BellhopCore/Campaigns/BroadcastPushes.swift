import BellhopModel
import BellhopPush
import BellhopStore

/// Makes the pushes of a broadcast, which have the same payload in each format.
struct BroadcastPushes {
    private let campaign: Campaign
    private let notification: UserNotification
    private var payloads: [PayloadFormat: RenderedPayload] = [:]

    init(of campaign: Campaign) {
        self.campaign = campaign
        // The payload does not contain the user.
        notification = campaign.notification(
            NotificationID(campaign.id), for: Audience.Recipient(user: "everyone"), at: campaign.createdAt)
    }

    /// - Throws: errors of the payload renderer.
    mutating func push(to target: BroadcastTarget, in environment: PushEnvironment) throws -> Push {
        let payload = try payload(as: PayloadFormat(target.platform))
        return Push(
            id: DeliveryID(of: campaign.id, to: target.id), token: target.token, environment: environment,
            app: target.app, kind: notification.isSilent ? .background : .alert, payload: payload.bytes,
            urgency: Urgency(
                notification.options?.priority, isShown: !notification.isSilent, notification.interruption),
            expiration: .at(campaign.expiresAt), collapseID: payload.collapses ? notification.collapseID : nil,
            isBulk: true)
    }

    private mutating func payload(as form: PayloadFormat) throws -> RenderedPayload {
        if let known = payloads[form] { return known }
        let payload = try PayloadRenderer().show(notification, ask: nil, badge: nil, as: form)
        payloads[form] = payload
        return payload
    }

    /// The delivery that the rules of individual deliveries decide about.
    func delivery(to target: BroadcastTarget, failures: Int, at now: Timestamp) -> ClaimedDelivery {
        let device = Device(
            id: target.id, userID: target.user, name: "", platform: target.platform, token: target.token,
            environment: target.environment, app: target.app, publicKey: [], registeredAt: target.registeredAt)
        return ClaimedDelivery(
            id: DeliveryID(of: campaign.id, to: target.id), purpose: .show, device: device,
            notification: notification, ask: nil, badge: 0, attempt: failures + 1, failures: failures, claimedAt: now,
            isBulk: true)
    }
}

extension DeliveryID {
    /// The id of a broadcast's push to `device`, the same for each attempt: a UUID version 7 with the campaign's time,
    /// and a hash of both ids.
    init(of campaign: CampaignID, to device: DeviceID) {
        let first = Self.mix(campaign.low ^ Self.mix(device.high))
        let second = Self.mix(first ^ Self.mix(device.low ^ campaign.high))
        self.init(
            high: campaign.high & ~0xFFFF | 0x7000 | first & 0x0FFF,
            low: second & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    /// The finalizer of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
    private static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
