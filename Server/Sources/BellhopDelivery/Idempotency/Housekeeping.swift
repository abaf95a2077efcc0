import BellhopModel
public import BellhopStore
public import Logging
public import ServiceLifecycle

/// Forgets what nobody will ask for any more: idempotency records of more than a day ago, and schedules that ended and items
/// that were deleted more than a month ago.
public struct Housekeeping: Service {
    /// How long a repetition is recognised.
    static let retention: Duration = .seconds(24 * 3600)
    /// How long it can be seen what became of a schedule.
    static let scheduleRetention: Duration = .seconds(30 * 24 * 3600)
    /// How long an app that was away still learns what was deleted without fetching everything.
    static let deletionRetention: Duration = .seconds(30 * 24 * 3600)
    /// Few at a time, so that writers are not held up.
    static let batch = 500

    private let store: any Store
    private let time: any TimeSource
    private let logger: Logger
    private let interval: Duration

    /// - Parameter interval: from the end of one cleaning to the next.
    public init(store: any Store, time: any TimeSource, logger: Logger, interval: Duration = .seconds(600)) {
        self.store = store
        self.time = time
        self.logger = logger
        self.interval = interval
    }

    public func run() async throws {
        let rounds = Rounds(
            purpose: "forgetting what is old", wake: Wake(), time: time, logger: logger,
            longestWait: interval)
        await rounds.run {
            let now = time.now
            let forgotten = try await store.forgetIdempotencyRecords(before: now - Self.retention, limit: Self.batch)
            let schedules = try await store.forgetSchedules(
                endedBefore: now - Self.scheduleRetention, limit: Self.batch)
            let deletions = try await store.forgetItemDeletions(
                before: now - Self.deletionRetention, limit: Self.batch)
            // A full batch means there is more: next round at once.
            return max(forgotten, schedules, deletions) < Self.batch ? nil : now
        }
    }
}
