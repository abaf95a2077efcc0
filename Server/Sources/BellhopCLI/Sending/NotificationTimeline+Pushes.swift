import BellhopModel

extension NotificationTimeline {
    /// A push that has just begun, or is about to: the server has no gateway for it, or asks one, and either is known in a
    /// moment. What waits for a later time does not count.
    var isBeginning: Bool {
        deliveries.contains { delivery in
            guard delivery.purpose == .show else { return false }
            return switch delivery.state {
            case .claimed: true
            case .waiting:
                delivery.attempts == 0
                    && delivery.nextAttemptAt.map { $0 <= notification.createdAt + .seconds(1) } ?? true
            case .sent, .failed, .cancelled: false
            }
        }
    }

    /// Why pushes were given up, each reason once.
    var whyEnded: String? {
        var reasons: [String] = []
        for entry in timeline where entry.deviceID != nil && (entry.step == .failed || entry.step == .cancelled) {
            if let detail = entry.detail, !reasons.contains(detail) { reasons.append(detail) }
        }
        return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
    }
}
