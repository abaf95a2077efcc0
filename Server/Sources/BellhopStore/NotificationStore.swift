public import BellhopModel

/// An accepted notification, with its ask if any. It is stored with one delivery per active device of the user, unless
/// the user's preferences suppress it.
public struct Submission: Hashable, Sendable {
    public var notification: UserNotification
    public var ask: Ask?
    /// SHA-256 of the ask's input alone, which identifies repeated inputs; `nil` without input.
    public var inputHash: [UInt8]?
    /// The notification's topics, in addition to its item.
    public var topics: [TopicID]
    /// The moment before which devices are not notified, because a person may answer locally. For asks; `nil` for no
    /// delay.
    public var heldUntil: Timestamp?
    /// Indicates whether the user requested it for this very moment, so that no preference delays or suppresses it.
    public var bypassesPreferences: Bool
    /// Stored in the same transaction, so that a repetition after a crash finds it.
    public var idempotency: IdempotencyRecord?

    public init(
        notification: UserNotification, ask: Ask? = nil, inputHash: [UInt8]? = nil, topics: [TopicID] = [],
        heldUntil: Timestamp? = nil,
        bypassesPreferences: Bool = false, idempotency: IdempotencyRecord? = nil
    ) {
        self.notification = notification
        self.ask = ask
        self.inputHash = inputHash
        self.topics = topics
        self.heldUntil = heldUntil
        self.bypassesPreferences = bypassesPreferences
        self.idempotency = idempotency
    }
}

public enum SubmissionResult: Hashable, Sendable {
    /// Everything is durable, with this number of deliveries.
    case stored(deliveries: Int)
    /// The idempotency key was used before, and nothing was stored.
    case repeated(IdempotencyRecord)
}

/// The result of snoozing a notification.
public enum SnoozeResult: Hashable, Sendable {
    case done
    /// The notification does not exist.
    case missing
    /// The notification was cancelled.
    case cancelled
    /// The notification is about a completed item.
    case itemCompleted(TopicID)
    /// The notification is about an ask that has ended, or ends before the moment.
    case askEnds
}

public protocol NotificationStore: Sendable {
    /// Stores `submission` in one transaction.
    ///
    /// ``PushPolicy`` decides by the user's preferences and the stored state at that moment, and its entries follow the
    /// acceptance in the timeline. Deliveries are created for the currently active devices of `notification.userID`,
    /// due as decided. A folded notification has no deliveries; instead each of these devices gets a delivery of the
    /// summary, unless one is pending. A held notification is decided about as if it arrived at the end of the hold,
    /// and Live Activities show it from then on. Suppressed notifications are still stored.
    func accept(_ submission: Submission) async throws -> SubmissionResult

    /// Newest first, at most `limit`, starting before `cursor`.
    func notifications(of user: UserID, before cursor: NotificationID?, limit: Int) async throws -> [UserNotification]

    func notification(_ id: NotificationID) async throws -> UserNotification?

    /// The notification's events, oldest first.
    func timeline(of id: NotificationID) async throws -> [TimelineEntry]

    /// The state of its deliveries, showing ones first.
    func deliveries(of id: NotificationID) async throws -> [DeliveryStatus]

    /// Marks it as read, cancels unsent deliveries, and creates clearing deliveries for the user's other active devices
    /// that were sent it. For a folded one these go to all devices that were sent its summary, due after
    /// ``BurstLimits/settling``.
    /// - Returns: whether this call changed it.
    func markRead(_ id: NotificationID, by device: DeviceID?, at time: Timestamp) async throws -> Bool

    /// Cancels a notification: marks it as read, cancels unsent deliveries, and creates clearing deliveries for all
    /// active devices that were sent it. A read notification does not change.
    /// - Returns: the numbers of cancelled and clearing deliveries; `nil` for an unknown notification.
    func cancelNotification(_ id: NotificationID, at time: Timestamp) async throws -> Cancellation?

    /// Snoozes a notification: it is silent until `moment`, and shown again then.
    ///
    /// The user's other devices that were sent it get clearing deliveries. Every active device gets a delivery due at
    /// `moment`, regardless of the user's preferences; it replaces a pending one. The notification does not count in
    /// the badge until then, and is unread from then on. It expires at `expiresAt`, if that is later than before; that
    /// of an ask expires at its deadline.
    ///
    /// A folded notification leaves its summary, which continues without it, and is shown on its own from then on. When
    /// nothing else in the summary is unread and unexpired, the summary is cleared and shown again at `moment`; nothing
    /// is folded into it until then.
    ///
    /// - Returns: `done`, or the reason why it was not snoozed.
    func snooze(
        _ id: NotificationID, until moment: Timestamp, expiresAt: Timestamp, by device: DeviceID?, at time: Timestamp
    ) async throws -> SnoozeResult

    /// Adds a timeline entry; nothing for an unknown notification.
    func record(_ entry: TimelineEntry, for id: NotificationID) async throws

    /// The badge: the number of the user's unread, unexpired notifications that are not snoozed.
    func badge(of user: UserID, at time: Timestamp) async throws -> Int
}
