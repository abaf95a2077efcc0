import BellhopModel

/// Changes the notification preferences, publishes them, and applies them to the local schedule.
struct PreferenceService: Sendable {
    let sync: PreferencesSync
    let schedule: LocalSchedule
    let publisher: UpdatePublisher
    let clock: any ClockPort
    /// Signalled when a change waits to be sent.
    let signal: AsyncSignal

    /// Runs on the caller's actor, like ``set(_:)``, so that two changes keep their order.
    nonisolated(nonsending) func turn(_ name: PreferenceSwitch, on isOn: Bool) async -> Bool {
        let isStored = await sync.turn(name, isOn)
        await publish()
        await schedule.fill()
        return isStored
    }

    nonisolated(nonsending) func set(_ setting: PreferenceSetting) async throws(PreferenceProblem) -> Bool {
        let isStored = try await sync.set(setting)
        await publish()
        return isStored
    }

    func synchronize() async { await exchange { await sync.sync() } }

    /// Sends local changes, if there are any.
    func send() async { await exchange { await sync.send() } }

    /// The server's response carries its own preferences, which may have been changed on another device.
    private func exchange(_ body: () async -> Void) async {
        let before = await sync.present()
        await body()
        guard await sync.present() != before else { return }
        await publish()
        await schedule.fill()
    }

    private func publish() async { publisher.publish(.preferences(await sync.present())) }

    /// Sends changes when they are due, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            if await sync.pause == .zero { await send() }
            await signal.wait(atMost: await sync.pause, clock)
        }
    }
}

extension PreferenceService: UserScoped {
    func erase() async throws {
        let result: Result<Void, any Error>
        do { result = .success(try await sync.erase()) } catch { result = .failure(error) }
        await publish()
        try result.get()
    }
}

/// Requests the permission to notify, and publishes it.
actor PermissionService {
    private let guide: PermissionGuide
    private let center: any NotificationCenterPort
    private let publisher: UpdatePublisher
    private var results = LatestResult()

    init(guide: PermissionGuide, center: any NotificationCenterPort, publisher: UpdatePublisher) {
        self.guide = guide
        self.center = center
        self.publisher = publisher
    }

    func step() async -> PermissionStep { await guide.step(await center.authorization()) }

    func primed() async {
        await guide.primed()
        await publish()
    }

    func putOff() async {
        await guide.putOff()
        await publish()
    }

    func request(_ options: AuthorizationOptions) async -> AuthorizationState {
        let state: AuthorizationState
        if let answer = try? await center.requestAuthorization(options) {
            state = answer
            if !options.contains(.provisional) { await guide.asked() }
        } else {
            state = await center.authorization()
        }
        // The person's answer is newer than every check that started before it.
        if results.accept(results.begin()) { publisher.publish(.authorization(state)) }
        await publish()
        return state
    }

    /// Reads the permission, which the person may have changed in the system's settings.
    func publish() async {
        let request = results.begin()
        let state = await center.authorization()
        let step = await guide.step(state)
        guard results.accept(request) else { return }
        publisher.publish(.authorization(state))
        publisher.publish(.permission(step))
    }
}
