public import BellhopModel
public import BellhopStore

extension MemoryStore {
    public func setStartToken(_ token: DeviceToken?, of device: DeviceID, at time: Timestamp) async throws -> Bool {
        try run { state in
            guard state.devices.contains(where: { $0.id == device && $0.state == .active }) else { return false }
            state.startTokens[device] = token
            return true
        }
    }

    public func startToken(of device: DeviceID) async throws -> DeviceToken? { try run { $0.startTokens[device] } }

    public func report(
        _ report: LiveActivityReport, on session: SessionID, of user: UserID, by device: DeviceID, at time: Timestamp
    ) async throws -> LiveActivity? {
        try run { state in
            guard state.sessions[SessionKey(user: user, id: session)] != nil else { return nil }
            let known = state.liveActivity(session, user, device)
            var activity =
                known.map { state.liveActivities[$0].activity }
                ?? LiveActivity(id: .make(at: time), userID: user, sessionID: session, deviceID: device)
            guard activity.apply(report, at: time) else { return activity }
            if let known {
                state.liveActivities[known].activity = activity
                state.liveActivities[known].makeDue(at: time)
            } else {
                state.liveActivities.append(LiveActivityRow(activity: activity, due: time))
            }
            return activity
        }
    }

    public func liveActivities(on session: SessionID, of user: UserID) async throws -> [LiveActivity] {
        try run { state in
            state.liveActivities.map(\.activity).filter { $0.sessionID == session && $0.userID == user }
                .sorted { $0.deviceID < $1.deviceID }
        }
    }

    public func claimLiveActivities(
        at time: Timestamp, lease: Timestamp, limit: Int
    ) async throws -> [ClaimedLiveActivity] {
        try run { state in
            var busy = Set(
                state.liveActivities.filter { $0.isClaimed && $0.due > time }.map(\.activity.deviceID))
            let due = state.liveActivities.indices.filter { state.liveActivities[$0].due <= time }
                .sorted { state.liveActivities[$0].due < state.liveActivities[$1].due }
            var claimed: [ClaimedLiveActivity] = []
            for index in due where claimed.count < limit {
                guard busy.insert(state.liveActivities[index].activity.deviceID).inserted else { continue }
                if let activity = try state.claim(index, at: time, lease: lease) { claimed.append(activity) }
            }
            return claimed
        }
    }

    public func record(_ result: LiveActivityResult, at time: Timestamp) async throws {
        try run { $0.record(result, at: time) }
    }

    public func nextLiveActivityDue(after time: Timestamp) async throws -> Timestamp? {
        try run { $0.liveActivities.map(\.due).filter { $0 > time }.min() }
    }
}

extension LiveActivityRow {
    fileprivate mutating func makeDue(at time: Timestamp) {
        isBehind = true
        if !isClaimed { due = min(due, time) }
    }
}

extension MemoryStore.State {
    fileprivate func liveActivity(_ session: SessionID, _ user: UserID, _ device: DeviceID) -> Int? {
        liveActivities.firstIndex {
            $0.activity.sessionID == session && $0.activity.userID == user && $0.activity.deviceID == device
        }
    }

    mutating func wantLiveActivities(of session: AgentSession, isResumed: Bool) {
        let willing = devices.filter {
            $0.userID == session.userID && $0.state == .active && startTokens[$0.id] != nil
        }
        for device in willing {
            if let known = liveActivity(session.id, session.userID, device.id) {
                if isResumed { liveActivities[known].activity.restart() }
                continue
            }
            let activity = LiveActivity(
                id: .make(at: session.updatedAt), userID: session.userID, sessionID: session.id, deviceID: device.id)
            liveActivities.append(LiveActivityRow(activity: activity, due: session.updatedAt))
        }
        makeLiveActivitiesDue(of: session.id, session.userID, at: session.updatedAt, evenBehind: true)
    }

