import BellhopModel

/// Queues the person's actions on notifications, and shows failures in notifications while the app is not open.
struct ActionService: Sendable {
    let queue: RetryQueue<ActionHandler>
    private let schedule: LocalSchedule
    private let center: any NotificationCenterPort
    private let foreground: ForegroundState
    private let clock: any ClockPort
    private let hasHandler: Bool
    /// The actions for an app that reads them from ``Bellhop/actions``.
    let actions = AsyncQueue<ContentAction>(limit: 64)

    init(ports: BellhopPorts, schedule: LocalSchedule, foreground: ForegroundState) {
        self.schedule = schedule
        center = ports.center
        self.foreground = foreground
        clock = ports.clock
        hasHandler = ports.actions != nil
        queue = RetryQueue(
            ActionHandler(handler: ports.actions, schedule: schedule, clock: ports.clock), journal: ports.journal,
            clock: ports.clock, randomness: ports.randomness)
    }

    /// Returns when the action is done, or stored to be retried. Runs on the caller's actor, so that actions keep their order.
    nonisolated(nonsending) func perform(
        _ kind: ContentAction.Kind, on notification: DeliveredNotification, as id: String
    ) async {
        let now = clock.now
        let action = ContentAction(id: id, kind, on: notification, expiresAt: now + ContentAction.lifetime)
        actions.append(action)
        if kind == .complete {
            // When the journal is locked, the reminder is removed after the backend has completed the item.
            if let item = notification.payload.itemID { try? await schedule.remove(item: item) }
            try? await schedule.removeSnooze(of: notification.id)
        }
        if hasHandler || kind.isSnooze {
            await queue.enqueue(QueuedRequest(id, action, at: now, expiresAt: action.expiresAt))
        }
        await announce()
    }

    var results: AsyncStream<ContentActionReport> { queue.reportStream }

    func flush() async {
        await queue.flush(everything: true)
        await announce()
    }

    /// Retries actions when they are due, until the task is cancelled.
    func run() async { await queue.run { await announce() } }

    private func announce() async {
        for report in queue.unannounced.takeAll() {
            guard !foreground.isForeground, let notice = ActionNotice(report) else { continue }
            // The result is also kept in `results`, so that a failure here loses nothing.
            try? await center.deliver(notice.notification)
        }
    }
}

extension ActionService: UserScoped {
    func erase() async throws { try await queue.erase() }
}

extension ContentAction.Kind {
    fileprivate var isSnooze: Bool { if case .snooze = self { true } else { false } }
}
