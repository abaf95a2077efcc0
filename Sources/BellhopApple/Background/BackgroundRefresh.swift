#if canImport(UIKit) && !os(watchOS)
public import BackgroundTasks
public import BellhopKit
import BellhopModel
import Foundation

/// Lets the system wake the app now and then (`BGAppRefreshTask`).
///
/// The identifier stands in `BGTaskSchedulerPermittedIdentifiers` of the app's Info.plist as well.
public final class BackgroundRefresh: Sendable {
    public let identifier: String
    /// How long the system is to wait at least. It waits as long as it likes.
    private let interval: TimeInterval
    private let scheduler: @Sendable () -> BGTaskScheduler
    private let work: @Sendable () async -> BackgroundResult

    /// - Parameters:
    ///   - work: is cancelled when its time is over.
    ///   - scheduler: the scheduler, for tests.
    public init(
        identifier: String, every interval: Duration = .seconds(30 * 60),
        scheduler: @escaping @Sendable () -> BGTaskScheduler = { .shared },
        _ work: @escaping @Sendable () async -> BackgroundResult
    ) {
        self.identifier = identifier
        self.interval = Double(interval.components.seconds)
        self.scheduler = scheduler
        self.work = work
    }

    /// Lets `bellhop` learn what has changed, and send what waits.
    public convenience init(identifier: String, of bellhop: Bellhop, clock: any ClockPort = SystemClock()) {
        self.init(identifier: identifier) { await bellhop.refreshInBackground(until: clock.now + .seconds(25)) }
    }

    /// Once, before the launch ends; to register a second time ends the app.
    @discardableResult
    public func register() -> Bool {
        // Marked sendable, or the closure would be taken for the main actor's, and trap on the queue it is called on.
        scheduler().register(forTaskWithIdentifier: identifier, using: nil) { @Sendable [self] task in run(task) }
    }

    /// Asks for the next time. One request at most waits.
    ///
    /// - Throws: `BGTaskScheduler.Error`, in the simulator always.
    public func submit() throws {
        let request = BGAppRefreshTaskRequest(identifier: identifier)
        request.earliestBeginDate = Date(timeIntervalSinceNow: interval)
        try scheduler().submit(request)
    }

    private func run(_ task: BGTask) {
        // A chain: whoever does not ask again is not woken again.
        try? submit()
        let run = RefreshRun(task)
        // Before the work begins, or an expiry in between would find no handler, and the task would never end.
        task.expirationHandler = { run.expire() }
        // Unstructured: the system calls and does not wait; it says by the handler when to stop.
        let running = Task { [work] in
            let result = await work()
            // Work that was cut short may come to its end before the handler does.
            run.end(success: result != .failed && !Task.isCancelled)
        }
        run.begin(running)
    }
}

/// One time in the background: cancels its work when the system wants it to end, and reports the end, once.
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
