public import BellhopModel

/// What time it is, and waiting for it. The engine asks nothing else for the time, so that a test can own it.
public protocol TimeSource: Sendable {
    var now: Timestamp { get }

    /// Returns at `moment` or soon after it; at once when it has passed.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    func sleep(until moment: Timestamp) async throws
}
