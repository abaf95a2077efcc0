import BellhopModel
public import BellhopStore
public import Logging
public import ServiceLifecycle

/// Forgets what nobody will ask for any more: idempotency records of more than a day ago, schedules that ended and items
/// that were deleted more than a month ago, and notifications, messages and ended campaigns that are older than the
/// history is kept.
///
/// It also finishes what a process that died began: it marks as read what is left unread about items that have ended.
public struct Housekeeping: Service {
    /// How long a repetition is recognised.
    static let retention: Duration = .seconds(24 * 3600)
    /// How long it can be seen what became of a schedule.
    static let scheduleRetention: Duration = .seconds(30 * 24 * 3600)
    /// How long an app that was away still learns what was deleted without fetching everything.
    static let deletionRetention: Duration = .seconds(30 * 24 * 3600)
    /// How long the history is kept unless somebody chose otherwise: 90 days.
    public static let usualHistory: Duration = .seconds(90 * 24 * 3600)
    /// Few at a time, so that writers are not held up.
    static let batch = 500
    /// Fewer still: each takes its deliveries and its timeline along.
    static let historyBatch = 100

    private let store: any Store
    private let time: any TimeSource
    private let logger: Logger
    private let history: Duration?
    private let interval: Duration

    /// - Parameters:
    ///   - history: how old notifications, messages and ended campaigns grow; `nil` keeps them for ever. What is still
    ///     going on is kept longer.
    ///   - interval: from the end of one cleaning to the next.
    public init(
        store: any Store, time: any TimeSource, logger: Logger, history: Duration? = usualHistory,
        interval: Duration = .seconds(600)
    ) {
        self.store = store
        self.time = time
        self.logger = logger
        self.history = history
        self.interval = interval
    }

    public func run() async throws {
        let rounds = Rounds(
            purpose: "forgetting what is old", wake: Wake(), time: time, logger: logger, longestWait: interval)
        await rounds.run {
            let now = time.now
            let records = try await store.forgetIdempotencyRecords(before: now - Self.retention, limit: Self.batch)
            let schedules = try await store.forgetSchedules(
                endedBefore: now - Self.scheduleRetention, limit: Self.batch)
            let deletions = try await store.forgetItemDeletions(
                before: now - Self.deletionRetention, limit: Self.batch)
            let silenced = try await store.silenceEndedItems(at: now, limit: Self.batch)
            // A full batch means there is more, and behind what one item left there may be another's: next round at once.
            var hasMore = max(records, schedules, deletions) == Self.batch || !silenced.isEmpty
            if let history, try await forget(history, at: now) { hasMore = true }
            return hasMore ? now : nil
        }
    }

    /// - Returns: whether there may be more to forget.
    private func forget(_ history: Duration, at now: Timestamp) async throws -> Bool {
        let notifications = try await store.forgetNotifications(
            before: now - history, at: now, limit: Self.historyBatch)
        let campaigns = try await store.forgetCampaigns(endedBefore: now - history, at: now, limit: Self.batch)
        // As long as its notification is of use, a message can be replied to.
        let messages = try await store.forgetMessages(
            before: now - max(history, Messages.lifetime), limit: Self.batch)
        return notifications == Self.historyBatch || max(campaigns, messages) == Self.batch
    }
}
