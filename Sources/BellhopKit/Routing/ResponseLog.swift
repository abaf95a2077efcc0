import BellhopModel

/// Knows the responses that were handled since the launch. The system reports the one that launched the app in more
/// than one place, to the scene and to the delegate.
struct ResponseLog: Sendable {
    /// A notification can be tapped once; when it is delivered again it has another date.
    private struct Identity: Hashable {
        var notification: String
        var deliveredAt: Timestamp
        var action: ActionID
        var text: String?
    }

    private static let limit = 64
    private var known: [Identity] = []

    /// - Returns: whether it is new.
    mutating func insert(_ response: NotificationResponse) -> Bool {
        let identity = Identity(
            notification: response.notification.id, deliveredAt: response.notification.deliveredAt,
            action: response.action, text: response.text)
        guard !known.contains(identity) else { return false }
        if known.count == Self.limit { known.removeFirst() }
        known.append(identity)
        return true
    }
}
