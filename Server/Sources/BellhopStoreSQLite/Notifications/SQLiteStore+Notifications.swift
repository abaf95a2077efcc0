public import BellhopModel
import BellhopStore

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

    public func deliveries(of id: NotificationID) async throws -> [DeliveryStatus] {
        try await read { try $0.deliveries.all(of: id) }
    }

    public func markRead(_ id: NotificationID, by device: DeviceID?, at time: Timestamp) async throws -> Bool {
        try await write { try $0.read(id, by: device, at: time) }
    }

    public func record(_ entry: TimelineEntry, for id: NotificationID) async throws {
        try await write { db in
            if try db.notifications.find(id) != nil { try db.timeline.add(entry, to: id) }
        }
    }

    public func badge(of user: UserID, at time: Timestamp) async throws -> Int {
        try await read { try $0.history.unread(of: user, at: time) }
    }
}
