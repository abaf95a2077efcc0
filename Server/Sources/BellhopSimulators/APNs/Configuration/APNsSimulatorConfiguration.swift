public import BellhopModel

/// How a simulated APNs is set up.
public struct APNsSimulatorConfiguration: Sendable {
    /// What a simulator keeps in memory.
    public enum Retention: Sendable, Hashable {
        /// The log of all requests, and pushes for devices that are away.
        case everything
        /// Only counts: for benchmarks. Devices that are attached still get their pushes.
        case nothing
    }

    /// The address to listen on.
    public var host: String
    /// 0 lets the system choose; ``APNsSimulator/port`` tells which.
    public var port: Int
    public var environment: PushEnvironment
    /// The keys whose tokens are taken.
    public var keys: [ProviderKey]
    public var devices: DevicePolicy
    public var streams: StreamRule
    public var retention: Retention
    public var timer: DelayTimer
    /// How many channels an app may have.
    public var channelLimit = 10_000
    /// The apps, by bundle identifier, for which broadcasts are not turned on in the developer account.
    public var appsWithoutBroadcasts: Set<String> = []

    public init(
        host: String = "127.0.0.1", port: Int = 0, environment: PushEnvironment = .sandbox, keys: [ProviderKey] = [],
        devices: DevicePolicy = .acceptAnyToken, streams: StreamRule = .vendor, retention: Retention = .everything,
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
