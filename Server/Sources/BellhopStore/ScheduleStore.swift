public import BellhopModel

/// The submission of a schedule's occurrence.
public enum ScheduledSubmission: Hashable, Sendable {
    /// To one user: see ``NotificationStore/accept(_:)``.
    case notification(Submission)
    /// To many: see ``CampaignStore/accept(_:)``.
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

public protocol ScheduleStore: Sendable {
    /// Stores a new schedule, and the record of the response.
    func add(_ schedule: Schedule, idempotency: IdempotencyRecord?) async throws -> IdempotentWriteResult

    func schedule(_ id: ScheduleID) async throws -> Schedule?

    /// Newest first, at most `limit`, starting before `cursor`.
    func schedules(_ filter: ScheduleFilter, before cursor: ScheduleID?, limit: Int) async throws -> [Schedule]

    /// Replaces the schedule with the same id, if that is waiting and has the preceding revision.
    /// - Returns: whether it was replaced.
    func replace(_ schedule: Schedule) async throws -> Bool

    /// The moment at which the next waiting schedule is due.
    func nextScheduleDue() async throws -> Timestamp?

    /// Waiting schedules that are due at `time`, earliest first.
    func dueSchedules(at time: Timestamp, limit: Int) async throws -> [Schedule]

    /// Advances a schedule and sends its occurrence in one transaction: as ``replace(_:)``, and after success as
    /// accepting `sending`. For a user who snoozed an item (``ItemStore/snoozeItem(_:until:by:at:)``) the submission
    /// has ``Submission/bypassesPreferences``.
    ///
    /// Each occurrence is therefore sent once, with any number of nodes and after any crash. A schedule about a
    /// completed item is cancelled instead.
    /// - Returns: whether it was sent.
    func fire(_ schedule: Schedule, _ sending: ScheduledSubmission) async throws -> Bool

    /// Deletes up to `limit` schedules that ended before `time`, earliest end first.
    /// - Returns: the number of deleted schedules.
    func forgetSchedules(endedBefore time: Timestamp, limit: Int) async throws -> Int
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
