#if canImport(UIKit) && !os(watchOS)
import BackgroundTasks
import BellhopKit
import BellhopModel
import Foundation

/// The app's background refresh task (`BGAppRefreshTask`). Its identifier is also listed in the app's Info.plist, under
/// `BGTaskSchedulerPermittedIdentifiers`.
final class BackgroundRefresh: Sendable {
    let identifier: String
    /// The least time between two runs. The system may wait longer.
    private let interval: TimeInterval
    private let scheduler: @Sendable () -> BGTaskScheduler
    private let work: @Sendable () async -> BackgroundResult

    /// - Parameters:
    ///   - work: cancelled when the system ends the task.
    ///   - scheduler: the scheduler, for tests.
    init(
        identifier: String, every interval: Duration = .seconds(30 * 60),
        scheduler: @escaping @Sendable () -> BGTaskScheduler = { .shared },
        _ work: @escaping @Sendable () async -> BackgroundResult
    ) {
        self.identifier = identifier
        self.interval = Double(interval.components.seconds)
        self.scheduler = scheduler
        self.work = work
    }

    /// Fetches changes and sends queued requests.
    convenience init(identifier: String, of bellhop: Bellhop, clock: any ClockPort = SystemClock()) {
        self.init(identifier: identifier) { await bellhop.refreshInBackground(until: clock.now + .seconds(25)) }
    }

    /// Registers the task. Must be called once, before the launch ends; a second call ends the app.
    @discardableResult
    func register() -> Bool {
        // Sendable: otherwise the closure is isolated to the main actor, and traps on the scheduler's queue.
        scheduler().register(forTaskWithIdentifier: identifier, using: nil) { @Sendable [self] task in run(task) }
    }

    /// Requests the next run. At most one request waits.
    ///
    /// - Throws: `BGTaskScheduler.Error`; always on the Simulator.
    func submit() throws {
        let request = BGAppRefreshTaskRequest(identifier: identifier)
        request.earliestBeginDate = Date(timeIntervalSinceNow: interval)
        try scheduler().submit(request)
    }

    private func run(_ task: BGTask) {
        // Each run requests the next one.
        try? submit()
        let run = RefreshRun(task)
        // Before the work begins: an expiry without a handler would leave the task open.
        task.expirationHandler = { run.expire() }
        // Unstructured: the system calls and does not wait; the expiration handler cancels it.
        let running = Task { [work] in
            let result = await work()
            // Cancelled work may end before the expiration handler does.
            run.end(success: result != .failed && !Task.isCancelled)
        }
        run.begin(running)
    }
}

/// One run of the task: cancels the work when the system ends the task, and reports completion once.
private final class RefreshRun: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    private var task: BGTask?
    private var work: Task<Void, Never>?
    private var isExpired = false

    init(_ task: BGTask) { self.task = task }

    func begin(_ work: Task<Void, Never>) {
        let isExpired = lock.withLock {
            self.work = work
            return self.isExpired
        }
        if isExpired { work.cancel() }
    }

    func expire() {
        let work = lock.withLock {
            isExpired = true
            return self.work
        }
        work?.cancel()
        end(success: false)
    }

    func end(success: Bool) {
        let ended = lock.withLock {
            defer { task = nil }
            return task
        }
        ended?.setTaskCompleted(success: success)
    }
}
#endif
