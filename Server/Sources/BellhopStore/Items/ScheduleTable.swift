public import BellhopModel

/// The submission of a schedule's occurrence.
public enum ScheduledSubmission: Hashable, Sendable {
    /// To one user: see ``Store/accept(_:)``.
    case notification(Submission)
    /// To many: see ``Store/accept(_:)``.
    case campaign(CampaignSubmission)
}

/// A filter of schedules.
public struct ScheduleFilter: Hashable, Sendable {
    /// Matches schedules for this one user; a schedule for many users matches none.
    public var user: UserID?
    public var state: Schedule.State?

    public init(user: UserID? = nil, state: Schedule.State? = nil) {
        self.user = user
        self.state = state
    }
}

extension Schedule {
    /// The only user it is for; `nil` when it is for many.
    public var user: UserID? {
        if case .user(let user) = to { user } else { nil }
    }

    public func cancelled(at time: Timestamp) -> Schedule {
        var schedule = self
        schedule.state = .cancelled
        schedule.next = nil
        schedule.revision += 1
        schedule.updatedAt = time
        return schedule
    }
}

extension Database {
    var schedules: ScheduleTable { ScheduleTable(db: self) }
}

/// The table of schedules, waiting and ended ones.
struct ScheduleTable {
    let db: Database

    /// - Parameters:
    ///   - document: the schedule as canonical JSON.
    ///   - isSnooze: whether its recipient requested it.
    func insert(_ schedule: Schedule, document: String, isSnooze: Bool = false) throws {
        try db.run(
            """
            INSERT INTO schedules (id, user_id, revision, state, due, ended_at, document, item_id, is_snooze)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """,
            arguments(schedule, document) + [isSnooze])
    }

    func isSnooze(_ id: ScheduleID) throws -> Bool {
        try db.first("SELECT is_snooze FROM schedules WHERE id = ?", [id.blob]) { try $0.integer() != 0 } ?? false
    }

    /// - Parameter document: the schedule as canonical JSON.
    /// - Returns: whether a waiting schedule had the preceding revision.
    func replace(_ schedule: Schedule, document: String) throws -> Bool {
        try db.run(
            """
            UPDATE schedules SET user_id = ?2, revision = ?3, state = ?4, due = ?5, ended_at = ?6, document = ?7, item_id = ?8
            WHERE id = ?1 AND revision = ?3 - 1 AND due IS NOT NULL
            """,
            arguments(schedule, document))
        return db.changesCount > 0
    }

    func find(_ id: ScheduleID) throws -> Schedule? {
        try db.first("SELECT document FROM schedules WHERE id = ?", [id.blob]) { try $0.json() }
    }

    func page(_ filter: ScheduleFilter, before cursor: ScheduleID?, limit: Int) throws -> [Schedule] {
        let end = cursor ?? ScheduleID(high: .max, low: .max)
        var arguments: Database.Arguments = [end.blob, max(0, limit)]
        if let user = filter.user { arguments += [user.description] }
        let user = filter.user == nil ? "" : " AND user_id = ?3"
        let state = filter.state.map { " AND state = '\($0.rawValue)'" } ?? ""
        return try db.all(
            "SELECT document FROM schedules WHERE id < ?1\(user)\(state) ORDER BY id DESC LIMIT ?2", arguments
        ) { try $0.json() }
    }

    func nextDue() throws -> Timestamp? {
        try db.first("SELECT min(due) FROM schedules WHERE due IS NOT NULL") { try $0.optionalTime() } ?? nil
    }

    /// Due schedules, earliest first and then in the order of their creation.
    func due(at time: Timestamp, limit: Int) throws -> [Schedule] {
        try db.all(
            "SELECT document FROM schedules WHERE due <= ? ORDER BY due, id LIMIT ?",
            [time.milliseconds, max(0, limit)]
        ) { try $0.json() }
    }

