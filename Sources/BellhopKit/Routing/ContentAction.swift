public import BellhopModel

/// Something that the person did with a notification and that is the app's to carry out: the kit knows what it means,
/// but not where the app keeps its items and messages.
public struct ContentAction: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The item of a reminder is done.
        case complete
        /// Show it again after ``ActionEffect/snoozeDelay``.
        case snooze
        case markRead
        /// Answer a message.
        case reply(text: String)
        /// A button of the app's own category.
        case custom(ActionID, text: String?)
    }

    public let kind: Kind
    public let notification: DeliveredNotification

    public init(_ kind: Kind, on notification: DeliveredNotification) {
        self.kind = kind
        self.notification = notification
    }
}
