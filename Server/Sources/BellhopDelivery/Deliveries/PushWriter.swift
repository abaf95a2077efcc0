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
            collapseID: collapseID(of: delivery.notification))
    }

    private mutating func payload(of delivery: ClaimedDelivery) throws -> [UInt8] {
        let key = Key(
            notification: delivery.notification.id, purpose: delivery.purpose, badge: delivery.badge)
        if let payload = written[key] { return payload }
        let payload =
            switch delivery.purpose {
            case .show: try payloads.show(delivery.notification, ask: delivery.ask, badge: delivery.badge)
            case .clear: try payloads.clear(delivery.notification, ask: delivery.ask)
            }
        written[key] = payload
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

    /// The same for every push about one notification: a repeated one replaces the one that is shown, and a clearing
    /// one replaces the one that a gateway still keeps for a phone that is off.
    private func collapseID(of notification: UserNotification) -> String {
        notification.options?.collapseKey ?? notification.askID.map { "ask-\($0)" } ?? notification.id.description
    }
}

extension ClaimedDelivery {
    /// The person sees it; otherwise it works in the background.
    fileprivate var isShown: Bool { purpose == .show && !notification.isSilent }
}
