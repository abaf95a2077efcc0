public import BellhopModel

/// What is stored when something is accepted: the notification, the ask it is about, if any, and one delivery for each
/// of the user's active devices, unless the user does not want to hear it.
public struct Submission: Hashable, Sendable {
    public var notification: UserNotification
    public var ask: Ask?
    /// Stored with the rest, so that a repetition after a crash finds it.
    public var idempotency: IdempotencyRecord?

    public init(notification: UserNotification, ask: Ask? = nil, idempotency: IdempotencyRecord? = nil) {
        self.notification = notification
        self.ask = ask
        self.idempotency = idempotency
    }
}

public enum SubmissionResult: Hashable, Sendable {
    /// Everything is durable; so many deliveries are due.
    case stored(deliveries: Int)
    /// A record under the submission's idempotency key was there before. Nothing was stored.
    case repeated(IdempotencyRecord)
}

public protocol NotificationStore: Sendable {
    /// Stores `submission` in one transaction: all of it or nothing.
    ///
    /// Deliveries are made for the devices of `notification.userID` that are active at that moment, due at
    /// `notification.createdAt`. When the user's preferences at that moment refuse it
    /// (``Submission/refusal(by:)``) none are made, and the timeline gets that line after the acceptance; the rest is
    /// stored as ever.
    func accept(_ submission: Submission) async throws -> SubmissionResult

    /// Newest first, at most `limit`, starting before `cursor`.
    func notifications(of user: UserID, before cursor: NotificationID?, limit: Int) async throws -> [UserNotification]

    func notification(_ id: NotificationID) async throws -> UserNotification?

    /// Everything that happened to it, oldest first.
    func timeline(of id: NotificationID) async throws -> [TimelineEntry]

    /// Where its deliveries stand, those that show it first.
    func deliveries(of id: NotificationID) async throws -> [DeliveryStatus]

    /// Marks it as read, cancels deliveries that were not sent yet, and makes clearing deliveries for the user's other
    /// active devices that were sent it.
    /// - Returns: whether this call changed it.
    func markRead(_ id: NotificationID, by device: DeviceID?, at time: Timestamp) async throws -> Bool

    /// Adds a line to the timeline; nothing when there is no such notification.
    func record(_ entry: TimelineEntry, for id: NotificationID) async throws

    /// How many unread, unexpired notifications the user has: the badge.
    func badge(of user: UserID, at time: Timestamp) async throws -> Int
}
