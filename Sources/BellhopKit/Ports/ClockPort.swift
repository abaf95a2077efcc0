import BellhopFoundation
public import BellhopModel

/// The wall clock, the uptime, and sleeping.
public protocol ClockPort: Sendable {
    /// The wall clock, which the user or the network may set, forwards and backwards.
    var now: Timestamp { get }

    /// The device's uptime, including sleep, from a starting point that its processes share. It cannot be set.
    var uptime: Duration { get }

    /// Returns when ``now`` has reached `moment`; at once for a moment in the past.
    /// - Throws: `CancellationError` when the task is cancelled.
    func sleep(until moment: Timestamp) async throws
}

/// The system's clocks.
public struct SystemClock: ClockPort {
    public init() {}

    public var now: Timestamp { Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))) }

    public var uptime: Duration {
        #if canImport(Darwin)
        return .nanoseconds(clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW))
        #else
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        #endif
    }

    public func sleep(until moment: Timestamp) async throws {
        try await Task.sleep(for: max(Duration.zero, moment - now), clock: .continuous)
    }
}
