import BellhopModel
public import BellhopStore
public import Logging
public import ServiceLifecycle

/// Deletes old records: idempotency records after a day, ended schedules and deleted items after a month, and
/// notifications, messages and ended campaigns after the retention of the history.
///
/// It gives the space of deleted rows back to the file system, and completes work of a process that died: it marks the remaining notifications of ended items as read.
public struct Housekeeping: Service {
    /// The retention of idempotency records.
    static let retention: Duration = .seconds(24 * 3600)
    /// The retention of ended schedules.
    static let scheduleRetention: Duration = .seconds(30 * 24 * 3600)
    /// The retention of item deletions, within which an app synchronizes without fetching all items.
    static let deletionRetention: Duration = .seconds(30 * 24 * 3600)
    /// The default retention of the history: 90 days.
    public static let usualHistory: Duration = .seconds(90 * 24 * 3600)
    /// The number of rows deleted in one transaction. It bounds the wait of writers.
    static let batch = 500
    /// The number of notifications deleted in one transaction, which also deletes their deliveries and timelines.
    static let historyBatch = 100
    /// The number of pages given back in one transaction.
    static let releasedPages = 256

    private let store: Store
    private let time: any TimeSource
    private let logger: Logger
    private let history: Duration?
    private let interval: Duration

    /// - Parameters:
    ///   - history: the retention of notifications, messages and ended campaigns; `nil` keeps them. Open ones are kept
    ///     longer.
    ///   - interval: the time from the end of one pass to the next.
    public init(
        store: Store, time: any TimeSource, logger: Logger, history: Duration? = usualHistory,
        interval: Duration = .seconds(600)
    ) {
        self.store = store
        self.time = time
        self.logger = logger
        self.history = history
        self.interval = interval
    }

    public func run() async throws {
        let loop = PollingLoop(
            purpose: "deleting old records", workSignal: WorkSignal(), time: time, logger: logger, longestWait: interval
        )
        await loop.run {
            let now = time.now
            let records = try await store.pruneIdempotencyRecords(before: now - Self.retention, limit: Self.batch)
            let schedules = try await store.pruneSchedules(
                endedBefore: now - Self.scheduleRetention, limit: Self.batch)
            let deletions = try await store.pruneItemDeletions(
                before: now - Self.deletionRetention, limit: Self.batch)
            let silenced = try await store.silenceEndedItems(at: now, limit: Self.batch)
            // A full batch means that there is more, and another item may follow a silenced one: next pass at once.
            var hasMore = max(records, schedules, deletions) == Self.batch || !silenced.isEmpty
            if let history, try await prune(olderThan: history, at: now) { hasMore = true }
            // Afterwards, so that no page is moved that a later deletion frees.
            if !hasMore { hasMore = try await store.releaseFreeSpace(pages: Self.releasedPages) }
            return hasMore ? now : nil
        }
    }

    /// - Returns: whether there may be more to delete.
    private func prune(olderThan history: Duration, at now: Timestamp) async throws -> Bool {
        let notifications = try await store.pruneNotifications(
            before: now - history, at: now, limit: Self.historyBatch)
        let campaigns = try await store.pruneCampaigns(endedBefore: now - history, at: now, limit: Self.batch)
        // A message can be replied to during the lifetime of its notification.
        let messages = try await store.pruneMessages(
            before: now - max(history, MessageService.lifetime), limit: Self.batch)
        return notifications == Self.historyBatch || max(campaigns, messages) == Self.batch
    }
}
