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
        case deleted
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

// Other writes make activities due in their transaction: the creation or end of an ask in a session, and a change of the
// session. A held ask makes them due at the end of its hold, and delays nothing until then. When a device is removed or
// changes its owner, its activities, start token and spent pushes are deleted.
extension Store {
    /// Stores the token with which activities are started on the device; `nil` deletes it.
    /// - Returns: whether the device exists and is active.
    public func setStartToken(
        _ token: DeviceToken?, of device: DeviceID, at time: Timestamp
    ) async throws -> Bool {
        try await write { db in
            guard try db.devices.find(device)?.state == .active else { return false }
            if let token {
                try db.pushToStart.put(token, of: device, at: time)
            } else {
                try db.pushToStart.remove(of: device)
            }
            return true
        }
    }

    public func startToken(of device: DeviceID) async throws -> DeviceToken? {
        try await read { try $0.pushToStart.find(of: device) }
    }

    /// Applies a report of `device` by ``LiveActivity/apply(_:at:)-(LiveActivityReport,_)``, and stores the result. A
    /// changed activity is due at once. A device without an activity for the session gets one.
    /// - Returns: the activity after the report; `nil` when the user has no such session.
    public func report(
        _ report: LiveActivityReport, on session: SessionID, of user: UserID, by device: DeviceID, at time: Timestamp
    ) async throws -> LiveActivity? {
        try await write { db in
            guard try db.sessions.find(session, of: user) != nil else { return nil }
            let known = try db.liveActivities.find(session, of: user, on: device)?.activity
            var activity =
                known ?? LiveActivity(id: .make(at: time), userID: user, sessionID: session, deviceID: device)
            guard activity.apply(report, at: time) else { return activity }
            if known == nil {
                try db.liveActivities.insert(activity, at: time)
            } else {
                try db.liveActivities.update(activity)
                try db.liveActivities.makeDue(activity.id, at: time)
            }
            return activity
        }
    }

    /// The session's activities, ordered by device id.
    public func liveActivities(on session: SessionID, of user: UserID) async throws -> [LiveActivity] {
        try await read { try $0.liveActivities.all(of: session, user) }
    }

    /// Claims up to `limit` activities that are due at `time`, earliest first, and leases them until `lease`.
    ///
    /// No two activities of one device are claimed at once, because they share its budget. A claim whose lease has
    /// passed is due again; it may have sent a push, so one push is counted as spent.
    public func claimLiveActivities(
        at time: Timestamp, lease: Timestamp, limit: Int
    ) async throws -> [ClaimedLiveActivity] {
        guard limit > 0 else { return [] }
        return try await write { try $0.claimLiveActivities(at: time, until: lease, limit: limit) }
    }

    /// Stores the result of a claim, in one transaction.
    ///
    /// An attempt is applied to the current state of activity and session: when the session has resumed, the activity
    /// is shown again after its end was sent. Closing and deletion are discarded when something changed during the
    /// claim, so that the next claim decides again. An activity that became due during the claim is due at once,
    /// otherwise as the result says. A result whose lease has passed and that was claimed again closes and deletes
    /// nothing, and does not change the due time. A dead start token is deleted, unless the device has another one in
    /// the meantime.
    public func record(_ result: LiveActivityResult, at time: Timestamp) async throws {
        try await write { try $0.record(result, at: time) }
    }

    /// The first moment after `time` at which an activity is due or a lease ends; `nil` for none.
    ///
    /// An activity that was due before and could not be claimed waits for a running claim of its device, at most until
    /// the end of its lease.
    public func nextLiveActivityDue(after time: Timestamp) async throws -> Timestamp? {
        try await read { try $0.liveActivities.nextDue(after: time) }
    }
}

extension Database {
    /// Creates missing activities for a session that was put, and makes all of them due.
    ///
    /// - Parameter isResumed: whether the session was over before, so that its ended activities start again.
    func createLiveActivities(for session: AgentSession, isResumed: Bool) throws {
        let time = session.updatedAt
        for device in try pushToStart.devices(of: session.userID) {
            guard var known = try liveActivities.find(session.id, of: session.userID, on: device)?.activity else {
                try liveActivities.insert(
                    LiveActivity(
                        id: .make(at: time), userID: session.userID, sessionID: session.id, deviceID: device), at: time)
                continue
            }
            guard isResumed else { continue }
            known.restart()
            try liveActivities.update(known)
        }
        try liveActivities.makeDue(of: session.id, session.userID, at: time, evenBehind: true)
    }

    /// Claims up to `limit` due activities, at most one per device. Further due activities of a claimed device are held
    /// until the result is recorded, so that no claim reads them again.
    ///
    /// A device whose activities another transaction claims or records is left out. Waiting for it could be a deadlock,
    /// and its end wakes the updaters.
    func claimLiveActivities(at time: Timestamp, until lease: Timestamp, limit: Int) throws -> [ClaimedLiveActivity] {
        var claimed: [ClaimedLiveActivity] = []
        var skipped: LiveActivityTable.Due?
        while claimed.count < limit, let due = try liveActivities.firstDue(at: time, after: skipped) {
            if try !liveActivities.tryLock(due.device) {
                skipped = due
            } else if try liveActivities.isBusy(due.device, at: time) {
                try liveActivities.hold(due.id)
            } else if let activity = try claimLiveActivity(due.id, at: time, until: lease) {
                claimed.append(activity)
            } else {
                // Its device or session was deleted.
                try liveActivities.delete(due.id)
            }
        }
        return claimed
    }

