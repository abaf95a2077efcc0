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
    /// Carries out the user's actions on notifications of the app's items; `nil` for an app that only reads
    /// ``Bellhop/actions``.
    public var actions: (any ContentActionHandler)?
    /// The source of the app's items; `nil` for an app without items.
    public var changes: (any ChangesPort)?
    /// Fetches changes after a silent push, in addition to ``changes``. The system allows about 30 seconds.
    public var sync: (@Sendable (PushPayload) async -> BackgroundResult)?
    /// Authenticates the device's owner, for the given reason. `nil` where authentication is not available: masked
    /// values then stay masked.
    public var confirmOwner: (@Sendable (String) async -> Bool)?
    /// Registers the app for remote notifications, or unregisters it; `nil` if the app does that itself. With it
    /// the device receives no push from signing out until it is paired again.
    public var receivePushes: (@Sendable (Bool) async -> Void)?

    public init(
        center: any NotificationCenterPort, transport: any APITransport, events: any EventPort,
        deviceKey: any DeviceKey, digesting: any Digesting, journal: any Journal, vault: any SecretVault,
        haptics: any HapticsPort, reachability: any ReachabilityPort, clock: any ClockPort = SystemClock(),
        randomness: any RandomnessPort = SystemRandomness(), actions: (any ContentActionHandler)? = nil,
        changes: (any ChangesPort)? = nil,
        sync: (@Sendable (PushPayload) async -> BackgroundResult)? = nil,
        confirmOwner: (@Sendable (String) async -> Bool)? = nil,
        receivePushes: (@Sendable (Bool) async -> Void)? = nil
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
        self.actions = actions
        self.changes = changes
        self.sync = sync
        self.confirmOwner = confirmOwner
        self.receivePushes = receivePushes
    }
}
