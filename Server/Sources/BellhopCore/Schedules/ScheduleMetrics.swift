import Metrics

/// What is counted and timed about schedules.
struct ScheduleMetrics: Sendable {
    private let sendings: Counter
    private let misses: Counter
    private let lateness: Timer

    init(_ factory: any MetricsFactory) {
        sendings = Counter(label: "bellhop_schedules_sent_total", factory: factory)
        misses = Counter(label: "bellhop_schedules_missed_total", factory: factory)
        lateness = Timer(label: "bellhop_schedule_late_seconds", factory: factory)
    }

    /// Counts an occurrence that was sent so long after its planned moment.
    func sent(late duration: Duration) {
        sendings.increment()
        lateness.record(duration: duration)
    }

    func missed() { misses.increment() }
}
