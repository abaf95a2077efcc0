import BellhopModel
import BellhopPush
import BellhopStore

/// Turns the deliveries of one batch into pushes. What several of them carry is written once.
struct PushWriter {
    private struct Key: Hashable {
        /// What is told: one notification, or all of a campaign, which differ in their ids alone.
        var notification: NotificationID?
        var campaign: CampaignID?
        /// A summary is its user's own, also one of a campaign.
        var summary: NotificationSummary?
        var purpose: DeliveryPurpose
        var badge: Int
        var form: PayloadForm
    }

    private let payloads: any PayloadRendering
    private var written: [Key: PayloadTemplate] = [:]

    init(_ payloads: any PayloadRendering) { self.payloads = payloads }

    /// - Throws: what the payload's writer throws.
    mutating func push(for delivery: ClaimedDelivery) throws -> Push {
        let payload = try payload(of: delivery)
        return Push(
            id: delivery.id, token: delivery.device.token, environment: delivery.device.environment,
            app: delivery.device.app, kind: delivery.isShown ? .alert : .background,
            payload: payload.bytes, urgency: urgency(of: delivery), expiration: .at(delivery.endOfLife),
            collapseID: payload.collapses ? delivery.collapseID : nil, isBulk: delivery.isBulk)
    }

    private mutating func payload(of delivery: ClaimedDelivery) throws -> RenderedPayload {
        let notification = delivery.notification
        let form = PayloadForm(delivery.device.platform)
        let campaign = delivery.summary == nil ? notification.campaignID : nil
        let key = Key(
            notification: campaign == nil ? notification.id : nil, campaign: campaign, summary: delivery.summary,
            purpose: delivery.purpose, badge: delivery.badge, form: form)
        if let template = written[key] { return template.payload(for: notification.id) }
        let payload = try write(delivery, as: form)
        written[key] = PayloadTemplate(payload, of: notification.id)
        return payload
    }

    private func write(_ delivery: ClaimedDelivery, as form: PayloadForm) throws -> RenderedPayload {
        switch (delivery.purpose, delivery.summary) {
        case (.clear, let summary?): try payloads.recount(summary, as: form)
        case (.clear, nil): try payloads.clear(delivery.notification, ask: delivery.ask, as: form)
        case (let purpose, let summary?):
            try payloads.summary(summary, badge: delivery.badge, isUpdate: purpose == .update, as: form)
        case (_, nil):
            try payloads.show(delivery.notification, ask: delivery.ask, badge: delivery.badge, as: form)
        }
    }

    /// Background pushes must not be urgent: APNs refuses them with priority 10.
    private func urgency(of delivery: ClaimedDelivery) -> Urgency {
        let wanted = delivery.notification.options?.priority
        guard delivery.isShown, delivery.purpose != .update else { return wanted == .low ? .low : .considerate }
        switch wanted {
        case .high: return .immediate
        case .normal: return .considerate
        case .low: return .low
        case nil: break
        }
        return delivery.interruption == .passive ? .considerate : .immediate
    }
}

extension ClaimedDelivery {
    /// The person sees it; otherwise it works in the background.
    fileprivate var isShown: Bool { purpose != .clear && !notification.isSilent }

    // Those of its summary, or else of its notification.
    fileprivate var collapseID: String { summary?.collapseID ?? notification.collapseID }
    fileprivate var interruption: InterruptionLevel { summary?.interruption ?? notification.interruption }
}
