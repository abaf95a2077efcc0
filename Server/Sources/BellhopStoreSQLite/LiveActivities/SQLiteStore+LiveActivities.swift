public import BellhopModel
public import BellhopStore

extension SQLiteStore {
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

    public func report(
        _ report: LiveActivityReport, on session: SessionID, of user: UserID, by device: DeviceID, at time: Timestamp
    ) async throws -> LiveActivity? {
        try await write { db in
            guard try db.sessions.find(session, of: user) != nil else { return nil }
            let known = try db.liveActivities.find(session, of: user, on: device)?.activity
            var activity =
                known ?? LiveActivity(id: .make(at: time), userID: user, sessionID: session, deviceID: device)
            guard activity.take(report, at: time) else { return activity }
            if known == nil {
                try db.liveActivities.insert(activity, at: time)
            } else {
                try db.liveActivities.update(activity)
                try db.liveActivities.makeDue(activity.id, at: time)
            }
            return activity
        }
    }

    public func liveActivities(on session: SessionID, of user: UserID) async throws -> [LiveActivity] {
        try await read { try $0.liveActivities.all(of: session, user) }
    }

    public func claimLiveActivities(
        at time: Timestamp, lease: Timestamp, limit: Int
    ) async throws -> [ClaimedLiveActivity] {
        guard limit > 0 else { return [] }
        return try await write { try $0.claimLiveActivities(at: time, until: lease, limit: limit) }
    }

    public func record(_ result: LiveActivityResult, at time: Timestamp) async throws {
        try await write { try $0.record(result, at: time) }
    }

    public func nextLiveActivityDue(after time: Timestamp) async throws -> Timestamp? {
        try await read { try $0.liveActivities.nextDue(after: time) }
    }
}
