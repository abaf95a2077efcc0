public import BellhopModel

/// Everything that ``Bellhop`` needs from the system it runs on.
public struct BellhopPorts: Sendable {
    public var center: any NotificationCenterPort
    public var transport: any APITransport
    public var events: any EventPort
    public var deviceKey: any DeviceKey
    public var digesting: any Digesting
    public var journal: any Journal
    public var vault: any SecretVault
    public var haptics: any HapticsPort
    public var reachability: any ReachabilityPort
    public var clock: any ClockPort
    public var randomness: any RandomnessPort
    /// Fetches what has changed when a silent push says so. The system allows about 30 seconds.
    public var sync: (@Sendable (PushPayload) async -> BackgroundResult)?

    public init(
        center: any NotificationCenterPort, transport: any APITransport, events: any EventPort,
        deviceKey: any DeviceKey, digesting: any Digesting, journal: any Journal, vault: any SecretVault,
        haptics: any HapticsPort, reachability: any ReachabilityPort, clock: any ClockPort = SystemClock(),
        randomness: any RandomnessPort = SystemRandomness(),
        sync: (@Sendable (PushPayload) async -> BackgroundResult)? = nil
    ) {
        self.center = center
        self.transport = transport
        self.events = events
        self.deviceKey = deviceKey
        self.digesting = digesting
        self.journal = journal
        self.vault = vault
        self.haptics = haptics
        self.reachability = reachability
        self.clock = clock
        self.randomness = randomness
        self.sync = sync
    }
}

/// What a silent push brought (`UIBackgroundFetchResult`).
public enum BackgroundResult: String, Hashable, Sendable, CaseIterable {
    case newData, noData, failed
}
