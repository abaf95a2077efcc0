public import BellhopModel

/// An action on a notification that the app carries out: the kit knows its meaning, but not where the app keeps its
/// items and messages.
public struct ContentAction: Hashable, Sendable, Codable, Identifiable {
    public enum Kind: Hashable, Sendable, Codable {
        /// Complete the item of a reminder.
        case complete
        /// Show the notification again at that time.
        case snooze(SnoozeTime)
        case markRead
        /// Retry a failed operation. Without a ``ContentActionHandler``, that of a session is
        /// ``Route/SessionPurpose/retry`` instead, which avoids a second retry.
        case retry
        /// Reply to a message.
        case reply(text: String)
        /// A button of the app's own category.
        case custom(ActionID, text: String?)
    }

    /// The id of the tap: equal for all reports and repetitions, also over restarts; 32 hex digits.
    public let id: String
    public let kind: Kind
    public let notification: DeliveredNotification
    /// The moment from which the action is no longer carried out.
    public let expiresAt: Timestamp

    /// The maximum time for which an action waits for the network.
    public static let lifetime: Duration = .seconds(24 * 3600)

    public init(id: String, _ kind: Kind, on notification: DeliveredNotification, expiresAt: Timestamp) {
        self.id = id
        self.kind = kind
        self.notification = notification
        self.expiresAt = expiresAt
    }
}
