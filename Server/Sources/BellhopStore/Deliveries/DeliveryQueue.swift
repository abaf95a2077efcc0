public import BellhopModel

/// What a delivery is for.
public enum DeliveryPurpose: String, Hashable, Sendable, CaseIterable {
    /// Show the notification, or the summary that begins with it.
    case show
    /// Take it off the screen, silently. A summary's number is brought down, and it goes when nothing is left of it.
    case clear
    /// Bring the number of a summary up that the device was sent before, without a noise.
    case update
}

/// A delivery that this process may work on until its lease ends.
public struct ClaimedDelivery: Hashable, Sendable {
    public var id: DeliveryID
    public var purpose: DeliveryPurpose
    public var device: Device
    public var notification: UserNotification
    public var ask: Ask?
    /// Set when the delivery is about the summary that begins with ``notification``: as it is at the time of the claim.
    /// Then there is no ask.
    public var summary: NotificationSummary?
    /// The user's badge at the time of the claim.
    public var badge: Int
    /// Which claim of the delivery this is; 1 for the first. A claim may end without an attempt, as when its process dies.
    public var attempt: Int
    /// How many attempts the gateway has put off: what the wait before the next one follows from.
    public var failures: Int
    public var claimedAt: Timestamp
    /// Made by campaigns alone: nobody waits for it.
    public var isBulk: Bool

    public init(
        id: DeliveryID, purpose: DeliveryPurpose, device: Device, notification: UserNotification, ask: Ask?,
        summary: NotificationSummary? = nil, badge: Int, attempt: Int, failures: Int = 0, claimedAt: Timestamp,
        isBulk: Bool = false
    ) {
        self.id = id
        self.purpose = purpose
        self.device = device
        self.notification = notification
        self.ask = ask
        self.summary = summary
        self.badge = badge
        self.attempt = attempt
        self.failures = failures
        self.claimedAt = claimedAt
        self.isBulk = isBulk
    }
}

/// What became of one attempt.
public struct DeliveryResult: Hashable, Sendable {
    public enum Ending: Hashable, Sendable {
        case sent(gatewayID: String?)
        /// Again, not before `until`.
        case deferred(until: Timestamp, reason: String)
        /// Nothing was attempted: again at `until`. No failure, and no line in the timeline.
        case returned(until: Timestamp)
        /// Never.
        case failed(reason: String)
    }

    /// What the gateway's answer means for the device's registration. A device that lapses does so with the reason of
    /// the ending.
    ///
    /// It speaks of the registration that was claimed: one made since, with another ``Device/registeredAt``, is left
    /// as it is.
    public enum DeviceEffect: Hashable, Sendable {
        /// Deactivate it, unless it registered after `since`; without `since` always.
        case gone(since: Timestamp?)
        /// Quarantine it until it registers again.
        case suspect
        /// It is alive in this other environment than registered; a quarantine ends.
        case environment(PushEnvironment)
        /// The gateway calls nearly every token dead, so that its word is worth nothing: every device of the same
        /// platform that lapsed because of a gateway at `since` or later is active again.
        ///
        /// What that has cost them is due `again`, each with a line in the timeline: of the notifications that their
        /// users have not read and that are alive, made since an hour before `since`, what failed or was ended before
        /// it was shown or brought a summary up to date, and what was told while the device was not active. What is held
        /// or snoozed longer waits for that. Clears are not repeated: the app puts itself right.
        ///
        /// A store may do so in batches after the result is stored. A device that a crash leaves out is taken up by the
        /// next doubt, or registers again.
        case tokensDoubted(since: Timestamp, again: Timestamp)
    }

    public var id: DeliveryID
    public var deviceID: DeviceID
    /// Of the device as it was claimed.
    public var registeredAt: Timestamp
    public var notificationID: NotificationID
    public var purpose: DeliveryPurpose
    /// Which attempt of the delivery this was.
    public var attempt: Int
    public var ending: Ending
    public var device: DeviceEffect?

    public init(_ claimed: ClaimedDelivery, _ ending: Ending, device: DeviceEffect? = nil) {
        id = claimed.id
        deviceID = claimed.device.id
        registeredAt = claimed.device.registeredAt
        notificationID = claimed.notification.id
        purpose = claimed.purpose
        attempt = claimed.attempt
        self.ending = ending
        self.device = device
    }
}

/// Which deliveries a claim takes, by the platform of their device: those whose gateways have room for more.
public struct ClaimScope: Hashable, Sendable {
    /// The platforms whose deliveries outside of campaigns are claimed.
    public var single: Set<Platform>
    /// The platforms whose campaign deliveries are claimed.
    public var bulk: Set<Platform>

    public static let everything = ClaimScope(single: Set(Platform.allCases), bulk: Set(Platform.allCases))

    public init(single: Set<Platform>, bulk: Set<Platform>) {
        self.single = single
        self.bulk = bulk
    }
}

public protocol DeliveryQueue: Sendable {
    /// Takes up to `limit` deliveries of `scope` that are due at `time`, earliest first, and leases them until `lease`.
    /// It may take fewer of campaigns' deliveries than are due, so that other writes need not wait.
    ///
    /// Ended instead of claimed, with a line in the timeline, is a delivery to a device that is no longer active or has
    /// another owner, and one that would show a notification that was read or has expired. (A clear is sent even then:
    /// that is what it is for.) So is one of a campaign that was stopped, unless its user has snoozed it. A summary is
    /// ended likewise when nothing that it stands for is unread and alive; what is snoozed, or part of a campaign that was
    /// stopped, does not count. A claim whose lease has passed is due again; it may have been sent, so that a clearing
    /// delivery follows when it is ended because its notification was read or its ask has reached the deadline. No
    /// delivery is claimed twice under a running lease.
    ///
    /// An empty result means that nothing is due, unless very much had to be ended first: ``nextDeliveryDue(in:)`` tells.
    func claimDeliveries(
        at time: Timestamp, lease: Timestamp, limit: Int, scope: ClaimScope
    ) async throws -> [ClaimedDelivery]

    /// Stores what came of claimed deliveries, in one transaction, each that was attempted with a line in its timeline.
    ///
    /// When a notification was read or snoozed, or its ask ended, before it was shown, a clearing delivery follows. So it
    /// does, at that moment, when something that a summary stands for will expire that is no ask. A delivery that has
    /// ended in the meantime, or was forgotten, stays as it is. One that was claimed again, because the lease had passed, is left
    /// to that claim, unless this attempt sent it.
    ///
    /// - Returns: whether a clearing delivery follows, which is due now.
    @discardableResult
    func record(_ results: [DeliveryResult], at time: Timestamp) async throws -> Bool

    /// When the next delivery of `scope` is due or its lease ends; `nil` when nothing waits.
    func nextDeliveryDue(in scope: ClaimScope) async throws -> Timestamp?

    /// How many deliveries have not ended, claimed ones included, for the metrics.
    func queueDepth() async throws -> Int
}

extension DeliveryQueue {
    public func claimDeliveries(at time: Timestamp, lease: Timestamp, limit: Int) async throws -> [ClaimedDelivery] {
        try await claimDeliveries(at: time, lease: lease, limit: limit, scope: .everything)
    }

    public func nextDeliveryDue() async throws -> Timestamp? { try await nextDeliveryDue(in: .everything) }
}
