public import BellhopModel

/// What a delivery is for.
public enum DeliveryPurpose: String, Hashable, Sendable, CaseIterable {
    /// Show the notification.
    case show
    /// Take it off the screen, silently.
    case clear
}

/// A delivery that this process may work on until its lease ends.
public struct ClaimedDelivery: Hashable, Sendable {
    public var id: DeliveryID
    public var purpose: DeliveryPurpose
    public var device: Device
    public var notification: UserNotification
    public var ask: Ask?
    /// The user's badge at the time of the claim.
    public var badge: Int
    /// 1 for the first attempt.
    public var attempt: Int

    public init(
        id: DeliveryID, purpose: DeliveryPurpose, device: Device, notification: UserNotification, ask: Ask?, badge: Int,
        attempt: Int
    ) {
        self.id = id
        self.purpose = purpose
        self.device = device
        self.notification = notification
        self.ask = ask
        self.badge = badge
        self.attempt = attempt
    }
}

/// What became of one attempt.
public struct DeliveryResult: Hashable, Sendable {
    public enum Ending: Hashable, Sendable {
        case sent(gatewayID: String?)
        /// Again, not before `until`.
        case deferred(until: Timestamp, reason: String)
        /// Never.
        case failed(reason: String)
    }

    /// What the gateway's answer means for the device's registration.
    public enum DeviceConsequence: Hashable, Sendable {
        /// Deactivate it, unless it registered after `since`.
        case gone(since: Timestamp?)
        /// Set it aside until it registers again.
        case suspect
        /// It is alive in the other environment than registered.
        case environment(PushEnvironment)
    }

    public var id: DeliveryID
    public var deviceID: DeviceID
    public var notificationID: NotificationID
    public var purpose: DeliveryPurpose
    public var ending: Ending
    public var device: DeviceConsequence?

    public init(_ claimed: ClaimedDelivery, _ ending: Ending, device: DeviceConsequence? = nil) {
        id = claimed.id
        deviceID = claimed.device.id
        notificationID = claimed.notification.id
        purpose = claimed.purpose
        self.ending = ending
        self.device = device
    }
}

public protocol DeliveryQueue: Sendable {
    /// Takes up to `limit` deliveries that are due at `time`, earliest first, and leases them until `lease`.
    ///
    /// A delivery whose notification has expired, was cancelled, or whose device is no longer active is ended instead
    /// of claimed. A claim whose lease has passed is due again. No delivery is claimed twice under a running lease.
    func claimDeliveries(at time: Timestamp, lease: Timestamp, limit: Int) async throws -> [ClaimedDelivery]

    /// Stores what came of claimed deliveries, in one transaction, each with a line in its timeline.
    func record(_ results: [DeliveryResult], at time: Timestamp) async throws

    /// When the next delivery is due or the next lease ends; `nil` when nothing waits.
    func nextDeliveryDue() async throws -> Timestamp?

    /// How many deliveries wait, for the metrics.
    func queueDepth() async throws -> Int
}
