public import BellhopModel

/// Keeps the Live Activities of the person's sessions, their tokens and what the server knows of them in agreement.
///
/// It owns both streams of tokens. What it told the server it remembers over launches, as digests; what the system
/// says is read anew on every foreground, because its streams do not always begin with the present.
public actor LiveActivitySync {
    private let port: any ActivityPort
    private let server: any ActivityTokenPort
    private let record: SingleRecord<ActivityBook>
    private let clock: any ClockPort
    private let serverClock: any ClockPort
    private let randomness: any RandomnessPort

    private var machine: ActivityMachine
    private var isLoaded = false
    private var attempts = 0
    /// When the server is told again what it did not take.
    private var retryAt: Timestamp?
    private let turn = Turn()
    private let newcomers = Mailbox<ActivityID>(limit: 64)
    private let wake = Wake()

    /// - Parameter serverClock: ``Bellhop/clock``; `nil` when the device's own is as good.
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
        machine = ActivityMachine { Hex.encode(digesting.sha256($0)) }
    }

    /// Listens for as long as the app lives.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { for await snapshot in self.port.arrivals() { await self.take(.seen(snapshot)) } }
            group.addTask { for await isAllowed in self.port.enablement() { await self.take(.allowed(isAllowed)) } }
            group.addTask { for await token in self.port.startTokens() { await self.take(.startToken(token)) } }
            group.addTask { await self.keepTime() }
            await foreground()
            for await id in newcomers.stream {
                group.addTask { for await token in self.port.tokens(of: id) { await self.take(.token(id, token)) } }
                group.addTask { for await phase in self.port.phases(of: id) { await self.take(.phase(id, phase)) } }
            }
        }
    }

    /// Reads what the system has now. Call it when the app comes to the front.
    public func foreground() async {
        await take(.allowed(await port.isEnabled()))
        await take(.inventory(await port.all()))
        await take(.startToken(await port.startToken()))
        await take(.tick)
    }

    /// Shows how `session` is going, in the activity it has; ends that when the session is over.
    ///
    /// - Parameter ask: what it waits for.
    public func show(_ session: AgentSession, waitingFor ask: Ask? = nil) async {
        await take(.session(session, waitingFor: ask))
    }

    /// Starts an activity for `session`, unless it has one.
    ///
    /// - Throws: ``ActivityRefusal``, or whatever else the system says.
    public func start(_ session: AgentSession, waitingFor ask: Ask? = nil) async throws {
        await foreground()
        await show(session, waitingFor: ask)
        guard machine.book.live(of: session.id).isEmpty else { return }
        guard machine.isAllowed else { throw ActivityRefusal.denied }
        guard let (attributes, content) = machine.present(of: session.id) else { return }
        try await start(attributes, content)
    }

    /// An ask was decided, here or anywhere: its buttons go.
    public func ended(_ ask: AskID) async { await take(.askEnded(ask)) }

    /// Ends every activity and takes every token back. Call it while the server still knows this device.
    public func signedOut() async { await take(.signedOut) }

    public func signedIn() async {
        await take(.signedIn)
        await foreground()
    }

    // MARK: One after the other

    private func take(_ event: ActivityMachine.Event) async {
        _ = await turn.take {
            await load()
            var events = [event]
            while !events.isEmpty {
                let before = machine.book
                let effects = machine.take(events.removeFirst(), at: clock.now, serverTime: serverClock.now)
                // What is owed to the server must outlive this process, so it is kept before it is tried.
                if machine.book != before { await save() }
                for effect in effects {
                    if let answer = await perform(effect) { events.append(answer) }
                }
            }
        }
        wake.signal()
    }

    private func perform(_ effect: ActivityMachine.Effect) async -> ActivityMachine.Event? {
        switch effect {
        case .watch(let id): newcomers.post(id)
        case .update(let id, let content): await port.update(id, content)
        case .end(let id, let content, let dismissal): await port.end(id, content, dismissal)
        case .start(let attributes, let content):
            // Refused in the background; then the next foreground finds none and the app may start one.
            guard let id = try? await port.start(attributes, content) else { return nil }
            return .seen(ActivitySnapshot(id: id, attributes: attributes))
        case .report(let id, let token, let session, let digest):
            return .reported(id, digest: digest, count(await server.report(token, of: session)))
        case .revoke(let session, let token):
            return .revoked(session, token, count(await server.takeBack(token, of: session)))
        case .reportStart(let token, let digest):
            return .startReported(digest: digest, count(await server.reportStart(token)))
        }
        return nil
    }

    private func start(_ attributes: SessionAttributes, _ content: ActivityContentValue) async throws {
        let id = try await port.start(attributes, content)
        await take(.seen(ActivitySnapshot(id: id, attributes: attributes)))
    }

    private func count(_ receipt: ActivityTokenReceipt) -> ActivityTokenReceipt {
        attempts = receipt == .unavailable ? attempts + 1 : 0
        if receipt == .unavailable {
            retryAt = clock.now + Backoff.registration.delay(after: attempts, random: randomness.next())
        }
        return receipt
    }

    // MARK: Time

    /// Tries again what the server did not take or may have forgotten, and renews what is about to end.
    private func keepTime() async {
        while !Task.isCancelled {
            let due = [retryAt, machine.due].compactMap(\.self).min()
            if let due, due <= clock.now {
                retryAt = nil
                await take(.tick)
            } else {
                await Alarm(clock: clock, wake: wake).wait(until: due)
            }
        }
    }

    // MARK: What is remembered

    private func load() async {
        guard !isLoaded else { return }
        switch await record.read() {
        case .found(let book): machine.book.join(book)
        // Everything is told again.
        case .nothing: break
        // Until the first unlock; the next event tries again.
        case .locked: return
        }
        isLoaded = true
    }

    private func save() async {
        if isLoaded { await record.write(machine.book) }
    }
}
