import BellhopModel
public import BellhopStore
public import Logging
public import Metrics
public import ServiceLifecycle

/// Sends the occurrences of due schedules.
///
/// Several schedulers may share one store: the transaction that sends an occurrence also advances its schedule, and
/// only one of them succeeds. After a crash the occurrence was either sent, or is sent by the next scheduler.
public struct Scheduler: Service {
    static let batch = 100

    private let store: Store
    private let workSignal: WorkSignal
    private let time: any TimeSource
    private let logger: Logger
    private let events: EventPublisher
    private let metrics: ScheduleMetrics

    /// - Parameter workSignal: notified when schedules change; this service notifies it of deliveries.
    public init(
        store: Store, hub: EventHub, workSignal: WorkSignal, time: any TimeSource, logger: Logger,
        metrics: any MetricsFactory = MetricsSystem.factory
    ) {
        self.store = store
        self.workSignal = workSignal
        self.time = time
        self.logger = logger
        self.events = EventPublisher(store: store, hub: hub, time: time)
        self.metrics = ScheduleMetrics(metrics)
    }

    public func run() async throws {
        await PollingLoop(
            purpose: "sending due schedules", workSignal: workSignal, work: .schedules, time: time, logger: logger,
            longestWait: store.longestWait
        ).run {
            let now = time.now
            let due = try await store.dueSchedules(at: now, limit: Self.batch)
            // Concurrently: the store joins simultaneous writes into one commit.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for schedule in due { group.addTask { try await fire(schedule, at: now) } }
                try await group.waitForAll()
            }
            return due.count < Self.batch ? try await store.nextScheduleDue() : now
        }
    }

    private func fire(_ schedule: Schedule, at now: Timestamp) async throws {
        guard let firing = schedule.firing(at: now) else { return }
        guard firing.isInTime else {
            if try await store.replace(firing.schedule) { missed(firing) }
            return
        }
        let sending = firing.sending(at: now)
        // Notified even when the store throws: it is unknown then whether the transaction was committed.
        defer { workSignal.notify([.deliveries, .campaigns]) }
        guard try await store.fire(firing.schedule, sending) else { return }
        metrics.sent(late: now - firing.planned)
        if case .notification(let submission) = sending {
            let notification = submission.notification
            await events.publish(.notificationCreated(notification), to: notification.userID)
        }
    }

    private func missed(_ firing: Firing) {
        metrics.missed()
        logger.warning(
            "A scheduled notification was not sent: it expired while no server was running",
            metadata: ["schedule": "\(firing.schedule.id)", "planned": "\(firing.planned)"])
    }
}

/// The counters and timers of schedules.
struct ScheduleMetrics: Sendable {
    private let sendings: Counter
    private let misses: Counter
    private let lateness: Timer

    init(_ factory: any MetricsFactory) {
        sendings = Counter(label: "bellhop_schedules_sent_total", factory: factory)
        misses = Counter(label: "bellhop_schedules_missed_total", factory: factory)
        lateness = Timer(label: "bellhop_schedule_late_seconds", factory: factory)
    }

    /// Counts a sent occurrence, and records its delay after the planned moment.
    func sent(late duration: Duration) {
        sendings.increment()
        lateness.record(duration: duration)
    }

    func missed() { misses.increment() }
}
