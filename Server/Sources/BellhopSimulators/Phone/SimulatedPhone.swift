import BellhopClient
public import BellhopKit
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

        public init(name: String, server: String, folder: URL) {
            self.name = name
            self.server = server
            self.folder = folder
        }
    }

    private let configuration: Configuration
    private let pushes: any PushSource
    private let center: PhoneCenter
    private let airplane: AirplaneSwitch
    private let haptics = PhoneHaptics()
    private let client: BellhopClient
    private let ports: BellhopPorts
    private let token: [UInt8]
    private let changed: AsyncStream<Void>.Continuation
    private let changes: AsyncStream<Void>
    private let clock = SystemClock()
    private let screensOut = ScreenBroadcast()
    private let launches: AsyncStream<RunningApp>
    private let started: AsyncStream<RunningApp>.Continuation

    private var running: RunningApp?
    private var app: Bellhop? { running?.app }
    private var appState = PhoneScreen.AppState.killed
    private var isLocked: Bool
    private var waitingAction: (notification: DeliveredNotification, action: CategoryAction, text: String?)?
    private var registration = RegistrationState.waitingForToken
    private var results: [AnswerReport] = []
    private var routes: [Route] = []

    /// - Throws: when the folder cannot be used, or the server's address is none.
    public init(_ configuration: Configuration, pushes: any PushSource) throws {
        self.configuration = configuration
        self.pushes = pushes
        isLocked = configuration.isLocked
        let folder = try PhoneFolder(configuration.folder)
        let address = try ServerAddress(configuration.server)
        let (changes, changed) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        (self.changes, self.changed) = (changes, changed)
        (launches, started) = AsyncStream<RunningApp>.makeStream()
        let airplane = AirplaneSwitch(isOn: configuration.isInAirplaneMode)
        self.airplane = airplane
        center = PhoneCenter(clock: clock) { changed.yield() }
        client = try BellhopClient(address, key: nil)
        token = try folder.pushToken()
        ports = BellhopPorts(
            center: center, transport: PhoneTransport(client: client, airplane: airplane),
            events: PhoneEvents(address: address, airplane: airplane), deviceKey: PhoneKey(key: try folder.signingKey()),
            digesting: PhoneDigesting(), journal: FileJournal(folder: folder.url), vault: FileVault(folder: folder.url),
            haptics: haptics, reachability: airplane, clock: clock)
    }

    /// Switches the phone on, with its app in the background, until the task is cancelled.
    public func run() async {
        launch()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.receivePushes() }
            group.addTask { await self.runApps() }
            group.addTask { await self.publishChanges() }
            await group.waitForAll()
        }
        await client.shutdown()
    }

    // MARK: What it shows

    public var screen: PhoneScreen {
        PhoneScreen(
            name: configuration.name, isLocked: isLocked, isInAirplaneMode: airplane.isOn, app: appState,
            notifications: center.showing.reversed(), badge: center.badge, registration: registration,
            asksToUnlockFor: waitingAction?.action, results: results, routes: routes)
    }

    /// The screen as it is, then after every change.
    public func screens() -> AsyncStream<PhoneScreen> { screensOut.subscribe(beginningWith: screen) }

    /// The first screen that `condition` holds for; `nil` when the phone is switched off before.
    public func screen(where condition: @Sendable (PhoneScreen) -> Bool) async -> PhoneScreen? {
        await screens().first(where: condition)
    }

    private func publish() { screensOut.send(screen) }

    private func publishChanges() async {
        for await _ in changes { publish() }
        screensOut.finish()
    }
}

// MARK: - What its owner does

extension SimulatedPhone {
    /// Pairs the phone with its server.
    @discardableResult
    public func pair(code: String) async -> RegistrationState {
        let state = await launched().pair(code: code)
        note(state)
        return state
    }

    public func lock() {
        isLocked = true
        if appState == .foreground { appState = .background }
        publish()
    }

    /// Unlocks, and does what waited for it.
    public func unlock() async {
        isLocked = false
        let waiting = waitingAction
        waitingAction = nil
        publish()
        if let (notification, action, text) = waiting { await act(action, on: notification, text: text) }
    }

