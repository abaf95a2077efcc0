import BellhopModel

/// Follows the server's events while the app is in the foreground, and reads the server's lists after a gap.
actor ServerSync {
    private let registrar: Registrar
    private let inbox: AskInbox
    private let answers: AnswerService
    private let clearing: Clearing
    private let publisher: UpdatePublisher
    private let foreground: ForegroundState
    private let connection: EventConnection
    /// Signalled when the foreground state or the credentials have changed.
    private let connectionSignal: AsyncSignal
    /// Signalled when the local lists lack something that the server has.
    private let listsSignal = AsyncSignal()

    init(
        registrar: Registrar, inbox: AskInbox, answers: AnswerService, clearing: Clearing, publisher: UpdatePublisher,
        foreground: ForegroundState, connection: EventConnection, connectionSignal: AsyncSignal
    ) {
        self.registrar = registrar
        self.inbox = inbox
        self.answers = answers
        self.clearing = clearing
        self.publisher = publisher
        self.foreground = foreground
        self.connection = connection
        self.connectionSignal = connectionSignal
    }

    // MARK: Events

    /// Stays connected while the app is in the foreground and paired, until the task is cancelled.
    func runConnection() async {
        while !Task.isCancelled {
            connectionSignal.reset()
            guard foreground.isForeground, case .found(let credentials) = await registrar.credentials() else {
                await connectionSignal.wait()
                continue
            }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.connection.run(with: credentials.key) { await self.receive($0) } }
                group.addTask { await self.connectionSignal.wait() }
                await group.next()
                group.cancelAll()
            }
        }
    }

    func receive(_ update: EventConnection.Update) async {
        switch update {
        case .connected:
            publisher.publish(.connected(true))
            await reconcile()
        case .disconnected: publisher.publish(.connected(false))
        case .event(let event): await receive(event)
        case .unreachable: await reconcile()
        case .keyRejected:
            if case .found(let credentials) = await registrar.credentials() {
                await registrar.keyRejected(credentials.key)
            }
        }
    }

    func receive(_ event: ServerEvent) async {
        // The event may have been on its way during a sign-out.
        guard case .found = await registrar.credentials() else { return }
        switch event {
        case .askCreated(let ask): await inbox.add(ask)
        case .askResolved(let ask), .askApplied(let ask):
            await answers.settle(ask)
            await inbox.end(ask.id)
            await answers.announce()
        // Shown by the push about it, unless the preferences suppress that.
        case .notificationCreated: break
        case .notificationRead(let id): await clearing.clear(id)
        case .notificationsRead(let ids): await clearing.clear(ids)
        case .sessionUpdated(let session): publisher.publish(.session(session))
        case .badge(let count): await inbox.setBadge(count)
        case .unknown: break
        }
    }

    // MARK: Lists

    /// Reads the lists soon.
    nonisolated func requestLists() { listsSignal.signal() }

    /// Reads the lists whenever they were requested, until the task is cancelled.
    func runLists() async {
        while !Task.isCancelled {
            await listsSignal.wait()
            if !Task.isCancelled { await reconcile() }
        }
    }

    /// Reads the server's lists and applies them here.
    func reconcile() async {
        guard case .found(let credentials) = await registrar.credentials() else { return }
        let revision = await inbox.revision
        let reply = await clearing.reconcile(with: credentials)
        // The device may have been signed out or paired with another user while the lists were on their way.
        guard case .found(let present) = await registrar.credentials(), present.userID == credentials.userID else {
            return
        }
        switch reply {
        case .value(let truth):
            await inbox.replace(with: truth, asOf: revision)
            await answers.refreshDelivered(with: credentials)
        case .refused(let refusal):
            if refusal.code == .unauthorized { await registrar.keyRejected(credentials.key) }
        case .unavailable, nil: break
        }
    }
}

/// A connection to the server's events that reconnects with backoff.
struct EventConnection: Sendable {
    let port: any EventPort
    let clock: any ClockPort
    let randomness: any RandomnessPort
    /// Signalled when the network returns, to reconnect at once.
    let signal: AsyncSignal

    /// The lifetime after which a connection counts as stable and resets the backoff.
    private static let stableLifetime: Duration = .seconds(60)
    /// The number of failed attempts in a row after which each further attempt also requests the lists.
    private static let missLimit = 3
    /// The shortest delay between those attempts.
    private static let unreachableDelay: Duration = .seconds(30)

    enum Update: Sendable {
        /// Connected. Events may have been missed: the lists must be read.
        case connected
        case event(ServerEvent)
        case disconnected
        /// No connection is possible now: the lists must be read.
        case unreachable
        /// The server rejected the device's key.
        case keyRejected
    }

    /// Stays connected until the task is cancelled or the key is rejected.
    func run(with key: Secret, _ receive: @Sendable (Update) async -> Void) async {
        var failures = 0
        /// The number of attempts in a row without a connection.
        var misses = 0
        while !Task.isCancelled {
            do {
                let events = try await port.events(with: key)
                let start = clock.uptime
                misses = 0
                await receive(.connected)
                for await event in events {
                    failures = 0
                    await receive(.event(event))
                }
                await receive(.disconnected)
                if clock.uptime - start >= Self.stableLifetime { failures = 0 }
            } catch is EventRefusal {
                return await receive(.keyRejected)
            } catch {
                misses += 1
            }
            if Task.isCancelled { return }
            failures += 1
            var pause = RetryBackoff.interactive.delay(after: failures, random: randomness.next())
            if misses >= Self.missLimit {
                pause = max(pause, Self.unreachableDelay)
                await receive(.unreachable)
            }
            await signal.wait(atMost: pause, clock)
        }
    }
}
