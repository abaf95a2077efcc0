public import NIOCore

/// What makes an answer late: calls back on an event loop after a duration.
public struct DelayTimer: Sendable {
    /// Duration, the event loop to call back on, and what to do there.
    public var schedule: @Sendable (Duration, any EventLoop, @escaping @Sendable () -> Void) -> Void

    public init(
        schedule: @escaping @Sendable (Duration, any EventLoop, @escaping @Sendable () -> Void) -> Void
    ) {
        self.schedule = schedule
    }

    /// The event loop's own timer.
    public static let eventLoop = DelayTimer { duration, eventLoop, action in
        _ = eventLoop.scheduleTask(in: TimeAmount(duration), action)
    }
}