    /// Presses a button of a notification.
    ///
    /// - Returns: `false` when the phone asks to be unlocked first.
    @discardableResult
    public func perform(_ action: CategoryAction, on notification: DeliveredNotification, text: String? = nil) async -> Bool {
        if isLocked, !action.options.isDisjoint(with: [.authenticationRequired, .foreground]) {
            waitingAction = (notification, action, text)
            publish()
            return false
        }
        await act(action, on: notification, text: text)
        return true
    }

    /// Taps the notification itself.
    public func tap(_ notification: DeliveredNotification) async {
        isLocked = false
        center.remove(notification.id)
        let app = launched()
        await open()
        await app.responded(NotificationResponse(to: notification, .opened))
        publish()
    }

    /// Swipes it away.
    public func dismiss(_ notification: DeliveredNotification) async {
        center.remove(notification.id)
        await app?.responded(NotificationResponse(to: notification, .dismissed))
        publish()
    }

    public func setAirplaneMode(_ isOn: Bool) {
        airplane.set(isOn)
        publish()
    }

    /// Ends the app as its owner does by swiping it up: nothing of it runs until it is opened or tapped.
    public func kill() {
        running?.end()
        running = nil
        appState = .killed
        publish()
    }

    /// Opens the app again.
    public func restart() async {
        isLocked = false
        _ = launched()
        await open()
        publish()
    }

    private func open() async {
        appState = .foreground
        await app?.becameActive()
    }

    private func act(_ action: CategoryAction, on notification: DeliveredNotification, text: String?) async {
        center.remove(notification.id)
        let app = launched()
        if action.options.contains(.foreground) { await open() }
        await app.responded(NotificationResponse(to: notification, action.id, text: text))
        publish()
    }
}

// MARK: - What goes on by itself

extension SimulatedPhone {
    private func launch() { _ = launched() }

    /// The app, started in the background if it does not run.
    private func launched() -> Bellhop {
        if let app { return app }
        let identity = AppIdentity(
            server: configuration.server, app: configuration.app, deviceName: configuration.name, environment: .sandbox)
        let launched = RunningApp(Bellhop(identity: identity, ports: ports))
        running = launched
        appState = .background
        started.yield(launched)
        return launched.app
    }

    private func runApps() async {
        for await launched in launches {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.run(launched.app) }
                for await _ in launched.ended {}
                group.cancelAll()
            }
        }
    }

    private func run(_ app: Bellhop) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await app.run() }
            group.addTask { await app.tokenArrived(self.token) }
            group.addTask { for await report in app.results { await self.note(report) } }
            group.addTask { for await route in app.routes { await self.note(route) } }
            group.addTask {
                for await update in await app.updates() {
                    if case .registration(let state) = update { await self.note(state) }
                }
            }
        }
    }

    private func note(_ report: AnswerReport) {
        results.append(report)
        publish()
    }

    private func note(_ route: Route) {
        routes.append(route)
        publish()
    }

    private func note(_ state: RegistrationState) {
        registration = state
        publish()
    }

    private func receivePushes() async {
        guard let token = DeviceToken(bytes: token) else { return }
        for await isOnline in airplane.changes() where isOnline {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.attach(token) }
                for await isOnline in airplane.changes() where !isOnline { break }
                group.cancelAll()
            }
        }
    }

    /// Receives pushes; when the service is away, tries again after a second, as a phone does.
    private func attach(_ token: DeviceToken) async {
        while !Task.isCancelled {
            try? await pushes.pushes(for: token) { await self.receive($0) }
            try? await clock.sleep(until: clock.now + .seconds(1))
        }
    }

    private func receive(_ push: DeliveredPush) async {
        guard !airplane.isOn, let payload = try? PushPayload(bytes: push.payload) else { return }
        if push.headers.pushType == "background" {
            // The system does not wake an app that its owner has ended.
            _ = await app?.pushArrived(payload)
            publish()
            return
        }
        let id = push.headers.collapseID ?? push.headers.id ?? ""
        let notification = DeliveredNotification(id: id, deliveredAt: clock.now, payload: payload)
        if appState == .foreground, let app {
            let presentation = await app.notificationArrived(notification)
            guard !presentation.isDisjoint(with: [.banner, .list]) else { return publish() }
        }
        center.show(notification)
    }
}
