public import BellhopModel

/// A Live Activity that this process may update until its lease ends, with all facts for the next action.
public struct ClaimedLiveActivity: Hashable, Sendable {
    public var activity: LiveActivity
    /// The number of its claims.
    public var turn: Int
    public var session: AgentSession
    /// The newest pending ask of the session that is not held.
    public var ask: Ask?
    /// The end of the earliest hold of the session's asks.
    public var holdEnd: Timestamp?
    public var device: Device
    /// The token for starting activities on the device.
    public var startToken: DeviceToken?
    /// The times of the device's high-priority pushes in the hour before the claim, earliest first.
    public var spent: [Timestamp]
    /// Set when the user must not be disturbed.
    public var quiet: QuietPeriod?

    public init(
        activity: LiveActivity, turn: Int, session: AgentSession, ask: Ask?, holdEnd: Timestamp? = nil, device: Device,
        startToken: DeviceToken?, spent: [Timestamp], quiet: QuietPeriod? = nil
    ) {
        self.activity = activity
        self.turn = turn
        self.session = session
        self.ask = ask
        self.holdEnd = holdEnd
        self.device = device
        self.startToken = startToken
        self.spent = spent
        self.quiet = quiet
    }
}

/// The result of one claim.
public struct LiveActivityResult: Hashable, Sendable {
    public enum Event: Hashable, Sendable {
        case attempted(LiveActivityAttempt)
        /// Nothing had to be done yet.
        case waited
        /// Ended without a push.
        case closed(reason: String)
        /// The row is no longer needed.
        case forgotten
    }

    public var id: LiveActivityID
    public var deviceID: DeviceID
    public var turn: Int
    public var event: Event
    /// When it must be claimed again.
    public var due: Timestamp
    /// Indicates whether progress is pending until then, so that further progress makes nothing due earlier.
    public var isBehind: Bool

    public init(_ claimed: ClaimedLiveActivity, _ event: Event, due: Timestamp, isBehind: Bool = false) {
        id = claimed.activity.id
        deviceID = claimed.device.id
        turn = claimed.turn
        self.event = event
        self.due = due
        self.isBehind = isBehind
    }
}

/// Live Activities, their tokens, and their due times.
///
/// Other writes make activities due in the same transaction. When a session is put, each active device of its user with
/// a start token gets an activity for it, and existing ones become due; a session that was over is shown again on
/// devices where its activity had ended. A change of its status, and the creation or end of an ask in it, make its
/// activities due at once; any other change does so unless they are behind already. A held ask makes them due at the
/// end of its hold, and delays nothing until then.
///
/// When a device is removed or changes its owner, its activities, start token and spent pushes are deleted.
public protocol LiveActivityStore: Sendable {
    /// Stores the token with which activities are started on the device; `nil` deletes it.
    /// - Returns: whether the device exists and is active.
    func setStartToken(_ token: DeviceToken?, of device: DeviceID, at time: Timestamp) async throws -> Bool

    func startToken(of device: DeviceID) async throws -> DeviceToken?

    /// Applies a report of `device` by ``LiveActivity/apply(_:at:)-(LiveActivityReport,_)``, and stores the result. A
    /// changed activity is due at once. A device without an activity for the session gets one.
    /// - Returns: the activity after the report; `nil` when the user has no such session.
    func report(
        _ report: LiveActivityReport, on session: SessionID, of user: UserID, by device: DeviceID, at time: Timestamp
    ) async throws -> LiveActivity?

    /// The session's activities, ordered by device id.
    func liveActivities(on session: SessionID, of user: UserID) async throws -> [LiveActivity]

    /// Claims up to `limit` activities that are due at `time`, earliest first, and leases them until `lease`.
    ///
    /// No two activities of one device are claimed at once, because they share its budget. A claim whose lease has
    /// passed is due again; it may have sent a push, so one push is counted as spent.
    func claimLiveActivities(at time: Timestamp, lease: Timestamp, limit: Int) async throws -> [ClaimedLiveActivity]

    /// Stores the result of a claim, in one transaction.
    ///
    /// An attempt is applied to the current state of activity and session: when the session has resumed, the activity
    /// is shown again after its end was sent. Closing and deletion are discarded when something changed during the
    /// claim, so that the next claim decides again. An activity that became due during the claim is due at once,
    /// otherwise as the result says. A result whose lease has passed and that was claimed again closes and deletes
    /// nothing, and does not change the due time. A dead start token is deleted, unless the device has another one in
    /// the meantime.
    func record(_ result: LiveActivityResult, at time: Timestamp) async throws

    /// The first moment after `time` at which an activity is due or a lease ends; `nil` for none.
    ///
    /// An activity that was due before and could not be claimed waits for a running claim of its device, at most until
    /// the end of its lease.
    func nextLiveActivityDue(after time: Timestamp) async throws -> Timestamp?
}
