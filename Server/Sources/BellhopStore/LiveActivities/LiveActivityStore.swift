public import BellhopModel

/// A Live Activity that this process may work on until its lease ends, and everything that decides what is to be done.
public struct ClaimedLiveActivity: Hashable, Sendable {
    public var activity: LiveActivity
    /// Counts its claims.
    public var turn: Int
    public var session: AgentSession
    /// The newest pending one of the session; one that is held does not count yet.
    public var ask: Ask?
    /// When the first of the session's asks that are held is to be shown.
    public var holdEnd: Timestamp?
    public var device: Device
    /// By which its device starts activities.
    public var startToken: DeviceToken?
    /// When pushes of high priority were spent on the device's activities, in the hour before the claim, earliest first.
    public var spent: [Timestamp]
    /// Set when the user is not to be disturbed.
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

/// What came of one claim.
public struct LiveActivityResult: Hashable, Sendable {
    public enum Event: Hashable, Sendable {
        case attempted(LiveActivityAttempt)
        /// There was nothing to do yet.
        case waited
        /// Ended without a push.
        case closed(reason: String)
        /// Nothing of it is needed any more.
        case forgotten
    }

    public var id: LiveActivityID
    public var deviceID: DeviceID
    public var turn: Int
    public var event: Event
    /// When somebody has to look at it again.
    public var due: Timestamp
    /// Progress waits until then: more of it makes nothing due earlier.
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

/// Live Activities, their tokens, and what of them is due.
///
/// What is due follows from what others store, in the same transactions: when a session is put, each active device of
/// its user that has a start token gets an activity for it, and those it has become due; a session that was over is
/// shown anew on devices where its activity had ended. A change of its status, an ask made in it and the end of one
/// make its activities due at once, any other change those that are not behind already. An ask that is held makes them due
/// when its hold ends, and puts nothing off until then.
///
/// When a device is removed or changes hands, its activities, its start token and what it spent are forgotten.
public protocol LiveActivityStore: Sendable {
    /// Keeps the token by which the device starts activities, in place of the one before; `nil` forgets it.
    /// - Returns: whether there is such a device, and it is active.
    func setStartToken(_ token: DeviceToken?, of device: DeviceID, at time: Timestamp) async throws -> Bool

    func startToken(of device: DeviceID) async throws -> DeviceToken?

    /// Puts what `device` says of its activity to ``LiveActivity/take(_:at:)-(LiveActivityReport,_)``, and stores what
    /// comes of it. It is due at once when that is news. A device that has none for the session gets one.
    /// - Returns: the activity as it stands; `nil` when the user has no such session.
    func report(
        _ report: LiveActivityReport, on session: SessionID, of user: UserID, by device: DeviceID, at time: Timestamp
    ) async throws -> LiveActivity?

    /// The session's, in the order of their devices' ids.
    func liveActivities(on session: SessionID, of user: UserID) async throws -> [LiveActivity]

    /// Takes up to `limit` activities that are due at `time`, earliest first, and leases them until `lease`.
    ///
    /// No two activities of one device are claimed at a time, because they share what it may spend. A claim whose lease
    /// has passed is due again; whoever had it may have sent a push, so that one is counted as spent.
    func claimLiveActivities(at time: Timestamp, lease: Timestamp, limit: Int) async throws -> [ClaimedLiveActivity]

    /// Stores what came of a claim, in one transaction.
    ///
    /// An attempt is put to the activity as it stands by then, and as the session does: one that goes on by then is shown
    /// again after its end was sent. What was to be closed or forgotten stays when something changed under the claim, so
    /// that it is decided anew. What became due under the claim is due at once, everything else when the result says so.
    /// A claim that has lapsed and was taken by another closes and forgets nothing, and changes nothing of when it is
    /// due. A start token that proved dead is forgotten, unless the device has another by now.
    func record(_ result: LiveActivityResult, at time: Timestamp) async throws

    /// The first moment after `time` at which an activity is due or a lease ends; `nil` when there is none.
    ///
    /// What was due before and could not be claimed waits for a claim that is running, and so for the end of its lease
    /// at the latest.
    func nextLiveActivityDue(after time: Timestamp) async throws -> Timestamp?
}
