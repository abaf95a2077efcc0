import BellhopModel
import BellhopStore
import GRDB

extension Database {
    /// The session was put: it is to be shown.
    ///
    /// - Parameter anew: it was over before, so that activities that ended with it begin again.
    func wantLiveActivities(of session: AgentSession, anew: Bool) throws {
        let time = session.updatedAt
        for device in try pushToStart.devices(of: session.userID) {
            guard var known = try liveActivities.find(session.id, of: session.userID, on: device)?.activity else {
                try liveActivities.insert(
                    LiveActivity(
                        id: .make(at: time), userID: session.userID, sessionID: session.id, deviceID: device), at: time)
                continue
            }
            guard anew else { continue }
            known.takeUp()
            try liveActivities.update(known)
        }
        try liveActivities.makeDue(of: session.id, session.userID, at: time, evenBehind: true)
    }

    /// Claims up to `limit` of those that are due, one of a device at most. What is due on a device on whose activities
    /// somebody works is held until that is recorded, so that no claim walks over it again.
    func claimLiveActivities(at time: Timestamp, until lease: Timestamp, limit: Int) throws -> [ClaimedLiveActivity] {
        var claimed: [ClaimedLiveActivity] = []
        while claimed.count < limit, let (id, device) = try liveActivities.firstDue(at: time) {
            if try liveActivities.isBusy(device, at: time) {
                try liveActivities.hold(id)
            } else if let activity = try claimLiveActivity(id, at: time, until: lease) {
                claimed.append(activity)
            } else {
                // Its device or its session are gone, which take it with them.
                try liveActivities.delete(id)
            }
        }
        return claimed
    }

    /// A new ask is shown at once, or when its hold ends.
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

    private func claimLiveActivity(_ id: LiveActivityID, at time: Timestamp, until lease: Timestamp) throws
        -> ClaimedLiveActivity?
    {
        guard let stored = try liveActivities.find(id), let device = try devices.find(stored.activity.deviceID),
            let session = try sessions.find(stored.activity.sessionID, of: stored.activity.userID)
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
        try liveActivities.release(on: result.deviceID)
        guard var activity = try liveActivities.find(result.id)?.activity else { return }
        switch result.event {
        case .attempted(let attempt):
            let session = try sessions.find(activity.sessionID, of: activity.userID)
            activity.take(attempt, sessionIsOver: session?.isOver ?? true)
            try liveActivities.update(activity)
            if attempt.isSpent { try pushToStart.spend(on: activity.deviceID, at: time) }
            if attempt.deed == .start, case .tokenGone = attempt.ending {
                try pushToStart.remove(attempt.token, of: activity.deviceID)
            }
        case .waited: break
        case .closed(let reason):
            guard try liveActivities.isUnchanged(result.id, since: result.turn) else { break }
            activity.close(because: reason, at: time)
            try liveActivities.update(activity)
        case .forgotten:
            guard try liveActivities.isUnchanged(result.id, since: result.turn) else { break }
            return try liveActivities.delete(result.id)
        }
        try liveActivities.settle(
            result.id, turn: result.turn, due: result.due, isBehind: result.isBehind, at: time)
    }
}
