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

/// The deliveries of a new notification that the caller can send at once. They are claimed in the transaction that
/// stores the notification, which saves a transaction.
public struct ImmediateClaim: Hashable, Sendable {
    /// The moment of the claim. Deliveries that are due later stay in the queue.
    public var time: Timestamp
    /// The end of the claim.
    public var lease: Timestamp
    /// The platforms whose deliveries are claimed.
    public var platforms: Set<Platform>
    /// The maximum number of claimed deliveries. Others stay in the queue.
    public var limit: Int

    public init(at time: Timestamp, lease: Timestamp, platforms: Set<Platform>, limit: Int) {
        self.time = time
        self.lease = lease
        self.platforms = platforms
        self.limit = limit
    }
}

public enum SubmissionResult: Hashable, Sendable {
    /// Everything is durable.
    ///
    /// - deliveries: the number of deliveries, due now or later.
    /// - claimed: those among them that are claimed for the caller.
    case stored(deliveries: Int, claimed: [ClaimedDelivery] = [])
    /// The idempotency key was used before, and nothing was stored.
    case repeated(IdempotencyRecord)
}

/// A delivery that shows a new notification.
struct NewDelivery: Sendable {
    let notification: NotificationID
    let device: DeviceID
    let platform: Platform
    let due: Timestamp
    /// Indicates whether it is claimed only when nothing else is due.
    let isBulk: Bool
}

/// A new delivery that is claimed in the transaction that stores it.
struct ClaimedRow: Sendable {
    let id: DeliveryID
    let delivery: NewDelivery
    let device: Device
}

/// The reasons in the timeline for ending a delivery before it was sent.
enum CancellationReason: String {
    case alreadyRead = "already read"
    case askEnded = "the ask has ended"
    case campaignStopped = "the campaign was stopped"
    case deviceChangedHands = "the device belongs to another user"
    case deviceNotActive = "the device is not active"
    case deviceRemoved = "the device was removed"
    case expired
    case cancelledBySender = "its sender cancelled it"
}
