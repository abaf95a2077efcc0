public import BellhopKit
public import BellhopModel
import Foundation

/// A clock that a test advances: the wall clock and the uptime.
public final class ManualClock: ClockPort, @unchecked Sendable {
    private struct Sleeper {
        let id: Int
        let due: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private enum Entry {
        case cancelled, past
        case asleep([CheckedContinuation<Void, Never>])
    }

    private let lock = NSLock()
    // Guarded by `lock`.
    private var wall: Timestamp
    private var up: Duration = .seconds(1000)
    private var sleepers: [Sleeper] = []
    private var lastID = 0
    private var runsFree = false
    private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// The default start time.
    public static let start = Timestamp("2026-03-01T09:00:00Z") ?? Timestamp(milliseconds: 0)

    public init(_ start: Timestamp = ManualClock.start) { wall = start }

    public var now: Timestamp { lock.withLock { wall } }
    public var uptime: Duration { lock.withLock { up } }

    public func sleep(until moment: Timestamp) async throws {
        let id = lock.withLock {
            lastID += 1
            return lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let entry: Entry = lock.withLock {
                    if Task.isCancelled { return .cancelled }
                    guard moment > wall else { return .past }
                    if runsFree {
                        up += moment - wall
                        wall = moment
                        return .past
                    }
                    sleepers.append(Sleeper(id: id, due: up + (moment - wall), continuation: continuation))
                    return .asleep(readyWatchers())
                }
                switch entry {
                case .cancelled: continuation.resume(throwing: CancellationError())
                case .past: continuation.resume()
                case .asleep(let watchers): for watcher in watchers { watcher.resume() }
                }
            }
        } onCancel: {
            let sleeper = lock.withLock {
                sleepers.firstIndex { $0.id == id }.map { sleepers.remove(at: $0) }
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Advances the wall clock and the uptime.
    public func advance(by duration: Duration) {
        let due = lock.withLock {
            wall = wall + duration
            up += duration
            let due = sleepers.filter { $0.due <= up }
            sleepers.removeAll { $0.due <= up }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Advances the time automatically to the end of every sleep.
    public func runFree() {
        let pause = lock.withLock {
            runsFree = true
            return sleepers.map(\.due).max().map { $0 - up }
        }
        if let pause { advance(by: pause) }
    }

    /// Sets the wall clock; the uptime does not change.
    public func set(by difference: Duration) { lock.withLock { wall = wall + difference } }

    /// Returns when `count` tasks sleep on this clock.
    public func sleepers(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isReady = lock.withLock {
                if sleepers.count >= count { return true }
                watchers.append((count, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    private func readyWatchers() -> [CheckedContinuation<Void, Never>] {
        let ready = watchers.filter { $0.count <= sleepers.count }
        watchers.removeAll { $0.count <= sleepers.count }
        return ready.map(\.continuation)
    }
}

/// Suspends callers until it is opened, and reports when a caller waits.
public final class Gate: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    private var isOpen = false
    private var held: [Int: CheckedContinuation<Void, Never>] = [:]
    private var lastID = 0
    private var arrivals = 0
    private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    public init() {}

    /// Returns when the gate is open, or the task is cancelled.
    public func pass() async {
        let id = lock.withLock {
            lastID += 1
            return lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let resumed: [CheckedContinuation<Void, Never>] = lock.withLock {
                    arrivals += 1
                    var resumed = watchers.filter { $0.count <= arrivals }.map(\.continuation)
                    watchers.removeAll { $0.count <= arrivals }
                    if isOpen || Task.isCancelled { resumed.append(continuation) } else { held[id] = continuation }
                    return resumed
                }
                for continuation in resumed { continuation.resume() }
            }
        } onCancel: {
            lock.withLock { held.removeValue(forKey: id) }?.resume()
        }
    }

    /// Opens the gate for waiting and later callers.
    public func open() {
        let all = lock.withLock {
            isOpen = true
            defer { held = [:] }
            return Array(held.values)
        }
        for continuation in all { continuation.resume() }
    }

    /// Returns when `count` callers have arrived.
    public func arrived(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isReady = lock.withLock {
                if arrivals >= count { return true }
                watchers.append((count, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }
}