    /// Makes activities due for a new ask, at once or at the end of its hold.
    func makeLiveActivitiesDue(with ask: Ask, heldUntil: Timestamp?) throws {
        guard let session = ask.sessionID else { return }
        if let heldUntil {
            try liveActivities.makeDueLater(of: session, ask.userID, at: heldUntil)
        } else {
            try liveActivities.makeDue(of: session, ask.userID, at: ask.createdAt, evenBehind: true)
        }
    }

    func makeLiveActivitiesDue(withEndOf ask: Ask, at time: Timestamp) throws {
        guard let session = ask.sessionID else { return }
        try liveActivities.makeDue(of: session, ask.userID, at: time, evenBehind: true)
    }

    /// Device and session are not locked, because changes of them lock the activities afterwards. Such a change waits
    /// for this transaction, and makes the activity due again or deletes it.
    private func claimLiveActivity(_ id: LiveActivityID, at time: Timestamp, until lease: Timestamp) throws
        -> ClaimedLiveActivity?
    {
        guard let stored = try liveActivities.find(id),
            let device = try withoutLocks.devices.find(stored.activity.deviceID),
            let session = try withoutLocks.sessions.find(stored.activity.sessionID, of: stored.activity.userID)
        else { return nil }
        if stored.isClaimed { try pushToStart.spend(on: device.id, at: time) }
        let ask = try asks.pending(in: session.id, of: session.userID, at: time)
        return ClaimedLiveActivity(
            activity: stored.activity, turn: try liveActivities.claim(id, until: lease), session: session, ask: ask,
            holdEnd: try asks.holdEnd(in: session.id, of: session.userID, after: time), device: device,
            startToken: try pushToStart.find(of: device.id),
            spent: try pushToStart.spent(on: device.id, at: time),
            quiet: try PushPolicy.quiet(
                about: session, waitingFor: ask, at: time, facts: try StoredFacts(self, about: session.userID)))
    }

    func record(_ result: LiveActivityResult, at time: Timestamp) throws {
        // Another node that finds this activity claimed holds others before they are released here.
        try liveActivities.lock(result.deviceID)
        try liveActivities.release(on: result.deviceID)
        guard var activity = try liveActivities.find(result.id)?.activity else { return }
        switch result.event {
        case .attempted(let attempt):
            // Not locked, as in a claim.
            let session = try withoutLocks.sessions.find(activity.sessionID, of: activity.userID)
            activity.apply(attempt, sessionIsOver: session?.isOver ?? true)
            try liveActivities.update(activity)
            if attempt.isSpent { try pushToStart.spend(on: activity.deviceID, at: time) }
            if attempt.operation == .start, case .tokenGone = attempt.ending {
                try pushToStart.remove(attempt.token, of: activity.deviceID)
            }
        case .waited: break
        case .closed(let reason):
            guard try liveActivities.isUnchanged(result.id, since: result.turn) else { break }
            activity.close(because: reason, at: time)
            try liveActivities.update(activity)
        case .deleted:
            guard try liveActivities.isUnchanged(result.id, since: result.turn) else { break }
            return try liveActivities.delete(result.id)
        }
        try liveActivities.settle(
            result.id, turn: result.turn, due: result.due, isBehind: result.isBehind, at: time)
    }
}

extension Database {
    var pushToStart: PushToStartTable { PushToStartTable(db: self) }
}

/// The table of start tokens of devices, and of the pushes spent on their activities.
struct PushToStartTable {
    let db: Database

    func put(_ token: DeviceToken, of device: DeviceID, at time: Timestamp) throws {
        try db.run(
            """
            INSERT INTO push_to_start (device_id, token, registered_at) VALUES (?, ?, ?)
            ON CONFLICT (device_id) DO UPDATE SET token = excluded.token, registered_at = excluded.registered_at
            """,
            [device.blob, token.text, time.milliseconds])
    }

    /// - Parameter token: the token to delete; `nil` for any.
    func remove(_ token: DeviceToken? = nil, of device: DeviceID) throws {
        guard let token else { return try db.run("DELETE FROM push_to_start WHERE device_id = ?", [device.blob]) }
        try db.run("DELETE FROM push_to_start WHERE device_id = ? AND token = ?", [device.blob, token.text])
    }

    func find(of device: DeviceID) throws -> DeviceToken? {
        try db.first("SELECT token FROM push_to_start WHERE device_id = ?", [device.blob]) {
            try $0.known(DeviceToken(try $0.text()))
        }
    }

    /// The user's active devices with a start token.
    func devices(of user: UserID) throws -> [DeviceID] {
        try db.all(
            """
            SELECT id FROM devices JOIN push_to_start ON device_id = id
            WHERE user_id = ? AND state = 'active' ORDER BY devices.registered_at, id
            """,
            [user.description]
        ) { try $0.id() }
    }

    func spend(on device: DeviceID, at time: Timestamp) throws {
        try db.run(
            "DELETE FROM live_activity_pushes WHERE device_id = ? AND at <= ?",
            [device.blob, (time - .seconds(3600)).milliseconds])
        try db.run("INSERT INTO live_activity_pushes (device_id, at) VALUES (?, ?)", [device.blob, time.milliseconds])
    }

    /// The pushes in the hour before `time`, earliest first.
    func spent(on device: DeviceID, at time: Timestamp) throws -> [Timestamp] {
        try db.all(
            "SELECT at FROM live_activity_pushes WHERE device_id = ? AND at > ? ORDER BY at",
            [device.blob, (time - .seconds(3600)).milliseconds]
        ) { try $0.time() }
    }
}
