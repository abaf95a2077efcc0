import BellhopModel
public import BellhopStore
import GRDB

extension SQLiteStore {
    public func accept(_ submission: Submission) async throws -> SubmissionResult {
        let request = try submission.ask.map { try CanonicalJSON.text($0.request) }
        return try await write { try $0.accept(submission, request: request) }
    }
}

extension Database {
    /// - Parameter request: the content of the submission's ask as JSON.
    fileprivate func accept(_ submission: Submission, request: String?) throws -> SubmissionResult {
        if let record = submission.idempotency {
            if let kept = try idempotency.find(scope: record.scope, key: record.key) { return .repeated(kept) }
            try idempotency.insert(record)
        }
        let notification = submission.notification
        try notifications.insert(notification)
        if let ask = submission.ask, let request {
            try asks.insert(ask, request: request, notification: notification.id)
            try makeLiveActivitiesDue(with: ask, at: ask.createdAt)
        }
        try timeline.add(TimelineEntry(at: notification.createdAt, step: .accepted), to: notification.id)
        if let refusal = submission.refusal(by: try preferences.find(of: notification.userID)) {
            try timeline.add(refusal, to: notification.id)
            return .stored(deliveries: 0)
        }
        let devices = try devices.active(of: notification.userID)
        for device in devices {
            try deliveries.insert(.show, of: notification.id, to: device, at: notification.createdAt)
        }
        return .stored(deliveries: devices.count)
    }
}
