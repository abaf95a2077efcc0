import BellhopModel

/// Knows the responses that were handled since the launch. The system reports the one that launched the app in more
/// than one place, to the scene and to the delegate.
struct ResponseLog: Sendable {
    private static let limit = 64
    private var known: [String] = []

    /// - Parameter id: as in ``id(of:digesting:)``.
    /// - Returns: whether it is new.
    mutating func insert(_ id: String) -> Bool {
        guard !known.contains(id) else { return false }
        if known.count == Self.limit { known.removeFirst() }
        known.append(id)
        return true
    }

    /// The name of one tap: a notification can be tapped once; when it is delivered again it has another date.
    static func id(of response: NotificationResponse, digesting: any Digesting) -> String {
        let parts = [
            response.notification.id, "\(response.notification.deliveredAt.milliseconds)", response.action.rawValue,
            response.text ?? "",
        ]
        // Encoded, no part holds a space.
        let text = parts.map(PercentEncoding.segment).joined(separator: " ")
        return Hex.encode(digesting.sha256(Array(text.utf8)).prefix(16))
    }
}
