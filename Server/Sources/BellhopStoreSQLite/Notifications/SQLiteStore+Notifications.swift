public import BellhopModel
public import BellhopStore
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

    public func deliveries(of id: NotificationID) async throws -> [DeliveryStatus] {
        try await read { try $0.deliveries.all(of: id) }
    }

    public func markRead(_ id: NotificationID, by device: DeviceID?, at time: Timestamp) async throws -> Bool {
        try await write { try $0.markRead(id, by: device, at: time) != nil }
    }

    public func takeBack(_ id: NotificationID, at time: Timestamp) async throws -> Cancellation? {
        try await write { db in
            guard let user = try db.notifications.markRead(id, at: time) else {
                return try db.notifications.find(id).map { _ in Cancellation(stopped: 0, clearing: 0) }
            }
            let line = TimelineEntry(at: time, step: .cancelled, detail: CancellationReason.takenBack.rawValue)
            try db.timeline.add(line, to: id)
            let stopped = try db.deliveries.cancelShows(of: id, because: .takenBack, at: time)
            let clearing = try db.deliveries.insertClears(of: id, user: user, except: nil, at: time)
            return Cancellation(stopped: stopped, clearing: clearing)
        }
    }

    public func snooze(
        _ id: NotificationID, until moment: Timestamp, expiresAt: Timestamp, by device: DeviceID?, at time: Timestamp
    ) async throws -> Snoozing {
        try await write { db in
            guard let (notification, summary) = try db.notifications.findFolded(id) else { return .missing }
            let user = notification.userID
            if try db.timeline.saysTakenBack(id) { return .takenBack }
            if let item = notification.options?.itemID.flatMap({ TopicID($0) }),
                try db.items.find(item)?.completedAt != nil
            {
                return .itemCompleted(item)
            }
            guard try db.notifications.snooze(id, until: moment, expiresAt: expiresAt) else { return .askEnds }
            let line = TimelineEntry(at: time, step: .snoozed, deviceID: device, detail: "until \(moment)")
            try db.timeline.add(line, to: id)
            if let summary {
                try db.summaries.leave(summary, id, of: user, at: time)
            } else {
                _ = try db.deliveries.insertClears(of: id, user: user, except: device, at: time)
            }
            for device in try db.devices.active(of: user, answering: notification.askID != nil) {
                try db.deliveries.insert(.show, of: id, to: device, at: moment)
            }
            return .done
        }
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
