public import BellhopModel
import BellhopStore
import GRDB

extension SQLiteStore {
    public func notifications(
        of user: UserID, before cursor: NotificationID?, limit: Int
    ) async throws -> [UserNotification] {
        try await read { try $0.notifications.page(of: user, before: cursor, limit: limit) }
    }

    public func notification(_ id: NotificationID) async throws -> UserNotification? {
        try await read { try $0.notifications.find(id) }
    }

    public func timeline(of id: NotificationID) async throws -> [TimelineEntry] {
        try await read { try $0.timeline.entries(of: id) }
    }

    public func markRead(_ id: NotificationID, by device: DeviceID?, at time: Timestamp) async throws -> Bool {
        try await write { try $0.markRead(id, by: device, at: time) != nil }
    }

    public func record(_ entry: TimelineEntry, for id: NotificationID) async throws {
        try await write { db in
            if try db.notifications.find(id) != nil { try db.timeline.add(entry, to: id) }
        }
    }

    public func badge(of user: UserID, at time: Timestamp) async throws -> Int {
        try await read { try $0.notifications.unread(of: user, at: time) }
    }
}

extension Database {
    /// - Returns: whose it is; `nil` when it is not there or was read before.
    func markRead(_ id: NotificationID, by device: DeviceID?, at time: Timestamp) throws -> UserID? {
        guard let user = try notifications.markRead(id, at: time) else { return nil }
        try timeline.add(TimelineEntry(at: time, step: .read, deviceID: device), to: id)
        try deliveries.cancelShows(of: id, because: .alreadyRead, at: time)
        _ = try deliveries.insertClears(of: id, user: user, except: device, at: time)
        return user
    }
}
