public import BellhopModel
public import BellhopStore
import GRDB

/// What is said about items: whether they are there and open is looked at in the transaction that stores it.
extension SQLiteStore {
    public func subscribe(
        _ users: [UserID], toItem id: TopicID, at time: Timestamp
    ) async throws -> SubscriptionResult? {
        try await write { db in
            guard try db.items.find(id) != nil else { return nil }
            return try db.topics.subscribe(users, to: id, at: time)
        }
    }

    public func accept(
        _ submission: CampaignSubmission, about id: TopicID
    ) async throws -> IdempotentWriteResult? {
        try await write { db in
            if let record = submission.idempotency {
                if let kept = try db.idempotency.find(scope: record.scope, key: record.key) { return .repeated(kept) }
            }
            guard let item = try db.items.find(id), item.completedAt == nil else { return nil }
            if let record = submission.idempotency { try db.idempotency.insert(record) }
            try db.begin(submission.campaign, for: submission.audience)
            return .stored
        }
    }

    public func add(
        _ reminder: Schedule, about id: TopicID, idempotency: IdempotencyRecord?
    ) async throws -> IdempotentWriteResult? {
        let document = try CanonicalJSON.text(reminder)
        return try await write { db in
            if let record = idempotency {
                if let kept = try db.idempotency.find(scope: record.scope, key: record.key) { return .repeated(kept) }
            }
            guard let item = try db.items.find(id), item.completedAt == nil else { return nil }
            if let record = idempotency { try db.idempotency.insert(record) }
            try db.schedules.insert(reminder, document: document)
            return .stored
        }
    }

    public func snoozeItem(
        _ id: TopicID, until reminder: Schedule, by device: DeviceID?, at time: Timestamp
    ) async throws -> [NotificationID]? {
        let document = try CanonicalJSON.text(reminder)
        return try await write { db in
            guard let item = try db.items.find(id, of: reminder.creator), item.completedAt == nil else { return nil }
            try db.schedules.cancel(about: id, madeBy: reminder.creator, at: time)
            try db.schedules.insert(reminder, document: document, isSnooze: true)
            let unread = try db.items.unread(id, of: reminder.creator)
            for notification in unread { _ = try db.markRead(notification, by: device, at: time) }
            return unread
        }
    }
}
