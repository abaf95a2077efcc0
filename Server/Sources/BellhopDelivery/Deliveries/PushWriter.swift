import BellhopModel
import BellhopPush
import BellhopStore

/// Turns the deliveries of one batch into pushes. What several of them carry is written once.
struct PushWriter {
    private struct Key: Hashable {
        /// What is told: one notification, or all of a campaign, which differ in their ids alone.
        var notification: NotificationID?
        var campaign: CampaignID?
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
            collapseID: payload.collapses ? delivery.notification.collapseID : nil)
    }

    private mutating func payload(of delivery: ClaimedDelivery) throws -> WrittenPayload {
        let notification = delivery.notification
        let form = PayloadForm(delivery.device.platform)
        let key = Key(
            notification: notification.campaignID == nil ? notification.id : nil, campaign: notification.campaignID,
            purpose: delivery.purpose, badge: delivery.badge, form: form)
        if let template = written[key] { return template.payload(for: notification.id) }
        let payload =
            switch delivery.purpose {
            case .show:
                try payloads.show(notification, ask: delivery.ask, badge: delivery.badge, as: form)
            case .clear: try payloads.clear(notification, ask: delivery.ask, as: form)
            }
        written[key] = PayloadTemplate(payload, of: notification.id)
        return payload
    }

    /// Background pushes must not be urgent: APNs refuses them with priority 10.
    private func urgency(of delivery: ClaimedDelivery) -> Urgency {
        let wanted = delivery.notification.options?.priority
        guard delivery.isShown else { return wanted == .low ? .low : .considerate }
        switch wanted {
        case .high: return .immediate
        case .normal: return .considerate
        case .low: return .low
        case nil: break
        }
        return payloads.interruption(of: delivery.notification) == .passive ? .considerate : .immediate
    }
}

extension ClaimedDelivery {
    /// The person sees it; otherwise it works in the background.
    fileprivate var isShown: Bool { purpose == .show && !notification.isSilent }
}
