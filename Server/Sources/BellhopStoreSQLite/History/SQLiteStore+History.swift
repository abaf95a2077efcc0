public import BellhopModel
public import BellhopStore

extension SQLiteStore {
    public func history(
        of user: UserID, _ filter: HistoryFilter, from start: HistoryStart, limit: Int, at time: Timestamp
    ) async throws -> HistoryPage {
        try await read { db in
            let ids: [NotificationID]
            var total: Int?
            switch start {
            case .before(let cursor):
                ids = try db.history.ids(of: user, filter, before: cursor, limit: limit)
            case .page(let page):
                let count = try db.history.total(of: user, filter)
                ids = try db.history.ids(of: user, filter, page: page, limit: limit, total: count)
                total = count
            }
            return HistoryPage(
                items: try ids.compactMap { try db.notifications.find($0) }, total: total,
                unread: try db.history.unread(of: user, at: time))
        }
    }

    public func markAllRead(
        of user: UserID, _ filter: HistoryFilter, upTo last: NotificationID, by device: DeviceID?, at time: Timestamp,
        limit: Int
    ) async throws -> [NotificationID] {
        try await write { db in
            let ids = try db.history.readable(of: user, filter, upTo: last, limit: limit)
            for id in ids { _ = try db.markRead(id, by: device, at: time) }
            return ids
        }
    }

    public func forgetNotifications(before moment: Timestamp, at time: Timestamp, limit: Int) async throws -> Int {
        try await write { try $0.history.delete(before: moment, at: time, limit: limit) }
    }
}