    mutating func makeLiveActivitiesDue(with ask: Ask, heldUntil: Timestamp?) {
        guard let session = ask.sessionID else { return }
        guard let heldUntil else {
            return makeLiveActivitiesDue(of: session, ask.userID, at: ask.createdAt, evenBehind: true)
        }
        for (index, row) in liveActivities.enumerated()
        where row.activity.sessionID == session && row.activity.userID == ask.userID {
            if row.isClaimed {
                liveActivities[index].isBehind = true
            } else {
                liveActivities[index].due = min(row.due, heldUntil)
            }
        }
    }

    mutating func makeLiveActivitiesDue(withEndOf ask: Ask, at time: Timestamp) {
        guard let session = ask.sessionID else { return }
        makeLiveActivitiesDue(of: session, ask.userID, at: time, evenBehind: true)
    }

    mutating func makeLiveActivitiesDue(
        of session: SessionID, _ user: UserID, at time: Timestamp, evenBehind: Bool
    ) {
        for (index, row) in liveActivities.enumerated()
        where row.activity.sessionID == session && row.activity.userID == user && (evenBehind || !row.isBehind) {
            liveActivities[index].makeDue(at: time)
        }
    }

    fileprivate mutating func claim(
        _ index: Int, at time: Timestamp, lease: Timestamp
    ) throws -> ClaimedLiveActivity? {
        let activity = liveActivities[index].activity
        let key = MemoryStore.SessionKey(user: activity.userID, id: activity.sessionID)
        guard let device = devices.first(where: { $0.id == activity.deviceID }), let session = sessions[key] else {
            return nil
        }
        if liveActivities[index].isClaimed { spent[device.id, default: []].append(time) }
        liveActivities[index].isClaimed = true
        liveActivities[index].isBehind = false
        liveActivities[index].turn += 1
        liveActivities[index].due = lease
        let pending = asks.values.filter {
            $0.state == .pending && $0.sessionID == session.id && $0.userID == session.userID
        }
        let holdEnds = holdEnds
        let isHeld = { (ask: Ask) in holdEnds[ask.id].map { time < $0 } ?? false }
        let ask = pending.filter { !isHeld($0) }.max { $0.id < $1.id }
        return ClaimedLiveActivity(
            activity: activity, turn: liveActivities[index].turn, session: session, ask: ask,
            holdEnd: pending.filter(isHeld).compactMap { holdEnds[$0.id] }.min(), device: device,
            startToken: startTokens[device.id],
            spent: (spent[device.id] ?? []).filter { time - $0 < .seconds(3600) },
            quiet: try PushPolicy.quiet(
                about: session, waitingFor: ask, at: time,
                facts: MemoryFacts(state: self, user: session.userID)))
    }

    fileprivate mutating func record(_ result: LiveActivityResult, at time: Timestamp) {
        guard let index = liveActivities.firstIndex(where: { $0.activity.id == result.id }) else { return }
        let device = liveActivities[index].activity.deviceID
        let isUnchanged = liveActivities[index].turn == result.turn && !liveActivities[index].isBehind
        switch result.event {
        case .attempted(let attempt):
            let (session, user) = (
                liveActivities[index].activity.sessionID, liveActivities[index].activity.userID
            )
            let isOver = sessions[MemoryStore.SessionKey(user: user, id: session)]?.isOver ?? true
            liveActivities[index].activity.apply(attempt, sessionIsOver: isOver)
            if attempt.isSpent { spent[device, default: []].append(time) }
            if attempt.operation == .start, case .tokenGone = attempt.ending, startTokens[device] == attempt.token {
                startTokens[device] = nil
            }
        case .waited: break
        case .closed(let reason):
            if isUnchanged { liveActivities[index].activity.close(because: reason, at: time) }
        case .forgotten:
            if isUnchanged {
                liveActivities.remove(at: index)
                return
            }
        }
        guard liveActivities[index].turn == result.turn else { return }
        liveActivities[index].isClaimed = false
        liveActivities[index].due = liveActivities[index].isBehind ? min(result.due, time) : result.due
        if result.isBehind { liveActivities[index].isBehind = true }
    }
}

/// A stored Live Activity.
public struct LiveActivityRow: Hashable, Sendable {
    public var activity: LiveActivity
    public var due: Timestamp
    public var isClaimed = false
    public var isBehind = true
    public var turn = 0
}
