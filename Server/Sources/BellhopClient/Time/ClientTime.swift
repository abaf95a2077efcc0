import BellhopFoundation
public import BellhopModel

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

    /// The system's clock as it stood when it was first read, and what has passed since: a clock that is put forward or
    /// back meanwhile ends no wait too early, and draws none out.
    public static let system: ClientTime = {
        let (start, began) = (Date().timeIntervalSince1970, ContinuousClock.now)
        let first = Timestamp(milliseconds: Int64((start * 1000).rounded(.down)))
        return ClientTime(
            now: { first + (ContinuousClock.now - began) }, sleep: { try await Task.sleep(for: $0) })
    }()
}
