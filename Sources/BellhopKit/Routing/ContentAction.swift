public import BellhopModel

/// Something that the person did with a notification and that is the app's to carry out: the kit knows what it means,
/// but not where the app keeps its items and messages.
public struct ContentAction: Hashable, Sendable, Codable, Identifiable {
    public enum Kind: Hashable, Sendable, Codable {
        /// The item of a reminder is done.
        case complete
        /// Show it again at that time.
        case snooze(SnoozeTime)
        case markRead
        /// Let what failed try again. Without a ``ContentActionHandler`` a session's is ``Route/SessionPurpose/retry``
        /// instead, so that nothing is tried again twice.
        case retry
        /// Answer a message.
        case reply(text: String)
        /// A button of the app's own category.
        case custom(ActionID, text: String?)
    }

    /// The same for every report and every repetition of one tap, over restarts: 32 hex digits.
    public let id: String
    public let kind: Kind
    public let notification: DeliveredNotification
    /// From this moment on it is not carried out any more.
    public let expiresAt: Timestamp

    /// The longest time for which an action waits for the network.
    public static let lifetime: Duration = .seconds(24 * 3600)

    public init(id: String, _ kind: Kind, on notification: DeliveredNotification, expiresAt: Timestamp) {
        self.id = id
        self.kind = kind
        self.notification = notification
        self.expiresAt = expiresAt
    }
}