    /// - Returns: the number of deleted schedules, earliest end first and at most `limit`.
    func delete(endedBefore time: Timestamp, limit: Int) throws -> Int {
        try db.run(
            """
            DELETE FROM schedules WHERE id IN (
                SELECT id FROM schedules WHERE ended_at < ? ORDER BY ended_at LIMIT ?)
            """,
            [time.milliseconds, max(0, limit)])
        return db.changesCount
    }

    private func arguments(_ schedule: Schedule, _ document: String) -> Database.Arguments {
        let endedAt = schedule.next == nil ? schedule.updatedAt : nil
        return [
            schedule.id.blob, schedule.user?.description, schedule.revision, schedule.state.rawValue,
            schedule.next?.milliseconds, endedAt?.milliseconds, document, schedule.notification.options?.itemID,
        ]
    }
}

// Reminders of items.
extension ScheduleTable {
    /// Cancels waiting schedules about `item`: all of them, or only the reminders that this user made for themselves.
    func cancel(about item: TopicID, madeBy creator: UserID? = nil, at time: Timestamp) throws {
        let owner = creator == nil ? "" : " AND user_id = ?2"
        var arguments: Database.Arguments = [item.description]
        if let creator { arguments += [creator.description] }
        let waiting: [Schedule] = try db.all(
            "SELECT document FROM schedules WHERE item_id = ?1\(owner) AND due IS NOT NULL", arguments
        ) { try $0.json() }
        for schedule in waiting where creator == nil || schedule.creator == creator {
            try cancel(schedule, at: time)
        }
    }

    func cancel(_ schedule: Schedule, at time: Timestamp) throws {
        let cancelled = schedule.cancelled(at: time)
        _ = try replace(cancelled, document: try CanonicalJSON.text(cancelled))
    }
}

extension Store {
    /// Stores a new schedule, and the record of the response.
    public func add(_ schedule: Schedule, idempotency: IdempotencyRecord?) async throws -> IdempotentWriteResult {
        let document = try CanonicalJSON.text(schedule)
        return try await write { db in
            try db.once(idempotency) { try db.schedules.insert(schedule, document: document) }
        }
    }

    public func schedule(_ id: ScheduleID) async throws -> Schedule? {
        try await read { try $0.schedules.find(id) }
    }

    /// Newest first, at most `limit`, starting before `cursor`.
    public func schedules(
        _ filter: ScheduleFilter, before cursor: ScheduleID?, limit: Int
    ) async throws -> [Schedule] {
        try await read { try $0.schedules.page(filter, before: cursor, limit: limit) }
    }

    /// Replaces the schedule with the same id, if that is waiting and has the preceding revision.
    /// - Returns: whether it was replaced.
    public func replace(_ schedule: Schedule) async throws -> Bool {
        let document = try CanonicalJSON.text(schedule)
        return try await write { try $0.schedules.replace(schedule, document: document) }
    }

    /// The moment at which the next waiting schedule is due.
    public func nextScheduleDue() async throws -> Timestamp? {
        try await read { try $0.schedules.nextDue() }
    }

    /// Waiting schedules that are due at `time`, earliest first.
    public func dueSchedules(at time: Timestamp, limit: Int) async throws -> [Schedule] {
        try await read { try $0.schedules.due(at: time, limit: limit) }
    }

    /// Advances a schedule and sends its occurrence in one transaction: as ``replace(_:)``, and after success as
    /// accepting `sending`. For a user who snoozed an item (``Store/snoozeItem(_:until:by:at:)``) the submission
    /// has ``Submission/bypassesPreferences``.
    ///
    /// Each occurrence is therefore sent once, with any number of nodes and after any crash. A schedule about a
    /// completed item is cancelled instead.
    /// - Returns: whether it was sent.
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

    /// Deletes up to `limit` schedules that ended before `time`, earliest end first.
    /// - Returns: the number of deleted schedules.
    public func pruneSchedules(endedBefore time: Timestamp, limit: Int) async throws -> Int {
        try await write { try $0.schedules.delete(endedBefore: time, limit: limit) }
    }
}
