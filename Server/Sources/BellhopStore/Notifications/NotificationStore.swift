public import BellhopModel

/// What is stored when something is accepted: the notification, the ask it is about, if any, and one delivery for each
/// of the user's active devices, unless the user does not want to hear it.
public struct Submission: Hashable, Sendable {
    public var notification: UserNotification
    public var ask: Ask?
    /// SHA-256 of the ask's input alone, by which repetitions are known; `nil` without input.
    public var inputHash: [UInt8]?
    /// What it was sent about, beside its item.
    public var topics: [TopicID]
    /// Devices are told no sooner: until then somebody at the desk may answer. For asks; `nil` for at once.
    public var heldUntil: Timestamp?
    /// Its user asked to be told at this very moment: nothing that they have set holds it back.
    public var bypassesPreferences: Bool
    /// Stored with the rest, so that a repetition after a crash finds it.
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
    /// Everything is durable; so many deliveries are due.
    case stored(deliveries: Int)
    /// A record under the submission's idempotency key was there before. Nothing was stored.
    case repeated(IdempotencyRecord)
}

/// What came of snoozing a notification.
public enum Snoozing: Hashable, Sendable {
    case done
    /// There is no such notification.
    case missing
    /// Its sender took it back.
    case takenBack
    /// The item that it is about is complete.
    case itemCompleted(TopicID)
    /// It is about an ask that has ended, or will have by then.
    case askEnds
}

public protocol NotificationStore: Sendable {
    /// Stores `submission` in one transaction: all of it or nothing.
    ///
    /// What ``PushPolicy`` decides, by the user's preferences and what else is there at that moment, becomes of it, and
    /// its lines follow the acceptance in the timeline. Deliveries are made for the devices of `notification.userID`
    /// that are active at that moment, due when the decision says. A folded notification has none of its own: instead
    /// each of these devices gets a delivery of its summary, unless one waits already. What is held is decided about as
    /// if it came when the hold ends, and Live Activities show it from then on. The rest is stored as ever.
    func accept(_ submission: Submission) async throws -> SubmissionResult

    /// Newest first, at most `limit`, starting before `cursor`.
    func notifications(of user: UserID, before cursor: NotificationID?, limit: Int) async throws -> [UserNotification]

    func notification(_ id: NotificationID) async throws -> UserNotification?

    /// Everything that happened to it, oldest first.
    func timeline(of id: NotificationID) async throws -> [TimelineEntry]

    /// Where its deliveries stand, those that show it first.
    func deliveries(of id: NotificationID) async throws -> [DeliveryStatus]

    /// Marks it as read, cancels deliveries that were not sent yet, and makes clearing deliveries for the user's other
    /// active devices that were sent it; for a folded one, for all that were sent its summary, which is due after
    /// ``BurstLimits/settling``.
    /// - Returns: whether this call changed it.
    func markRead(_ id: NotificationID, by device: DeviceID?, at time: Timestamp) async throws -> Bool

    /// Takes a notification back: it counts as read, deliveries that were not sent yet are cancelled, and every active
    /// device that was sent it is told to clear it. One that was read stays as it is.
    /// - Returns: what there was to do; `nil` when there is no such notification.
    func takeBack(_ id: NotificationID, at time: Timestamp) async throws -> Cancellation?

    /// Makes a notification quiet until `moment`, and has it shown again then.
    ///
    /// The user's other devices that were sent it are told to clear it. Every active device gets a delivery that is due
    /// at `moment`, whatever the user's preferences say; it takes the place of one that waits. Until then it does not
    /// count in the badge; from then on it is unread. It expires at `expiresAt`, if that is later than before; that of an
    /// ask keeps to its deadline.
    ///
    /// A folded one leaves its summary, which goes on as the same without it, and is shown by itself from then on. When
    /// nothing else in there is unread and alive, the summary is taken off the screens and comes back at `moment`; until
    /// then nothing is folded into it.
    ///
    /// - Returns: why it was not done, if it was not.
    func snooze(
        _ id: NotificationID, until moment: Timestamp, expiresAt: Timestamp, by device: DeviceID?, at time: Timestamp
    ) async throws -> Snoozing

    /// Adds a line to the timeline; nothing when there is no such notification.
    func record(_ entry: TimelineEntry, for id: NotificationID) async throws

    /// How many unread, unexpired notifications the user has, those that are snoozed left out: the badge.
    func badge(of user: UserID, at time: Timestamp) async throws -> Int
}
