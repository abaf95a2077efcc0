public import BellhopModel

/// The purpose of a delivery.
public enum DeliveryPurpose: String, Hashable, Sendable, CaseIterable {
    /// Shows the notification, or the summary that begins with it.
    case show
    /// Clears the notification silently. Lowers the number of a summary, and clears an empty one.
    case clear
    /// Raises the number of a displayed summary, without a sound.
    case update
}

/// The values of `deliveries.state`. States after ``claimed`` are final and have no `due`.
enum DeliveryState: Int {
    case waiting = 0
    case claimed = 1
    case sent = 2
    case failed = 3
    case cancelled = 4

    /// The state in API responses.
    var status: DeliveryStatus.State {
        switch self {
        case .waiting: .waiting
        case .claimed: .claimed
        case .sent: .sent
        case .failed: .failed
        case .cancelled: .cancelled
        }
    }
}

extension DeliveryState {
    /// Indicates whether its last claim was not deferred by a gateway.
    var hasLastAttempt: Bool { [.claimed, .sent, .failed].contains(self) }
}

extension DeliveryPurpose {
    /// The values of `deliveries.purpose`.
    var code: Int {
        switch self {
        case .show: 0
        case .clear: 1
        case .update: 2
        }
    }

    init?(code: Int64) {
        switch code {
        case 0: self = .show
        case 1: self = .clear
        case 2: self = .update
        default: return nil
        }
    }
}

/// A delivery that this process may send until its lease ends.
public struct ClaimedDelivery: Hashable, Sendable {
    public var id: DeliveryID
    public var purpose: DeliveryPurpose
    public var device: Device
    public var notification: UserNotification
    public var ask: Ask?
    /// The summary that begins with ``notification``, at the time of the claim, when the delivery is about it. Then
    /// there is no ask.
    public var summary: NotificationSummary?
    /// The user's badge at the time of the claim.
    public var badge: Int
    /// The number of claims, starting at 1. A claim may end without an attempt, for instance when its process dies.
    public var attempt: Int
    /// The number of attempts that the gateway has deferred, which determines the backoff.
    public var failures: Int
    public var claimedAt: Timestamp
    /// Indicates whether it belongs only to campaigns, which are not urgent.
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

/// The result of one attempt.
public struct DeliveryResult: Hashable, Sendable {
    public enum Ending: Hashable, Sendable {
        case sent(gatewayID: String?)
        /// Send again, not before `until`.
        case deferred(until: Timestamp, reason: String)
        /// Nothing was attempted; due again at `until`. It is no failure, and has no timeline entry.
        case returned(until: Timestamp)
        /// Never send again.
        case failed(reason: String)
    }

    /// The effect of the gateway's response on the device's registration. A device that becomes inactive gets the
    /// reason of the ending. A registration made after the claim, with another ``Device/registeredAt``, is not
    /// affected.
    public enum DeviceEffect: Hashable, Sendable {
        /// Deactivates the device, unless it registered after `since`; without `since` always.
        case gone(since: Timestamp?)
        /// Quarantines the device until it registers again.
        case suspect
        /// The token is valid in this other environment than registered; ends a quarantine.
        case environment(PushEnvironment)
        /// The gateway rejects nearly every token, so its rejections are ignored: every device of the same
        /// platform that a gateway made inactive at `since` or later becomes active again.
        ///
        /// Its lost deliveries are due `again`, each with a timeline entry. They are those of unread, unexpired
        /// notifications created since an hour before `since` that failed or ended before they were shown or updated a
        /// summary, and of notifications accepted while the device was inactive. Held or snoozed ones wait until their
        /// time. Clears are not repeated, because the app reconciles itself.
        ///
        /// A store may do this in batches after the result is stored. A device that a crash skips is reactivated by the
        /// next such result, or by registering.
        case tokensSuspected(since: Timestamp, again: Timestamp)
    }

    public var id: DeliveryID
    public var deviceID: DeviceID
    /// The device's ``Device/registeredAt`` at the time of the claim.
    public var registeredAt: Timestamp
    public var notificationID: NotificationID
    public var purpose: DeliveryPurpose
    /// The number of the claim.
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

/// The deliveries that a claim takes, by the platform of their device: those whose gateways have room.
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
