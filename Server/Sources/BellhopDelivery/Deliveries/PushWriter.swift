import BellhopModel
import BellhopPush
import BellhopStore

/// Turns the deliveries of one batch into pushes. What several of them carry is written once.
struct PushWriter {
    private struct Key: Hashable {
        var notification: NotificationID
        var purpose: DeliveryPurpose
        var badge: Int
    }

    private let payloads: any PayloadRendering
    private var written: [Key: [UInt8]] = [:]

    init(_ payloads: any PayloadRendering) { self.payloads = payloads }

    /// - Throws: what the payload's writer throws.
    mutating func push(for delivery: ClaimedDelivery) throws -> Push {
        Push(
            id: delivery.id, token: delivery.device.token, environment: delivery.device.environment,
            app: delivery.device.app, kind: delivery.isShown ? .alert : .background,
            payload: try payload(of: delivery), urgency: urgency(of: delivery), expiration: .at(delivery.endOfLife),
            collapseID: collapseID(of: delivery))
    }

    private mutating func payload(of delivery: ClaimedDelivery) throws -> [UInt8] {
        let key = Key(
            notification: delivery.notification.id, purpose: delivery.purpose, badge: delivery.badge)
        if let payload = written[key] { return payload }
        let payload = try write(delivery)
        written[key] = payload
        return payload
    }

    private func write(_ delivery: ClaimedDelivery) throws -> [UInt8] {
        switch (delivery.purpose, delivery.summary) {
        case (.clear, let summary?): try payloads.recount(summary)
        case (.clear, nil): try payloads.clear(delivery.notification, ask: delivery.ask)
        case (let purpose, let summary?):
            try payloads.summary(summary, badge: delivery.badge, isUpdate: purpose == .update)
        case (_, nil): try payloads.show(delivery.notification, ask: delivery.ask, badge: delivery.badge)
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
        return payloads.interruption(of: delivery.notification) == .passive ? .considerate : .immediate
    }

    /// The same for every push about one notification or summary: a repeated one replaces the one that is shown, and a clearing
    /// one replaces the one that a gateway still keeps for a phone that is off.
    private func collapseID(of delivery: ClaimedDelivery) -> String {
        if let summary = delivery.summary { return "summary-\(summary.id)" }
        let notification = delivery.notification
        return notification.options?.collapseKey ?? notification.askID.map { "ask-\($0)" }
            ?? notification.id.description
    }
}

extension ClaimedDelivery {
    /// The person sees it; otherwise it works in the background.
    fileprivate var isShown: Bool { purpose != .clear && !notification.isSilent }
}
