public import BellhopModel
import Foundation

/// The current time, and waiting for a moment. The engine has no other source of time, so that tests control it.
public protocol TimeSource: Sendable {
    var now: Timestamp { get }

    /// Returns at `moment` or soon after; immediately when it has passed.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    func sleep(until moment: Timestamp) async throws
}

/// The system's wall clock.
public struct SystemTime: TimeSource {
    public init() {}

    public var now: Timestamp {
        Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }

    public func sleep(until moment: Timestamp) async throws {
        // In slices, because `Task.sleep` uses a monotonic clock: a changed wall clock or a suspended machine is
        // noticed within one slice.
        var rest = moment - now
        while rest > .zero {
            try await Task.sleep(for: min(rest, .seconds(30)))
            rest = moment - now
        }
        try Task.checkCancellation()
    }
}
