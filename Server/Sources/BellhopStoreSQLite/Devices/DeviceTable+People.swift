import BellhopModel
import BellhopStore
import GRDB

/// What is known of devices beside their registration, and of whom they belong to.
extension DeviceTable {
    func rename(_ id: DeviceID, to name: String) throws {
        try db.run("UPDATE devices SET given_name = ? WHERE id = ?", [name, id.blob])
    }

    func noteSeen(_ id: DeviceID, at time: Timestamp) throws {
        try db.run(
            "UPDATE devices SET last_seen_at = ?1 WHERE id = ?2 AND last_seen_at < ?1", [time.milliseconds, id.blob])
    }

    func users(after cursor: UserID?, limit: Int, at time: Timestamp) throws -> [UserSummary] {
        // No name is empty, so that every name comes after this.
        let users: [UserID] = try db.all(
            """
            SELECT user_id FROM devices WHERE user_id > ?1 UNION SELECT user_id FROM keys WHERE user_id > ?1
            ORDER BY user_id LIMIT ?2
            """,
            [cursor?.description ?? "", max(0, limit)]
        ) { try $0.name() }
        return try users.map { try summary(of: $0, at: time) }
    }

    private func summary(of user: UserID, at time: Timestamp) throws -> UserSummary {
        var summary = UserSummary(
            userID: user, devices: 0, activeDevices: 0, notifications: try db.history.total(of: user, .init()),
            unread: try db.history.unread(of: user, at: time))
        for device in try all(of: user) {
            summary.devices += 1
            if device.state == .active { summary.activeDevices += 1 }
            summary.lastSeenAt = max(summary.lastSeenAt ?? device.lastSeenAt, device.lastSeenAt)
        }
        return summary
    }
}
