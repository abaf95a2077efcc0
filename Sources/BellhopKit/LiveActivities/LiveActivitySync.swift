public import BellhopModel

/// Synchronizes the Live Activities of the user's sessions, their push tokens and the server's record of the tokens.
///
/// It reads both streams of tokens. Reported tokens are stored as digests. The system's activities are read again each
/// time the app becomes active, because its streams do not always start with the current state.
public actor LiveActivitySync {
    private let port: any ActivityPort
    private let server: any ActivityTokenPort
    private let record: SingleRecord<StoredActivities>
    private let clock: any ClockPort
    private let serverClock: any ClockPort
    private let randomness: any RandomnessPort

    private var machine: LiveActivityStateMachine
    private var isLoaded = false
    private var attempts = 0
    /// The time of the next attempt to report a token.
    private var retryAt: Timestamp?
    private let turn = AsyncLock()
    private let newcomers = AsyncQueue<ActivityID>(limit: 64)
    private let signal = AsyncSignal()

    /// - Parameter serverClock: ``Bellhop/clock``; `nil` to use the device's clock.
    public init(
        port: any ActivityPort, server: any ActivityTokenPort, journal: any Journal, digesting: any Digesting,
        clock: any ClockPort = SystemClock(), serverClock: ServerClock? = nil,
        randomness: any RandomnessPort = SystemRandomness()
    ) {
        self.port = port
        self.server = server
        record = SingleRecord(.activities, in: journal)
        self.clock = clock
        self.serverClock = serverClock ?? clock
        self.randomness = randomness
        machine = LiveActivityStateMachine { Hex.encode(digesting.sha256($0)) }
    }

    /// Listens to the system until the task is cancelled.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { for await snapshot in self.port.arrivals() { await self.handle(.seen(snapshot)) } }
            group.addTask { for await isAllowed in self.port.enablement() { await self.handle(.allowed(isAllowed)) } }
            group.addTask { for await token in self.port.startTokens() { await self.handle(.startToken(token)) } }
            group.addTask { await self.runTimer() }
            await foreground()
            for await id in newcomers.stream {
                group.addTask { for await token in self.port.tokens(of: id) { await self.handle(.token(id, token)) } }
                group.addTask { for await phase in self.port.phases(of: id) { await self.handle(.phase(id, phase)) } }
            }
        }
    }

    /// Reads the system's current activities. Call it when the app becomes active.
    public func foreground() async {
        await handle(.allowed(await port.isEnabled()))
        await handle(.inventory(await port.all()))
        await handle(.startToken(await port.startToken()))
        await handle(.tick)
    }

    /// Updates the activity of `session`, and ends it when the session has ended.
    ///
    /// - Parameter ask: the ask that the session waits for.
    public func show(_ session: AgentSession, waitingFor ask: Ask? = nil) async {
        await handle(.session(session, waitingFor: ask))
    }

    /// Starts an activity for `session`, unless it has one.
    ///
    /// - Throws: ``ActivityRefusal``, or another error of the system.
    public func start(_ session: AgentSession, waitingFor ask: Ask? = nil) async throws {
        await foreground()
        await show(session, waitingFor: ask)
        guard machine.book.live(of: session.id).isEmpty else { return }
        guard machine.isAllowed else { throw ActivityRefusal.denied }
        guard let (attributes, content) = machine.present(of: session.id) else { return }
        try await start(attributes, content)
    }

    /// Removes the buttons of an ask that ended, here or elsewhere.
    public func ended(_ ask: AskID) async { await handle(.askEnded(ask)) }

    /// Ends every activity and revokes every token. Call it while the server still knows this device.
    public func signedOut() async { await handle(.signedOut) }

    public func signedIn() async {
        await handle(.signedIn)
        await foreground()
    }

    // MARK: Serialized events

    private func handle(_ event: LiveActivityStateMachine.Event) async {
        _ = await turn.withLock {
            await load()
            var events = [event]
            while !events.isEmpty {
                let before = machine.book
                let effects = machine.handle(events.removeFirst(), at: clock.now, serverTime: serverClock.now)
                // Pending reports to the server must survive this process, so they are persisted before they are sent.
                if machine.book != before { await save() }
                for effect in effects {
                    if let answer = await perform(effect) { events.append(answer) }
                }
            }
        }
        signal.signal()
    }

    private func perform(_ effect: LiveActivityStateMachine.Effect) async -> LiveActivityStateMachine.Event? {
        switch effect {
        case .watch(let id): newcomers.append(id)
        case .update(let id, let content): await port.update(id, content)
        case .end(let id, let content, let dismissal): await port.end(id, content, dismissal)
        case .start(let attributes, let content):
            // Refused in the background; the app may start one when it becomes active.
            guard let id = try? await port.start(attributes, content) else { return nil }
            return .seen(ActivitySnapshot(id: id, attributes: attributes))
        case .report(let id, let token, let session, let digest):
            return .reported(id, digest: digest, count(await server.report(token, of: session)))
        case .revoke(let session, let token):
            return .revoked(session, token, count(await server.revoke(token, of: session)))
        case .reportStart(let token, let digest):
            return .startReported(digest: digest, count(await server.reportStart(token)))
        }
        return nil
    }

    private func start(_ attributes: SessionAttributes, _ content: ActivityContentValue) async throws {
        let id = try await port.start(attributes, content)
        await handle(.seen(ActivitySnapshot(id: id, attributes: attributes)))
    }

    private func count(_ receipt: ActivityTokenReceipt) -> ActivityTokenReceipt {
        attempts = receipt == .unavailable ? attempts + 1 : 0
        if receipt == .unavailable {
            retryAt = clock.now + RetryBackoff.background.delay(after: attempts, random: randomness.next())
        }
        return receipt
    }

    // MARK: Time

    /// Repeats reports that the server did not accept or may have lost, and renews activities that are about to end.
    private func runTimer() async {
        while !Task.isCancelled {
            let due = [retryAt, machine.due].compactMap(\.self).min()
            if let due, due <= clock.now {
                retryAt = nil
                await handle(.tick)
            } else {
                await signal.wait(until: due, clock)
            }
        }
    }

    // MARK: Storage

    private func load() async {
        guard !isLoaded else { return }
        switch await record.read() {
        case .found(let book): machine.book.join(book)
        // Every token is reported again.
        case .nothing: break
        // Until the first unlock; the next event retries.
        case .locked: return
        }
        isLoaded = true
    }

    private func save() async {
        if isLoaded { await record.write(machine.book) }
    }
}

extension LiveActivitySync {
    /// Updates the activities from ``Bellhop/updates(includingCards:)``, without cards, until the stream ends.
    public func follow(_ updates: AsyncStream<BellhopUpdate>) async {
        var open: [Ask] = []
        var sessions: [SessionID: AgentSession] = [:]
        for await update in updates {
            switch update {
            case .session(let session):
                sessions[session.id] = session
                await show(session, waitingFor: open.first { $0.sessionID == session.id })
            case .pending(let asks, let answering):
                let before = open
                open = asks.filter { answering[$0.id] == nil }
                for ask in before where !open.contains(where: { $0.id == ask.id }) { await ended(ask.id) }
                for ask in open.reversed() where !before.contains(where: { $0.id == ask.id }) {
                    if let session = ask.sessionID.flatMap({ sessions[$0] }) { await show(session, waitingFor: ask) }
                }
            case .registration(.registered): await signedIn()
            case .registration(.leaving), .registration(.needsPairing): await signedOut()
            default: break
            }
        }
    }
}
