public import BellhopModel

/// The entry point of the kit: the app forwards the system's calls to it, and the app's screens read its streams.
///
/// ```swift
/// let bellhop = Bellhop(identity: identity, ports: ports)   // at launch, before the system reports anything
/// await bellhop.run()                                        // while the app runs
/// for await opened in bellhop.routes { navigator.open(opened.route) }
/// ```
///
/// Every call that the system waits for (an action on the lock screen, a silent push) returns when its work is done, so
/// that the app can then call the system's completion handler. These calls do not need ``run()``: the system starts an
/// app in the background for a single tap.
public actor Bellhop {
    /// The server's time, which decides about deadlines. Use it for countdowns.
    public nonisolated let clock: ServerClock

    nonisolated let ports: BellhopPorts
    nonisolated let calls: ServerCalls
    nonisolated let publisher: UpdatePublisher
    nonisolated let foreground: ForegroundState
    nonisolated let registration: RegistrationService
    nonisolated let inbox: AskInbox
    nonisolated let answering: AnswerService
    nonisolated let answerQueue: AnswerQueue
    nonisolated let outgoing: OutgoingRequests
    nonisolated let notifications: NotificationHandler
    nonisolated let sync: ServerSync
    nonisolated let clearing: Clearing
    nonisolated let schedule: LocalSchedule
    nonisolated let permissions: PermissionService
    nonisolated let shown: ShownLog
    /// Signalled when the network returns.
    private nonisolated let networkSignal: AsyncSignal
    private var isRunning = false

    public init(identity: AppIdentity, ports: BellhopPorts) {
        self.ports = ports
        let (journal, randomness) = (ports.journal, ports.randomness)
        let deadlineSignal = AsyncSignal()
        let registrationSignal = AsyncSignal()
        let connectionSignal = AsyncSignal()
        let preferencesSignal = AsyncSignal()
        let networkSignal = AsyncSignal()
        self.networkSignal = networkSignal

        // Each component depends on those above it only.
        let publisher = UpdatePublisher(registrationSignals: [registrationSignal, connectionSignal])
        let foreground = ForegroundState(signal: connectionSignal)
        let clock = ServerClock(ports.clock, journal: journal, signal: deadlineSignal)
        let api = DeviceAPI(transport: ports.transport, digesting: ports.digesting, clock: clock)
        let registrar = Registrar(
            identity: identity, api: api,
            storage: RegistrationStorage(journal: journal, vault: ports.vault, digesting: ports.digesting),
            deviceKey: ports.deviceKey, clock: ports.clock, randomness: randomness,
            onKeyRejected: { publisher.publish($0) })
        let calls = ServerCalls(api: api, registrar: registrar)
        let clearing = Clearing(center: ports.center, api: api, clock: clock)
        let seen = SeenNotifications(journal: journal)
        let shown = ShownLog(journal)
        let preferences = PreferencesSync(
            api: api, registrar: registrar, journal: journal, clock: ports.clock, randomness: randomness,
            signal: preferencesSignal)
        let schedule = LocalSchedule(
            center: ports.center, journal: journal, clock: ports.clock, digesting: ports.digesting,
            preferences: { await preferences.present() })
        let preferenceService = PreferenceService(
            sync: preferences, schedule: schedule, publisher: publisher, clock: ports.clock, signal: preferencesSignal)
        let answerQueue = AnswerQueue(
            api: api, registrar: registrar, journal: journal, deviceKey: ports.deviceKey, clock: clock,
            randomness: randomness)
        let inbox = AskInbox(
            publisher: publisher, answers: answerQueue, clearing: clearing, schedule: schedule,
            preferences: preferences, seen: seen, haptics: ports.haptics, clock: clock, foreground: foreground,
            signal: deadlineSignal)
        let answering = AnswerService(
            queue: answerQueue, inbox: inbox, calls: calls, clearing: clearing, center: ports.center,
            foreground: foreground)
        let actions = ActionService(ports: ports, schedule: schedule, foreground: foreground)
        let reads = ReadReceipts(
            api: api, registrar: registrar, journal: journal, clock: ports.clock, randomness: randomness)
        let outgoing = OutgoingRequests(
            answers: answering, actions: actions, reads: reads, preferences: preferenceService)
        let changes = ChangeSync(
            port: ports.changes, center: ports.center, schedule: schedule, seen: seen, shown: shown, journal: journal,
            clock: ports.clock)
        sync = ServerSync(
            registrar: registrar, inbox: inbox, answers: answering, clearing: clearing, publisher: publisher,
            foreground: foreground,
            connection: EventConnection(
                port: ports.events, clock: ports.clock, randomness: randomness, signal: networkSignal),
            connectionSignal: connectionSignal)
        notifications = NotificationHandler(
            ports: ports, clock: clock, inbox: inbox, answers: answering, outgoing: outgoing, sync: sync,
            changes: changes, preferences: preferences, seen: seen, clearing: clearing, publisher: publisher,
            foreground: foreground)
        registration = RegistrationService(
            registrar: registrar, binding: UserBinding(journal: journal),
            userData: [
                answerQueue, actions, reads.queue, clearing, schedule, changes, seen, shown, publisher, inbox,
                preferenceService,
            ],
            publisher: publisher, receivePushes: ports.receivePushes, clock: ports.clock, signal: registrationSignal)
        permissions = PermissionService(
            guide: PermissionGuide(journal: journal, clock: ports.clock), center: ports.center, publisher: publisher)
        (self.clock, self.calls, self.publisher, self.foreground) = (clock, calls, publisher, foreground)
        (self.inbox, self.answering, self.answerQueue, self.outgoing) = (inbox, answering, answerQueue, outgoing)
        (self.clearing, self.schedule, self.shown) = (clearing, schedule, shown)
    }

    // MARK: Streams

    /// The routes of taps and links, in order, each delivered once, with the notification that was tapped. The tap that
    /// launched the app is kept until there is a reader; a route that one reader did not receive goes to the next.
    public nonisolated var routes: AsyncStream<OpenedRoute> { notifications.routes.stream }

    /// The person's actions on notifications, delivered like ``routes``, for an app that only displays them. Actions that
    /// must be carried out belong in ``BellhopPorts/actions``.
    public nonisolated var actions: AsyncStream<ContentAction> { outgoing.actions.actions.stream }

    /// The results of answers, delivered like ``routes``, also across restarts.
    public nonisolated var results: AsyncStream<AnswerReport> { answerQueue.results }

    /// The results of actions by the app's ``ContentActionHandler``, delivered like ``routes``, also across restarts.
    public nonisolated var actionResults: AsyncStream<ContentActionReport> { outgoing.actions.results }

    /// The current state, then every change. Any number of readers may use it.
    ///
    /// - Parameter includingCards: `false` for a reader that does not show ``BellhopUpdate/card(_:)``. The system shows
    ///   a banner while no reader shows cards.
    public func updates(includingCards: Bool = true) async -> AsyncStream<BellhopUpdate> {
        while true {
            let count = publisher.sentCount
            let current = LatestUpdates.External(
                pending: await inbox.list, answering: await answerQueue.waiting,
                preferences: await outgoing.preferences.sync.present())
            let stream = publisher.subscribe(startingWith: current, readAt: count) { includingCards || !$0.isCard }
            if let stream { return stream }
        }
    }

    // MARK: Life cycle

    /// Sends queued requests, keeps the device registered, follows the server's events, and ends late asks, until the
    /// task is cancelled. A second call returns at once.
    public func run() async {
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        await clock.restore()
        await ports.center.register(CategoryCatalog.all.map { $0.localized(.current) })
        await permissions.publish()
        await withDiscardingTaskGroup { group in
            group.addTask { await self.outgoing.run() }
            group.addTask { await self.registration.run() }
            group.addTask { await self.followNetwork() }
            group.addTask { await self.sync.runConnection() }
            group.addTask { await self.inbox.run() }
            group.addTask { await self.sync.runLists() }
        }
    }

    private func followNetwork() async {
        for await isOnline in ports.reachability.changes() where isOnline {
            networkSignal.signal()
            await registration.retry()
            await outgoing.flush()
        }
    }

    /// Synchronizes all state with the server when the app has become active.
    public func becameActive() async {
        foreground.set(true)
        await permissions.publish()
        await outgoing.flush()
        await registration.register()
        await sync.reconcile()
        await outgoing.preferences.synchronize()
        await schedule.fill()
        await ShownReceipts(log: shown, api: calls.api, registrar: calls.registrar, clock: ports.clock).send()
        // The app itself shows these results now.
        await clearing.removeNotices()
    }

    /// The app left the foreground.
    public func enteredBackground() { foreground.set(false) }

    /// Sends all queued answers and reports, in background time.
    public func sendWaiting() async { await outgoing.flush() }

    /// Uses background time (`BGAppRefreshTask`): fetches changes, updates the lists and sends queued requests.
    ///
    /// - Parameter deadline: the time to finish. Cancel the task when the system ends the time earlier.
    public func refreshInBackground(until deadline: Timestamp) async -> BackgroundResult {
        let result = await notifications.syncChanges(until: deadline)
        if !Task.isCancelled, ports.clock.now < deadline {
            await outgoing.flush()
            await sync.reconcile()
            await schedule.fill()
        }
        return result
    }

    /// The state that decides whether notifications arrive and can be answered.
    public func diagnostics() async -> Diagnostics {
        Diagnostics(
            settings: await ports.center.settings(), categories: await ports.center.registered(),
            registration: await calls.registrar.state, pendingAnswers: await answerQueue.waiting.count,
            scheduled: await schedule.list().count, lastPush: await notifications.lastPush)
    }
}
