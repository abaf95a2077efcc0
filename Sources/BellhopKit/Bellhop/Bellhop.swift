import BellhopModel

/// The front door of the kit: what an app calls when the system calls it, and what its screens listen to.
///
/// ```swift
/// let bellhop = Bellhop(identity: identity, ports: ports)   // at launch, before the system reports anything
/// await bellhop.run()                                        // for as long as the app lives
/// for await opened in bellhop.routes { navigator.open(opened.route) }
/// ```
///
/// Every call that the system waits for (an action on the lock screen, a silent push) returns when its work is done,
/// so that its completion handler can be called then and not before. Nothing here needs ``run()`` for that: the system
/// starts an app in the background for a single tap.
public actor Bellhop {
    /// What time it is for the server, by which it decides what is too late. For what counts down to a deadline.
    public nonisolated let clock: ServerClock

    let ports: BellhopPorts
    let api: DeviceAPI
    let registrar: Registrar
    let outbox: AnswerOutbox
    let contentActions: ContentActions
    let reads: ReadReceipts
    let clearing: Clearing
    let schedule: LocalSchedule
    let preferences: PreferencesSync
    let permission: PermissionGuide
    let changes: ChangeSync
    let seen: Seen
    let shown: ShownLog
    let owner: Owner

    let answersWake = Wake()
    let actionsWake = Wake()
    let readsWake = Wake()
    let preferencesWake = Wake()
    let registrationWake = Wake()
    /// Foreground, credentials: whether there should be a connection may have changed.
    let connectionWake = Wake()
    /// There may be a network again.
    let retryWake = Wake()
    let deadlineWake = Wake()
    /// The lists here lack something that the server's have.
    let listsWake = Wake()
    let announcing = Turn()

    let routeBox = Mailbox<OpenedRoute>(limit: 64)
    let actionBox = Mailbox<ContentAction>(limit: 64)
    let broadcast = Broadcast<BellhopUpdate>()

    var present = PresentState()
    var permissionLook = LatestLook()
    var registrationLook = LatestLook()
    var pending = PendingAsks()
    var responses = ResponseLog()
    var isForeground = false
    /// When the system last told of a push, since the launch.
    var lastPush: Timestamp?
    var isRunning = false

    public init(identity: AppIdentity, ports: BellhopPorts) {
        self.ports = ports
        clock = ServerClock(ports.clock, journal: ports.journal, wake: deadlineWake)
        api = DeviceAPI(transport: ports.transport, digesting: ports.digesting, clock: clock)
        registrar = Registrar(
            identity: identity, api: api,
            shelf: RegistrationShelf(journal: ports.journal, vault: ports.vault, digesting: ports.digesting),
            deviceKey: ports.deviceKey, clock: ports.clock, randomness: ports.randomness)
        outbox = AnswerOutbox(
            api: api, registrar: registrar, journal: ports.journal, deviceKey: ports.deviceKey, clock: clock,
            randomness: ports.randomness, wake: answersWake)
        reads = ReadReceipts(
            api: api, registrar: registrar, journal: ports.journal, clock: ports.clock, randomness: ports.randomness,
            wake: readsWake)
        clearing = Clearing(center: ports.center, api: api, clock: clock)
        let preferences = PreferencesSync(
            api: api, registrar: registrar, journal: ports.journal, clock: ports.clock, randomness: ports.randomness,
            wake: preferencesWake)
        self.preferences = preferences
        schedule = LocalSchedule(
            center: ports.center, journal: ports.journal, clock: ports.clock, digesting: ports.digesting,
            preferences: { await preferences.present() })
        contentActions = ContentActions(
            handler: ports.actions, schedule: schedule, journal: ports.journal, clock: ports.clock,
            randomness: ports.randomness, wake: actionsWake)
        permission = PermissionGuide(journal: ports.journal, clock: ports.clock)
        seen = Seen(journal: ports.journal)
        shown = ShownLog(ports.journal)
        changes = ChangeSync(
            port: ports.changes, center: ports.center, schedule: schedule, seen: seen, shown: shown,
            journal: ports.journal, clock: ports.clock)
        owner = Owner(journal: ports.journal)
    }

    /// Whatever keeps something that is its user's.
    var forgetful: [any Forgetful] {
        [outbox, contentActions.courier, reads.courier, clearing, schedule, preferences, changes, seen, shown]
    }

    // MARK: What the app listens to

    /// The routes of taps and links, in order, each delivered once, with the notification that was tapped. The tap that
    /// launched the app is kept until there is a listener; a route that one listener did not take goes to the next.
    public nonisolated var routes: AsyncStream<OpenedRoute> { routeBox.stream }

    /// What the person did that is the app's to carry out, for an app that only looks; kept and given like
    /// ``routes``. What has to be done for certain is done by ``BellhopPorts/actions``.
    public nonisolated var actions: AsyncStream<ContentAction> { actionBox.stream }

    /// What came of answers; kept and given like ``routes``, over restarts too.
    public nonisolated var results: AsyncStream<AnswerReport> { outbox.results }

    /// The present state, then every change. Any number may listen.
    ///
    /// - Parameter includingCards: `false` for a listener that does not show ``BellhopUpdate/card(_:)``. While nobody
    ///   listens to cards, the system shows a banner instead.
    public func updates(includingCards: Bool = true) async -> AsyncStream<BellhopUpdate> {
        var answering: [AskID: Answer]
        var preferred: NotificationPreferences
        var told: UInt64
        repeat {
            told = broadcast.sent
            answering = await outbox.waiting
            preferred = await preferences.present()
            // What was told meanwhile would reach neither this list nor the stream.
        } while told != broadcast.sent
        let present = present.updates(pending: pending.list, answering: answering, preferences: preferred)
        return broadcast.subscribe(beginningWith: present) { includingCards || !$0.isCard }
    }
}
