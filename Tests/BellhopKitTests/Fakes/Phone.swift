import BellhopKit
import BellhopModel

/// The whole kit on fakes. What a device keeps outlives ``restarted()``; the rest does not.
struct Phone {
    let clock: ManualClock
    let journal: MemoryJournal
    let vault: MemoryVault
    let deviceKey: FakeDeviceKey
    let server: FakeServer
    let center: FakeCenter
    let haptics = FakeHaptics()
    let events = FakeEvents()
    let reachability = FakeReachability()
    private let handler: (any ContentActionHandler)?
    private let changes: (any ChangesPort)?
    let bellhop: Bellhop

    init(
        clock: ManualClock = ManualClock(), actions: (any ContentActionHandler)? = nil,
        changes: (any ChangesPort)? = nil, sync: (@Sendable (PushPayload) async -> BackgroundResult)? = nil
    ) {
        self.init(
            clock: clock, journal: MemoryJournal(), vault: MemoryVault(), deviceKey: FakeDeviceKey(),
            server: FakeServer(clock: clock), center: FakeCenter(clock: clock), actions: actions, changes: changes,
            sync: sync)
    }

    private init(
        clock: ManualClock, journal: MemoryJournal, vault: MemoryVault, deviceKey: FakeDeviceKey, server: FakeServer,
        center: FakeCenter, actions: (any ContentActionHandler)?, changes: (any ChangesPort)?,
        sync: (@Sendable (PushPayload) async -> BackgroundResult)?
    ) {
        (self.clock, self.journal, self.vault, self.deviceKey) = (clock, journal, vault, deviceKey)
        (self.server, self.center, self.handler, self.changes) = (server, center, actions, changes)
        bellhop = Bellhop(
            identity: Fixture.identity,
            ports: BellhopPorts(
                center: center, transport: server, events: events, deviceKey: deviceKey, digesting: FakeDigest(),
                journal: journal, vault: vault, haptics: haptics, reachability: reachability, clock: clock,
                randomness: FixedRandomness(), actions: actions, changes: changes, sync: sync))
    }

    /// The next launch: what the system and the disk hold stays.
    func restarted() -> Phone {
        Phone(
            clock: clock, journal: journal, vault: vault, deviceKey: deviceKey, server: server, center: center,
            actions: handler, changes: changes, sync: nil)
    }

    static func paired(
        clock: ManualClock = ManualClock(), actions: (any ContentActionHandler)? = nil,
        changes: (any ChangesPort)? = nil, sync: (@Sendable (PushPayload) async -> BackgroundResult)? = nil
    ) async throws -> Phone {
        let phone = Phone(clock: clock, actions: actions, changes: changes, sync: sync)
        try await phone.pair(with: Fixture.user)
        return phone
    }

    func pair(with user: UserID) async throws {
        await server.addCode("code-\(user)", for: user)
        await bellhop.tokenArrived([0xAB, 0xCD, 0x01, 0x23])
        guard case .registered = await bellhop.pair(code: "code-\(user)") else { throw Workshop.NotPaired() }
    }

    /// The push about `ask`, shown by the system under `id`.
    @discardableResult
    func show(_ ask: Ask, id: String? = nil) async -> DeliveredNotification {
        await center.show(Fixture.push(ask), id: id ?? "ask-\(ask.id)")
    }

    /// Runs the kit as the app does, while `body` runs.
    func running(_ body: () async throws -> Void) async rethrows {
        let run = Task { await bellhop.run() }
        defer { run.cancel() }
        try await body()
    }
}

extension Fixture {
    static func notification(_ number: UInt64, ask: Ask? = nil, read: Bool = false) -> UserNotification {
        UserNotification(
            id: NotificationID(high: UInt64(start.milliseconds) << 16 | 0x7000, low: 1000 + number), userID: user,
            category: ask?.category ?? .sessionStatus, sessionID: "session-1", askID: ask?.id,
            title: ask?.request.title ?? "Status", body: ask?.request.body ?? "Running tests", createdAt: start,
            expiresAt: ask?.deadline ?? start + .seconds(86_400), readAt: read ? start : nil)
    }

    static func push(_ ask: Ask, badge: Int? = 1) -> PushPayload {
        PushPayload(notification(ask.id.low, ask: ask), ask: ask, badge: badge)
    }
}
