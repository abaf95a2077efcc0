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

    func makeLiveActivitiesDue(with ask: Ask, at time: Timestamp) throws {
        guard let session = ask.sessionID else { return }
        try liveActivities.makeDue(of: session, ask.userID, at: time, evenBehind: true)
    }

    func claimLiveActivity(_ id: LiveActivityID, at time: Timestamp, until lease: Timestamp) throws
        -> ClaimedLiveActivity?
    {
        guard let stored = try liveActivities.find(id), let device = try devices.find(stored.activity.deviceID),
            let session = try sessions.find(stored.activity.sessionID, of: stored.activity.userID)
        else { return nil }
        if stored.isClaimed { try pushToStart.spend(on: device.id, at: time) }
        return ClaimedLiveActivity(
            activity: stored.activity, turn: try liveActivities.claim(id, until: lease), session: session,
            ask: try asks.pending(in: session.id, of: session.userID), device: device,
            startToken: try pushToStart.find(of: device.id), spent: try pushToStart.spent(on: device.id, at: time))
    }

    func record(_ result: LiveActivityResult, at time: Timestamp) throws {
        guard var activity = try liveActivities.find(result.id)?.activity else { return }
        switch result.event {
        case .attempted(let attempt):
            activity.take(attempt)
            try liveActivities.update(activity)
            if attempt.isSpent { try pushToStart.spend(on: activity.deviceID, at: time) }
            if attempt.deed == .start, case .tokenGone = attempt.ending {
                try pushToStart.remove(attempt.token, of: activity.deviceID)
            }
        case .waited: break
        case .closed(let reason):
            activity.close(because: reason, at: time)
            try liveActivities.update(activity)
        case .forgotten: return try liveActivities.delete(result.id)
        }
        try liveActivities.settle(
            result.id, turn: result.turn, due: result.due, isBehind: result.isBehind, at: time)
    }
}
