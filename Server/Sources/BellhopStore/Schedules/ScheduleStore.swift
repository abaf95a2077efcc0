public import BellhopModel

/// What came of storing something that may be a repetition.
public enum IdempotentWriteResult: Hashable, Sendable {
    case stored
    /// A record under the same idempotency key was there before. Nothing was stored.
    case repeated(IdempotencyRecord)
}

/// What is accepted when the time of a schedule comes.
public enum ScheduledSubmission: Hashable, Sendable {
    /// To one user: see ``NotificationStore/accept(_:)``.
    case notification(Submission)
    /// To many: see ``CampaignStore/accept(_:)``.
    case campaign(CampaignSubmission)
}

/// Which schedules a list is to have.
public struct ScheduleFilter: Hashable, Sendable {
    /// Only those for this one user. One for many users is nobody's.
    public var user: UserID?
    public var state: Schedule.State?

    public init(user: UserID? = nil, state: Schedule.State? = nil) {
        self.user = user
        self.state = state
    }
}

public protocol ScheduleStore: Sendable {
    /// Stores a new schedule, together with the record of the response to the request that made it.
    func add(_ schedule: Schedule, idempotency: IdempotencyRecord?) async throws -> IdempotentWriteResult

    func schedule(_ id: ScheduleID) async throws -> Schedule?

    /// Newest first, at most `limit`, starting before `cursor`.
    func schedules(_ filter: ScheduleFilter, before cursor: ScheduleID?, limit: Int) async throws -> [Schedule]

    /// Stores `schedule` in place of the one with its id, if that waits and has the revision before.
    /// - Returns: whether it did.
    func replace(_ schedule: Schedule) async throws -> Bool

    /// When the next waiting schedule is due.
    func nextScheduleDue() async throws -> Timestamp?

    /// Waiting schedules that are due at `time`, earliest first.
    func dueSchedules(at time: Timestamp, limit: Int) async throws -> [Schedule]

    /// Moves a schedule on and sends what it stands for, in one transaction: as ``replace(_:)``, and if that was done
    /// also everything that accepting `sending` does. To one user who asked for it (``ItemStore/snoozeItem(_:until:by:at:)``) it is sent
    /// as ``Submission/bypassesPreferences``.
    ///
    /// So it is sent once for each time it is moved on, however many nodes try to, and whenever one of them dies. One
    /// about an item that is complete is cancelled instead.
    /// - Returns: whether it was sent.
    func fire(_ schedule: Schedule, _ sending: ScheduledSubmission) async throws -> Bool

    /// Deletes schedules that ended before `time`, at most `limit`, the first to end first.
    /// - Returns: how many were deleted.
    func forgetSchedules(endedBefore time: Timestamp, limit: Int) async throws -> Int
}

extension Schedule {
    /// The one user it is for; `nil` when it is for many.
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
