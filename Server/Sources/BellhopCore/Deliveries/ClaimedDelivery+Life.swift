import BellhopModel
import BellhopStore

extension ClaimedDelivery {
    /// When it is no longer worth sending.
    ///
    /// A notification is worth showing until it expires: for an ask, until its deadline. Clearing outlives that,
    /// because a phone shows what it has received until it is told otherwise: a phone that was off for a night still
    /// learns of it. Unless it was cleared because it is snoozed: then it is shown again.
    var endOfLife: Timestamp {
        switch purpose {
        case .show, .update:
            summary?.expiresAt ?? notification.expiresAt
        case .clear:
            shownAgain ?? (summary?.expiresAt ?? ask?.resolution?.at ?? notification.readAt ?? notification.expiresAt)
                + .seconds(24 * 3600)
        }
    }

    /// When that is which it clears because it is snoozed.
    private var shownAgain: Timestamp? {
        guard summary == nil, notification.readAt == nil else { return nil }
        return notification.snoozedUntil.flatMap { $0 > claimedAt ? $0 : nil }
    }

    /// Why it must not be sent (any more); `nil` when it may.
    func objection(at now: Timestamp) -> String? {
        if now >= endOfLife { return DeliveryReason.expired }
        guard purpose == .show, summary == nil else { return nil }
        if let state = ask?.state, state != .pending { return "the ask was \(state.rawValue) before" }
        return notification.readAt == nil ? nil : "it was read before"
    }
}
