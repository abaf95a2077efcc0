import BellhopModel
import BellhopPush
import BellhopStore

/// Builds the pushes of one batch of deliveries. Each payload is rendered once per notification or campaign, purpose,
/// badge and format.
struct PushBuilder {
    private struct Key: Hashable {
        /// One notification, or `campaign` and `texts`: otherwise the notifications of a campaign differ only in their
        /// ids.
        var notification: NotificationID?
        var campaign: CampaignID?
        /// The fields that can differ between the recipients of a campaign.
        var texts: [String?]?
        /// A summary belongs to one user, also a campaign's.
        var summary: NotificationSummary?
        var purpose: DeliveryPurpose
        var badge: Int
        var form: PayloadFormat
    }

    private let payloads: any PayloadRendering
    private var rendered: [Key: PayloadTemplate] = [:]

    init(_ payloads: any PayloadRendering) { self.payloads = payloads }

    /// - Throws: errors of the payload renderer.
    mutating func push(for delivery: ClaimedDelivery) throws -> Push {
        let payload = try payload(of: delivery)
        return Push(
            id: delivery.id, token: delivery.device.token, environment: delivery.device.environment,
            app: delivery.device.app, kind: delivery.isShown ? .alert : .background,
            payload: payload.bytes, urgency: delivery.urgency, expiration: .at(delivery.endOfLife),
            collapseID: payload.collapses ? delivery.collapseID : nil, isBulk: delivery.isBulk)
    }

    private mutating func payload(of delivery: ClaimedDelivery) throws -> RenderedPayload {
        let notification = delivery.notification
        let form = PayloadFormat(delivery.device.platform)
        let campaign = delivery.summary == nil ? notification.campaignID : nil
        let key = Key(
            notification: campaign == nil ? notification.id : nil, campaign: campaign,
            texts: campaign == nil
                ? nil : [notification.title, notification.subtitle, notification.body, notification.deepLink],
            summary: delivery.summary, purpose: delivery.purpose, badge: delivery.badge, form: form)
        if let template = rendered[key] { return template.payload(for: notification.id) }
        let payload = try render(delivery, as: form)
        rendered[key] = PayloadTemplate(payload, of: notification.id)
        return payload
    }

    private func render(_ delivery: ClaimedDelivery, as form: PayloadFormat) throws -> RenderedPayload {
        switch (delivery.purpose, delivery.summary) {
        case (.clear, let summary?): try payloads.recount(summary, as: form)
        case (.clear, nil): try payloads.clear(delivery.notification, ask: delivery.ask, as: form)
        case (let purpose, let summary?):
            try payloads.summary(summary, badge: delivery.badge, isUpdate: purpose == .update, as: form)
        case (_, nil):
            try payloads.show(delivery.notification, ask: delivery.ask, badge: delivery.badge, as: form)
        }
    }
}

extension Urgency {
    /// - Parameter isShown: whether the push displays something new. Other pushes are never immediate: APNs rejects
    ///   background pushes with priority 10.
    init(_ wanted: DeliveryPriority?, isShown: Bool, _ interruption: InterruptionLevel) {
        switch (isShown, wanted) {
        case (_, .low): self = .low
        case (false, _), (true, .normal): self = .considerate
        case (true, .high): self = .immediate
        case (true, nil): self = interruption == .passive ? .considerate : .immediate
        }
    }
}

extension ClaimedDelivery {
    /// Indicates whether the system displays it; otherwise it is a background push.
    fileprivate var isShown: Bool { purpose != .clear && !notification.isSilent }

    fileprivate var urgency: Urgency {
        Urgency(notification.options?.priority, isShown: isShown && purpose != .update, interruption)
    }

    // The values of its summary, or else of its notification.
    fileprivate var collapseID: String { summary?.collapseID ?? notification.collapseID }
    fileprivate var interruption: InterruptionLevel { summary?.interruption ?? notification.interruption }
}

/// A payload rendered for one notification that can be reused for others of the same campaign and with the same texts,
/// which differ only in their ids.
struct PayloadTemplate {
    private let rendered: RenderedPayload
    private let id: NotificationID
    /// The offsets of the id in the payload.
    private let places: [Int]

    /// - Parameter id: the notification it was rendered for.
    init(_ rendered: RenderedPayload, of id: NotificationID) {
        self.rendered = rendered
        self.id = id
        let bytes = rendered.bytes
        let text = Array(id.description.utf8)
        places = bytes.indices.dropLast(max(0, text.count - 1)).filter { start in
            bytes[start] == text[0] && bytes[start..<(start + text.count)].elementsEqual(text)
        }
    }

    /// The payload with the id of the notification `other`.
    func payload(for other: NotificationID) -> RenderedPayload {
        guard other != id else { return rendered }
        let text = other.description.utf8
        var payload = rendered
        for place in places { payload.bytes.replaceSubrange(place..<(place + text.count), with: text) }
        return payload
    }
}

extension ClaimedDelivery {
    /// The moment from which the push is useless.
    ///
    /// A notification is useful until it expires, and an ask until its deadline. A clearing push is useful for a day
    /// longer, because a device shows a notification until it is cleared, and may be off for a night. Exception: one
    /// that clears a snoozed notification is useful until it is shown again.
    var endOfLife: Timestamp {
        switch purpose {
        case .show, .update:
            summary?.expiresAt ?? notification.expiresAt
        case .clear:
            shownAgain ?? (summary?.expiresAt ?? ask?.resolution?.at ?? notification.readAt ?? notification.expiresAt)
                + .seconds(24 * 3600)
        }
    }

    /// The moment at which the notification is shown again, when the push clears it because it is snoozed.
    private var shownAgain: Timestamp? {
        guard summary == nil, notification.readAt == nil else { return nil }
        return notification.snoozedUntil.flatMap { $0 > claimedAt ? $0 : nil }
    }

    /// The reason not to send it any more; `nil` when it may be sent.
    func skipReason(at now: Timestamp) -> String? {
        if now >= endOfLife { return DeliveryReason.expired }
        guard purpose == .show, summary == nil else { return nil }
        if let state = ask?.state, state != .pending { return "the ask was \(state.rawValue) before" }
        return notification.readAt == nil ? nil : "it was read before"
    }
}
