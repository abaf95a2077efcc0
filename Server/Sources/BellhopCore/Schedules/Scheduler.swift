import BellhopModel
public import BellhopStore
public import Logging
public import Metrics
public import ServiceLifecycle

/// Sends what is scheduled when its time comes.
///
/// Any number may work on one store: the transaction that sends an occurrence also moves its schedule on, and only one
/// of them can. A process that dies before it leaves the occurrence to the next; after it there is nothing left to do.
public struct Scheduler: Service {
    static let batch = 100

    private let store: any Store
    private let wake: Wake
    private let time: any TimeSource
    private let logger: Logger
    private let announcer: Announcer
    private let metrics: ScheduleMetrics

    /// - Parameter wake: the one that new schedules ring; rung for the deliveries that an occurrence makes.
    public init(
        store: any Store, hub: EventHub, wake: Wake, time: any TimeSource, logger: Logger,
        metrics: any MetricsFactory = MetricsSystem.factory
    ) {
        self.store = store
        self.wake = wake
        self.time = time
        self.logger = logger
        self.announcer = Announcer(store: store, hub: hub, time: time)
        self.metrics = ScheduleMetrics(metrics)
    }

    public func run() async throws {
        await Rounds(purpose: "sending what is scheduled", wake: wake, time: time, logger: logger).run {
            let now = time.now
            let due = try await store.dueSchedules(at: now, limit: Self.batch)
            // All at once: the store joins what waits at the same time into one commit.
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
        // Rung even when the store throws: nobody knows then whether the transaction went through.
        defer { wake.signal() }
        guard try await store.fire(firing.schedule, sending) else { return }
        metrics.sent(late: now - firing.planned)
        if case .notification(let submission) = sending {
            let notification = submission.notification
            await announcer.announce(.notificationCreated(notification), to: notification.userID)
        }
    }

    private func missed(_ firing: Firing) {
        metrics.missed()
        logger.warning(
            "A scheduled notification was not sent: by the time a server ran it had expired",
            metadata: ["schedule": "\(firing.schedule.id)", "planned": "\(firing.planned)"])
    }
}
