import Foundation

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

    /// Lets everybody pass, now and later.
    public func open() {
        let all = lock.withLock {
            isOpen = true
            defer { held = [:] }
            return Array(held.values)
        }
        for continuation in all { continuation.resume() }
    }

    /// Returns when so many have come by.
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
