public import BellhopModel
import Foundation

/// Where the client reads the time and how it pauses, so that tests need no clock.
public struct ClientTime: Sendable {
    public var now: @Sendable () -> Timestamp
    /// Pauses for a duration; throws `CancellationError` when the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    public init(
        now: @escaping @Sendable () -> Timestamp, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    public static let system = ClientTime(
        now: { Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))) },
        sleep: { try await Task.sleep(for: $0) })
}
