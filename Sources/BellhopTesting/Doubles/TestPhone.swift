public import BellhopKit
public import BellhopModel

/// A phone in memory: the complete kit on test doubles. Stored data outlives ``restarted()``; memory does not.
///
/// ```swift
/// let phone = try await TestPhone.paired()
/// let ask = try await phone.receive(Fixture.ask())
/// try await phone.tap(.approve, on: ask)
/// #expect(await phone.server.ask(ask.id)?.state == .approved)
/// ```
public struct TestPhone: Sendable {
    public let clock: ManualClock
    public let journal: MemoryJournal
    public let vault: MemoryVault
    public let deviceKey: FakeDeviceKey
    public let server: FakeServer
    public let center: FakeCenter
    public let haptics = FakeHaptics()
    public let events = FakeEvents()
    public let reachability = FakeReachability()
    /// The kit under test.
    public let bellhop: Bellhop
    /// The kit's requests to register or unregister for remote notifications.
    public let pushes = FakePushes()
    private let handler: (any ContentActionHandler)?
    private let changes: (any ChangesPort)?
    private let hasServerItems: Bool

    /// An unpaired phone.
    ///
    /// - Parameters:
    ///   - actions: the app's handler of actions, or a ``FakeBackend``.
    ///   - changes: the app's source of changes, or a ``FakeChanges``.
    ///   - sync: as in `BellhopPorts`.
    ///   - confirmOwner: as in `BellhopPorts`.
    ///   - hasServerItems: `true` to use the server's actions and changes instead (`BellhopPorts.withServerItems`).
    public init(
        clock: ManualClock = ManualClock(), actions: (any ContentActionHandler)? = nil,
        changes: (any ChangesPort)? = nil, sync: (@Sendable (PushPayload) async -> BackgroundResult)? = nil,
        confirmOwner: (@Sendable (String) async -> Bool)? = nil, hasServerItems: Bool = false
    ) {
        self.init(
            clock: clock, journal: MemoryJournal(), vault: MemoryVault(), deviceKey: FakeDeviceKey(),
            server: FakeServer(clock: clock), center: FakeCenter(clock: clock), actions: actions, changes: changes,
            sync: sync, confirmOwner: confirmOwner, hasServerItems: hasServerItems)
    }

    private init(
        clock: ManualClock, journal: MemoryJournal, vault: MemoryVault, deviceKey: FakeDeviceKey, server: FakeServer,
        center: FakeCenter, actions: (any ContentActionHandler)?, changes: (any ChangesPort)?,
        sync: (@Sendable (PushPayload) async -> BackgroundResult)?,
        confirmOwner: (@Sendable (String) async -> Bool)?, hasServerItems: Bool
    ) {
        self.hasServerItems = hasServerItems
        (self.clock, self.journal, self.vault, self.deviceKey) = (clock, journal, vault, deviceKey)
        (self.server, self.center, self.handler, self.changes) = (server, center, actions, changes)
        let ports = BellhopPorts(
            center: center, transport: server, events: events, deviceKey: deviceKey, digesting: FakeDigest(),
            journal: journal, vault: vault, haptics: haptics, reachability: reachability, clock: clock,
            randomness: FixedRandomness(), actions: actions, changes: changes, sync: sync, confirmOwner: confirmOwner,
            receivePushes: { [pushes] in await pushes.set($0) })
        bellhop = Bellhop(
            identity: Fixture.identity,
            ports: hasServerItems ? ports.withServerItems(at: { Fixture.identity.server }) : ports)
    }

    /// A phone that is paired with ``Fixture/user``.
    public static func paired(
        clock: ManualClock = ManualClock(), actions: (any ContentActionHandler)? = nil,
        changes: (any ChangesPort)? = nil, sync: (@Sendable (PushPayload) async -> BackgroundResult)? = nil,
        confirmOwner: (@Sendable (String) async -> Bool)? = nil, hasServerItems: Bool = false
    ) async throws -> TestPhone {
        let phone = TestPhone(
            clock: clock, actions: actions, changes: changes, sync: sync, confirmOwner: confirmOwner,
            hasServerItems: hasServerItems)
        try await phone.pair(with: Fixture.user)
        return phone
    }

    /// - Throws: ``NotPaired`` when the kit or the server refuses the pairing.
    public func pair(with user: UserID) async throws {
        await server.addCode("code-\(user)", for: user)
        await bellhop.tokenArrived([0xAB, 0xCD, 0x01, 0x23])
        guard case .registered = await bellhop.pair(code: "code-\(user)") else { throw NotPaired() }
    }

    /// The phone after the next launch, with the data of system and disk.
    public func restarted() -> TestPhone {
        TestPhone(
            clock: clock, journal: journal, vault: vault, deviceKey: deviceKey, server: server, center: center,
            actions: handler, changes: changes, sync: nil, confirmOwner: nil, hasServerItems: hasServerItems)
    }

    /// Runs the kit during `body`, as the app does.
    public func running(_ body: () async throws -> Void) async rethrows {
        // Unstructured: the task runs during `body`, and is cancelled afterwards.
        let run = Task { await bellhop.run() }
        defer { run.cancel() }
        try await body()
    }
}

extension TestPhone {
    /// Delivers the push about `ask`, which the system shows under `id`.
    @discardableResult
    public func show(_ ask: Ask, id: String? = nil) async -> DeliveredNotification {
        await center.show(Fixture.push(ask), id: id ?? Self.id(of: ask))
    }

    /// Creates an ask on the server and shows it on the lock screen.
    ///
    /// - Returns: `ask`.
    @discardableResult
    public func receive(_ ask: Ask) async -> Ask {
        await server.add(ask)
        await show(ask)
        return ask
    }

    /// Taps the button with `effect` on `ask`'s notification; returns when the app has handled it.
    ///
    /// - Parameter text: the typed text, for a button with a text field.
    /// - Throws: ``NoSuchButton`` when the notification or the button is missing.
    public func tap(_ effect: ActionEffect, on ask: Ask, text: String? = nil) async throws {
        guard let category = CategoryCatalog[ask.category],
            let action = category.actions.first(where: { $0.effect == effect }),
            let response = await center.tap(action.id, on: Self.id(of: ask), text: text)
        else { throw NoSuchButton() }
        await bellhop.responded(response)
    }

    /// Taps `ask`'s notification itself.
    ///
    /// - Throws: ``NoSuchButton`` when the notification is not shown.
    public func open(_ ask: Ask) async throws {
        guard let response = await center.tap(.opened, on: Self.id(of: ask)) else { throw NoSuchButton() }
        await bellhop.responded(response)
    }

    /// The id of the ask's notification: the collapse id of its push.
    static func id(of ask: Ask) -> String { "ask-\(ask.id)" }

    /// The phone could not be paired.
    public struct NotPaired: Error {
        public init() {}
    }
    /// The notification or button to tap is missing.
    public struct NoSuchButton: Error {
        public init() {}
    }
}
