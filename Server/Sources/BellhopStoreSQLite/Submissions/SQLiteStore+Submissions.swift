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
    /// - Returns: how many devices it is on its way to, now or later.
    func submit(_ submission: Submission, request: String? = nil) throws -> Int {
        let notification = submission.notification
        let facts = try StoredFacts(self, about: notification.userID)
        let decision = try PushPolicy.decision(
            on: notification, about: submission.topics, heldUntil: submission.heldUntil,
            bypassesPreferences: submission.bypassesPreferences, facts: facts)
        try notifications.insert(notification, decision)
        if let ask = submission.ask, let request {
            try asks.insert(
                ask, request: request, notification: notification.id, inputHash: submission.inputHash,
                heldUntil: submission.heldUntil)
            try makeLiveActivitiesDue(with: ask, heldUntil: submission.heldUntil)
        }
        try timeline.add(TimelineEntry(at: notification.createdAt, step: .accepted), to: notification.id)
        for line in decision.lines(at: notification.createdAt) { try timeline.add(line, to: notification.id) }
        let isBulk = notification.campaignID != nil
        switch decision {
        case .keep:
            return 0
        case .fold(let summary, let due, _, _):
            return try summaries.grow(summary, of: notification.userID, due: due, isBulk: isBulk)
        case .push(let due, _):
            let devices = try devices.active(of: notification.userID, answering: submission.ask != nil)
            for device in devices {
                try deliveries.insert(.show, of: notification.id, to: device, at: due, isBulk: isBulk)
            }
            return devices.count
        }
    }
}
