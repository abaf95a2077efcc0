import BellhopKit
public import BellhopModel
public import Foundation

/// A phone with an app on the real BellhopKit: a lock screen, notifications with their buttons, airplane mode, and an
/// app that can be killed.
///
/// What the system does is done as iOS does it. An action that wants authentication waits on a locked phone until it is
/// unlocked. Silent pushes do not reach an app that was killed, taps start it. Without a network no push arrives and no
/// request leaves. Pushes come from a simulated APNs, requests go to a real server.
public actor SimulatedPhone {
    public struct Configuration: Sendable {
        public var name: String
        /// The server's address.
        public var server: String
        /// Where it keeps its state; the same folder is the same phone.
        public var folder: URL
        public var app = "dev.bellhop.app"
        public var isLocked = true
        public var isInAirplaneMode = false
        /// Whether its owner allows Live Activities.
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
    let airplane: AirplaneSwitch
    let clock: any ClockPort
    nonisolated let token: [UInt8]
    let haptics = PhoneHaptics()
    /// `nil` when its owner allows none.
    let activities: PhoneActivities?
    /// The apps that were started, for ``run()`` to run.
    let launches: AsyncStream<RunningApp>
    private let launched: AsyncStream<RunningApp>.Continuation
    /// What pushes bring about, for ``run()`` to carry out.
    let arrivals: AsyncStream<[PhoneState.Effect]>
    private let arrived: AsyncStream<[PhoneState.Effect]>.Continuation

    private let journal: any Journal
    private let vault: any SecretVault
    private let deviceKey: any DeviceKey
    private let randomness: any RandomnessPort
    private var running: RunningApp?

    /// - Throws: when the folder cannot be used, or the server's address is none.
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
        airplane = AirplaneSwitch(isOn: configuration.isInAirplaneMode)
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

    // MARK: What it shows

    public nonisolated var name: String { configuration.name }

    /// Its device token, in lower case, as ``ReceivedPush/token`` names it.
    public nonisolated var pushToken: String { Hex.encode(token) }

    public var screen: PhoneScreen { system.screen }

    /// What time it is for the server, as far as the app knows.
    public var now: Timestamp { running?.app.clock.now ?? clock.now }

    /// The screen as it is, then after every change, until the phone is switched off.
    public func screens() -> AsyncStream<PhoneScreen> { system.watch() }

    /// The first screen that `condition` holds for; `nil` when the phone is switched off before.
    public func screen(where condition: @Sendable (PhoneScreen) -> Bool) async -> PhoneScreen? {
        await screens().first(where: condition)
    }

    // MARK: The app

    /// Carries out what follows for the app, one after the other, and returns when the app is done with all of it.
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

    /// A push has come in. Showing it waits for nothing; what the app does about it may take its time.
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
        let next = RunningApp { life in
            let radio = PhoneRadio(network: network, airplane: airplane, life: life)
            let journal = MortalJournal(base: journal, life: life)
            let ports = BellhopPorts(
                center: MortalCenter(base: center, life: life), transport: radio, events: radio,
                deviceKey: deviceKey, digesting: PhoneDigesting(), journal: journal,
                vault: MortalVault(base: vault, life: life), haptics: haptics, reachability: airplane, clock: clock,
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
