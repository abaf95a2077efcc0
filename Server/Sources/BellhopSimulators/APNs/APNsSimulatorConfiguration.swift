public import BellhopModel
public import NIOCore

/// The configuration of a simulated APNs.
public struct APNsSimulatorConfiguration: Sendable {
    /// The data that a simulator retains in memory.
    public enum Retention: Sendable, Hashable {
        /// The log of all requests, and pushes for offline devices.
        case everything
        /// Only statistics, for benchmarks. Connected devices still receive their pushes.
        case nothing
    }

    /// The address to listen on.
    public var host: String
    /// The port; 0 lets the system choose one, which ``APNsSimulator/port`` returns.
    public var port: Int
    public var environment: PushEnvironment
    /// The keys whose provider tokens are accepted.
    public var keys: [ProviderKey]
    public var devices: DevicePolicy
    public var streams: StreamLimitPolicy
    public var retention: Retention
    public var timer: DelayTimer
    /// The maximum number of channels of an app.
    public var channelLimit = 10_000
    /// The bundle identifiers of apps for which broadcasts are not enabled in the developer account.
    public var appsWithoutBroadcasts: Set<String> = []

    public init(
        host: String = "127.0.0.1", port: Int = 0, environment: PushEnvironment = .sandbox, keys: [ProviderKey] = [],
        devices: DevicePolicy = .acceptAnyToken, streams: StreamLimitPolicy = .vendor,
        retention: Retention = .everything,
        timer: DelayTimer = .eventLoop
    ) {
        self.host = host
        self.port = port
        self.environment = environment
        self.keys = keys
        self.devices = devices
        self.streams = streams
        self.retention = retention
        self.timer = timer
    }
}

/// The number of concurrent streams that the server allows, announced as `SETTINGS_MAX_CONCURRENT_STREAMS`.
///
/// "APNs allows only one stream until you post a request with a valid authentication token"; "an error code beginning
/// with 4XX slows down your ability to send" (Apple, "Establishing a connection to APNs"). Providers have observed that
/// the limit falls to 1 after such an error and recovers with the next success.
public struct StreamLimitPolicy: Sendable, Hashable {
    /// The limit before the first request with a valid token.
    public var initial: Int
    /// The limit after it.
    public var authenticated: Int
    /// True if the limit falls to 1 after a 4xx other than 410, until the next success.
    public var fallsAfterError: Bool

    public init(initial: Int = 1, authenticated: Int = 1000, fallsAfterError: Bool = true) {
        self.initial = initial
        self.authenticated = authenticated
        self.fallsAfterError = fallsAfterError
    }

    public static let vendor = StreamLimitPolicy()
    /// A constant limit.
    public static func constant(_ count: Int) -> Self {
        Self(initial: count, authenticated: count, fallsAfterError: false)
    }
}

/// The timer that delays responses: calls back on an event loop after a duration.
public struct DelayTimer: Sendable {
    /// Parameters: the delay, the event loop to call back on, and the action.
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
