public import BellhopFoundation
import BellhopKit
public import BellhopModel

/// A simulated phone with an app on the real BellhopKit: a lock screen, notifications with buttons, airplane mode, and
/// an app that can be killed.
///
/// The system behaves like iOS. An action that requires authentication waits until the phone is unlocked. Silent pushes
/// do not reach a killed app, taps start it. Without a network no push arrives and no request leaves. Pushes come from
/// a simulated APNs, requests go to a real server.
public actor SimulatedPhone {
    public struct Configuration: Sendable {
        public var name: String
        /// The server's address.
        public var server: String
        /// The folder of the phone's persistent state; the same folder is the same phone.
        public var folder: URL
        public var app = "dev.bellhop.app"
        public var isLocked = true
        public var isInAirplaneMode = false
        /// True if the user allows Live Activities.
        public var allowsLiveActivities = false

        public init(name: String, server: String, folder: URL) {
            self.name = name
            self.server = server
            self.folder = folder
        }
    }

    let configuration: Configuration
    let system: PhoneSystem
    let pushes: any PushSource
    let network: any PhoneNetwork
    let airplane: AirplaneMode
    let clock: any ClockPort
    nonisolated let token: [UInt8]
    let haptics = PhoneHaptics()
    /// `nil` when the user allows no Live Activities.
    let activities: PhoneActivities?
    /// The launched apps, which ``run()`` runs.
    let launches: AsyncStream<RunningApp>
    private let launched: AsyncStream<RunningApp>.Continuation
    /// The effects of pushes, which ``run()`` carries out.
    let arrivals: AsyncStream<[PhoneState.Effect]>
    private let arrived: AsyncStream<[PhoneState.Effect]>.Continuation

    private let journal: any Journal
    private let vault: any SecretVault
    private let deviceKey: any DeviceKey
    private let randomness: any RandomnessPort
    private var running: RunningApp?

    /// - Throws: An error when the folder is unusable, or the server's address is invalid.
    public init(_ configuration: Configuration, pushes: any PushSource) throws {
        try self.init(
            configuration, pushes: pushes, network: ServerNetwork(configuration.server), clock: SystemClock(),
            randomness: SystemRandomness())
    }

    init(
        _ configuration: Configuration, pushes: any PushSource, network: any PhoneNetwork, clock: any ClockPort,
        randomness: any RandomnessPort
    ) throws {
        self.configuration = configuration
        self.pushes = pushes
        self.network = network
        self.clock = clock
        self.randomness = randomness
        let folder = try PhoneFolder(configuration.folder)
        (journal, vault, deviceKey) = (try folder.journal(), folder.vault, try folder.signingKey())
        token = try folder.pushToken()
        airplane = AirplaneMode(isOn: configuration.isInAirplaneMode)
        system = PhoneSystem(
            PhoneState(
                PhoneScreen(
                    name: configuration.name, isLocked: configuration.isLocked,
                    isInAirplaneMode: configuration.isInAirplaneMode)))
        activities =
            configuration.allowsLiveActivities
            ? PhoneActivities(system: system, clock: clock, pushToken: token) : nil
        (launches, launched) = AsyncStream<RunningApp>.makeStream()
        (arrivals, arrived) = AsyncStream<[PhoneState.Effect]>.makeStream()
    }

    // MARK: State

    public nonisolated var name: String { configuration.name }

    /// The device token in lower case, as in ``ReceivedPush/token``.
    public nonisolated var pushToken: String { Hex.encode(token) }

    public var screen: PhoneScreen { system.screen }

    /// The app's estimate of the server's time.
    public var now: Timestamp { running?.app.clock.now ?? clock.now }

    /// A stream of the current screen and every later one, until the phone is switched off.
    public func screens() -> AsyncStream<PhoneScreen> { system.watch() }

    /// Returns the first screen that satisfies `condition`; `nil` when the phone is switched off before.
    public func screen(where condition: @Sendable (PhoneScreen) -> Bool) async -> PhoneScreen? {
        await screens().first(where: condition)
    }

    // MARK: The app

    /// Carries out effects in order, and returns when the app has handled them all.
    func carryOut(_ effects: [PhoneState.Effect]) async {
        for effect in effects {
            switch effect {
            case .start: start()
            case .end: end()
            case .present(let notification):
                let presentation = await running?.app.notificationArrived(notification) ?? [.banner, .list, .badge]
                system.change { $0.present(notification, as: presentation) }
            case .wake(let payload): _ = await running?.app.pushArrived(payload)
            case .respond(let response): await running?.app.responded(response)
            case .activate: await running?.app.becameActive()
            case .deactivate: await running?.app.enteredBackground()
            }
        }
    }

    var app: Bellhop? { running?.app }

    /// Handles an incoming push. It is displayed immediately; the app may handle it later.
    func arrive(_ push: DeliveredPush) {
        guard !airplane.isOn else { return }
        let now = clock.now
        let effects = system.change { $0.arrive(push, at: now) }
        if !effects.isEmpty { arrived.yield(effects) }
    }

    private func start() {
        let identity = AppIdentity(
            server: configuration.server, app: configuration.app, deviceName: configuration.name,
            environment: .sandbox)
        let center = PhoneCenter(system: system, clock: clock)
        let next = RunningApp { process in
            let transport = PhoneTransport(network: network, airplane: airplane, process: process)
            let journal = ProcessScopedJournal(base: journal, process: process)
            let ports = BellhopPorts(
                center: ProcessScopedCenter(base: center, process: process), transport: transport, events: transport,
                deviceKey: deviceKey, digesting: PhoneDigesting(), journal: journal,
                vault: ProcessScopedVault(base: vault, process: process), haptics: haptics, reachability: airplane,
                clock: clock,
                randomness: randomness)
            let app = Bellhop(identity: identity, ports: ports.withServerItems { identity.server })
            let keeper = activities.map { activities in
                LiveActivitySync(
                    port: activities, server: app.activityTokens, journal: journal, digesting: PhoneDigesting(),
                    clock: clock, serverClock: app.clock, randomness: randomness)
            }
            return (app, keeper)
        }
        running = next
        launched.yield(next)
    }

    private func end() {
        running?.end()
        running = nil
    }
}
