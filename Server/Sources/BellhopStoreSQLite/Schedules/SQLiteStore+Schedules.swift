public import BellhopModel
public import BellhopStore

extension SQLiteStore {
    public func add(_ schedule: Schedule, idempotency: IdempotencyRecord?) async throws -> IdempotentWriteResult {
        let document = try CanonicalJSON.text(schedule)
        return try await write { db in
            if let record = idempotency {
                if let kept = try db.idempotency.find(scope: record.scope, key: record.key) { return .repeated(kept) }
                try db.idempotency.insert(record)
            }
            try db.schedules.insert(schedule, document: document)
            return .stored
        }
    }

    public func schedule(_ id: ScheduleID) async throws -> Schedule? {
        try await read { try $0.schedules.find(id) }
    }

    public func schedules(
        _ filter: ScheduleFilter, before cursor: ScheduleID?, limit: Int
    ) async throws -> [Schedule] {
        try await read { try $0.schedules.page(filter, before: cursor, limit: limit) }
    }

    public func replace(_ schedule: Schedule) async throws -> Bool {
        let document = try CanonicalJSON.text(schedule)
        return try await write { try $0.schedules.replace(schedule, document: document) }
    }

    public func nextScheduleDue() async throws -> Timestamp? {
        try await read { try $0.schedules.nextDue() }
    }

    public func dueSchedules(at time: Timestamp, limit: Int) async throws -> [Schedule] {
        try await read { try $0.schedules.due(at: time, limit: limit) }
    }

    public func fire(_ schedule: Schedule, _ sending: ScheduledSubmission) async throws -> Bool {
        let document = try CanonicalJSON.text(schedule)
        return try await write { db in
            if try db.isAboutCompleteItem(schedule.notification) {
                if let former = try db.schedules.find(schedule.id) {
                    try db.schedules.cancel(former, at: schedule.updatedAt)
                }
                return false
            }
            guard try db.schedules.replace(schedule, document: document) else { return false }
            switch sending {
            case .notification(var submission):
                submission.bypassesPreferences = try db.schedules.isSnooze(schedule.id)
                _ = try db.submit(submission)
            case .campaign(let submission): try db.begin(submission.campaign, for: submission.audience)
            }
            return true
        }
    }

    public func forgetSchedules(endedBefore time: Timestamp, limit: Int) async throws -> Int {
        try await write { try $0.schedules.delete(endedBefore: time, limit: limit) }
    }
}
