import BellhopModel
public import BellhopStore
import GRDB

extension SQLiteStore {
    public func accept(_ submission: Submission) async throws -> SubmissionResult {
        let request = try submission.ask.map { try CanonicalJSON.text($0.request) }
        return try await write { db in
            if let record = submission.idempotency {
                if let kept = try db.idempotency.find(scope: record.scope, key: record.key) { return .repeated(kept) }
                try db.idempotency.insert(record)
            }
            return .stored(deliveries: try db.submit(submission, request: request))
        }
    }
}

extension Database {
    /// Whatever tells a user something goes through here, within the transaction of whoever has it told.
    ///
    /// - Parameter request: the content of the submission's ask as JSON.
    /// - Returns: how many deliveries are due.
    func submit(_ submission: Submission, request: String? = nil) throws -> Int {
        let notification = submission.notification
        try notifications.insert(notification)
        if let ask = submission.ask, let request {
            try asks.insert(ask, request: request, notification: notification.id)
            try makeLiveActivitiesDue(with: ask, at: ask.createdAt)
        }
        try timeline.add(TimelineEntry(at: notification.createdAt, step: .accepted), to: notification.id)
        if let refusal = submission.refusal(by: try preferences.find(of: notification.userID)) {
            try timeline.add(refusal, to: notification.id)
            return 0
        }
        let devices = try devices.active(of: notification.userID)
        for device in devices {
            try deliveries.insert(.show, of: notification.id, to: device, at: notification.createdAt)
        }
        return devices.count
    }
}
