import BellhopModel

/// Persisted requests, retried with a growing delay until the server accepts or refuses them or they expire.
///
/// A request is stored before it is sent and completes at most once, also across restarts.
actor RetryQueue<Handler: RetryHandler> {
    typealias Request = Handler.Request
    typealias Outcome = Handler.Outcome
    private typealias Entry = RetryQueueEntry<Handler.Item, Outcome>

    private let handler: Handler
    private let policy: RetryQueuePolicy
    private let journal: any Journal
    private let clock: any ClockPort
    /// Set when the expiry is decided by the server's clock.
    private let serverClock: ServerClock?
    private let randomness: any RandomnessPort
    /// Signalled when ``pause`` may have become shorter.
    nonisolated let signal = AsyncSignal()

    private var entries: [String: Entry] = [:]
    private let loading = AsyncLock()
    private var isLoaded = false
    private let reports = AsyncQueue<PostedReport>(limit: 256)
    /// The same reports for the kit itself, which shows notifications about them.
    nonisolated let unannounced = AsyncQueue<Handler.Report>(limit: 256)

    private struct PostedReport: Sendable {
        var name: String?
        var outcome: Outcome?
        var report: Handler.Report
    }

    init(_ handler: Handler, journal: any Journal, clock: any ClockPort, randomness: any RandomnessPort) {
        self.handler = handler
        policy = handler.policy
        self.journal = journal
        self.clock = clock
        serverClock = clock as? ServerClock
        self.randomness = randomness
    }

    // MARK: Adding requests

    /// A decision about a new request.
    enum Admission: Sendable {
        case enqueue(Request)
        /// The same request is queued already.
        case duplicate
        case reject(Outcome)
    }

    enum Reservation: Sendable {
        case reserved, duplicate
        case rejected(Outcome)
    }

    /// Stores a request and makes its first attempt. A request whose name is known is ignored.
    ///
    /// - Returns: `nil` while the request waits for another attempt.
    @discardableResult
    func enqueue(_ request: Request) async -> Outcome? {
        await load()
        guard case .reserved = reserve(request.name, { $0 == nil ? .enqueue(request) : .duplicate }) else { return nil }
        return await sendReserved(request.name)
    }

    /// Decides about a request and reserves its name in one step, so that two equal requests cannot both be accepted.
    /// ``sendReserved(_:whenStored:)`` must follow.
    func reserve(_ name: String, _ decide: @Sendable (_ existing: Request?) -> Admission) -> Reservation {
        switch decide(entries[name]?.request) {
        case .enqueue(let request):
            entries[name] = Entry(new: request)
            return .reserved
        case .duplicate: return .duplicate
        case .reject(let outcome): return .rejected(outcome)
        }
    }

    /// - Parameter whenStored: called before the request is sent.
    /// - Returns: `nil` while the request waits for another attempt.
    func sendReserved(_ name: String, whenStored: @Sendable () async -> Void = {}) async -> Outcome? {
        guard let entry = entries[name] else { return nil }
        defer { entry.lock.unlock() }
        await store(entry)
        if !entry.isStored, let outcome = handler.notStored {
            entries[name] = nil
            // The write may have failed after the record was replaced; the next launch must not send it.
            try? await journal.remove(key(of: entry))
            entry.request.outcome = outcome
            post(.ended(outcome), of: entry)
        } else {
            await whenStored()
            await attempt(entry)
        }
        return entry.request.outcome
    }

    /// The outcome of a request after the attempt that is in progress; `nil` while it waits for another one.
    func outcome(of name: String) async -> Outcome? {
        guard let entry = entries[name] else { return nil }
        _ = await entry.lock.withLock {}
        return entry.request.outcome
    }

    /// Records an outcome that was learned from elsewhere.
    func resolve(_ name: String, _ outcome: (Request) -> Outcome?) async {
        guard await load(), let entry = entries[name], let outcome = outcome(entry.request) else { return }
        await end(entry, outcome)
    }

    // MARK: Reading

    var requests: [Request] { entries.values.map(\.request) }

    /// The time until ``flush(everything:)`` has work to do; `nil` when no request waits.
    var pause: Duration? {
        entries.values.filter(\.isOpen).map(\.due).min().map { max(.zero, $0 - clock.uptime) }
    }

    /// Reports in order, each once. A final outcome that was not read is reported again after the next launch.
    nonisolated var reportStream: AsyncStream<Handler.Report> {
        AsyncStream(unfolding: { [weak self] in await self?.nextReport() })
    }

    /// - Returns: `nil` when the task is cancelled.
    func nextReport() async -> Handler.Report? {
        guard let posted = await reports.next() else { return nil }
        if let entry = posted.name.flatMap({ entries[$0] }), let outcome = posted.outcome,
            entry.request.outcome == outcome
        {
            entry.request.isReported = true
            await store(entry)
        }
        return posted.report
    }

    /// Reports a request that was rejected before it was queued.
    func post(_ report: Handler.Report) {
        reports.append(PostedReport(report: report))
        unannounced.append(report)
    }

    private func post(_ event: RetryEvent<Outcome>, of entry: Entry, isAnnounced: Bool = false) {
        guard let report = handler.report(event, of: entry.request) else { return }
        var outcome: Outcome?
        if case .ended(let value) = event { outcome = value }
        reports.append(PostedReport(name: entry.request.name, outcome: outcome, report: report))
        if !isAnnounced { unannounced.append(report) }
    }

    // MARK: Sending

    /// Sends the requests that are due, until the task is cancelled.
    ///
    /// - Parameter announce: called after each round.
    func run(announce: @Sendable () async -> Void = {}) async {
        while !Task.isCancelled {
            await flush()
            await announce()
            await signal.wait(atMost: pause, clock)
        }
    }

    /// Sends the requests that are due, or all of them.
    func flush(everything: Bool = false) async {
        guard await load() else { return }
        await removeOld()
        let uptime = clock.uptime
        let due = entries.values.filter { $0.isOpen && (everything || $0.due <= uptime) }.map(\.request)
        let names = due.sorted { ($0.acceptedAt, $0.name) < ($1.acceptedAt, $1.name) }.map(\.name)
        if policy.isOrdered {
            for name in names where await !attempt(name, early: everything) { return delay(names) }
        } else {
            await withDiscardingTaskGroup { group in
                for name in names { group.addTask { await self.attempt(name, early: everything) } }
            }
        }
    }

    /// - Parameter early: makes the attempt before it is due.
    /// - Returns: whether the request has ended.
    @discardableResult
    private func attempt(_ name: String, early: Bool) async -> Bool {
        guard let entry = entries[name] else { return true }
        _ = await entry.lock.withLock {
            // The previous attempt may have postponed the next one.
            guard early || entry.due <= clock.uptime else { return }
            await attempt(entry)
        }
        return entry.request.outcome != nil
    }

    /// Requires the entry's lock.
    private func attempt(_ entry: Entry) async {
        if !entry.isStored { await store(entry) }
        guard isCurrent(entry) else { return }
        guard entry.request.outcome == nil else { return await followUp(entry) }
        guard timeLeft(entry) > .zero else { return await expire(entry) }
        switch await handler.prepare(entry.request) {
        case .ready(let prepared): await send(prepared, entry)
        case .ended(let outcome): await end(entry, outcome)
        case .retry: postpone(entry)
        }
    }

    private func send(_ prepared: Handler.Prepared, _ entry: Entry) async {
        if policy.verifiesExpiredRequests, entry.mayHaveArrived, isCurrent(entry) { await store(entry) }
        guard entry.request.outcome == nil, isCurrent(entry) else { return }
        // Checked last: preparing may have waited for the person, and storing for the disk.
        let left = timeLeft(entry)
        guard left > .zero else { return await expire(entry) }
        entry.mayHaveArrived = true
        switch await result(of: prepared, entry.request, timeLeft: left) {
        case .ended(let outcome): await end(entry, outcome)
        case .retry(let atLeast): postpone(entry, atLeast: atLeast)
        }
    }

    private func result(
        of prepared: Handler.Prepared, _ request: Request, timeLeft: Duration
    ) async -> AttemptResult<Outcome> {
        guard let timeout = policy.attemptTimeout.map({ min($0, timeLeft) }) else {
            return await result(sending: prepared, request, timeLeft)
        }
        let moment = clock.now + timeout
        return await withTaskGroup(of: AttemptResult<Outcome>.self) { group in
            group.addTask { await self.result(sending: prepared, request, timeLeft) }
            group.addTask { [clock] in
                try? await clock.sleep(until: moment)
                return .retry(atLeast: nil)
            }
            defer { group.cancelAll() }
            return await group.next() ?? .retry(atLeast: nil)
        }
    }

    private nonisolated func result(
        sending prepared: Handler.Prepared, _ request: Request, _ timeLeft: Duration
    ) async -> AttemptResult<Outcome> {
        (try? await handler.send(prepared, for: request, timeLeft: timeLeft)) ?? .retry(atLeast: nil)
    }

    private func expire(_ entry: Entry) async {
        entry.due = clock.uptime
        entry.request.isUnverified = policy.verifiesExpiredRequests && entry.mayHaveArrived
        await end(entry, handler.expired)
        signal.signal()
    }

    /// Finishes an ended request: asks the server whether an expired request arrived, and retries failed writes of its
    /// result.
    private func followUp(_ entry: Entry) async {
        if entry.request.isUnverified {
            guard time(of: entry) < entry.request.expiresAt + policy.retention else {
                entry.request.isUnverified = false
                return
            }
            switch await handler.verify(entry.request) {
            case .retry(let atLeast): return postpone(entry, atLeast: atLeast)
            case .ended(let outcome):
                if let outcome { await end(entry, outcome) }
                entry.request.isUnverified = false
                if isCurrent(entry) { await store(entry) }
            }
        }
        if !entry.isStored { entry.due = clock.uptime + policy.backoff.limit }
    }

    private func end(_ entry: Entry, _ outcome: Outcome) async {
        // The device may have been paired with another user while the request was sent.
        guard isCurrent(entry), handler.shouldReplaceOutcome(of: entry.request, with: outcome) else { return }
        entry.request.outcome = outcome
        entry.request.isReported = false
        if outcome != handler.expired { entry.request.isUnverified = false }
        post(.ended(outcome), of: entry)
        // When the outcome cannot be stored, the journal still has the request, which is sent again under its name.
        await store(entry)
        if !entry.isStored { entry.due = clock.uptime + policy.backoff.limit }
    }

    private func postpone(_ entry: Entry, atLeast: Duration? = nil) {
        entry.attempts += 1
        var delay = policy.backoff.delay(after: entry.attempts, random: randomness.next(), atLeast: atLeast)
        if entry.request.outcome == nil {
            // The expiry is reported on time.
            delay = min(delay, max(.zero, timeLeft(entry)))
            if !entry.isDelayReported {
                entry.isDelayReported = true
                post(.delayed(isStored: entry.isStored), of: entry)
            }
        }
        entry.due = clock.uptime + delay
        signal.signal()
    }

    /// Delays all of `names` as long as the one that failed.
    private func delay(_ names: [String]) {
        let open = names.compactMap { entries[$0] }.filter(\.isOpen)
        guard let due = open.map(\.due).max() else { return }
        for entry in open { entry.due = due }
    }

    private func isCurrent(_ entry: Entry) -> Bool { entries[entry.request.name] === entry }

    private func timeLeft(_ entry: Entry) -> Duration { entry.request.expiresAt - time(of: entry) }

    /// The present time for this request, which is stored with it. A reading of the server's clock is authoritative;
    /// otherwise time never runs backwards.
    private func time(of entry: Entry) -> Timestamp {
        let now =
            serverClock?.isKnown == true ? clock.now : entry.time.advance(to: clock.now, uptime: clock.uptime)
        entry.request.latestTime = now
        return now
    }

    // MARK: Storage

    /// - Returns: whether the journal could be read.
    @discardableResult
    func load() async -> Bool {
        await serverClock?.restore()
        let isRead: Void? = await loading.withLock { await read() }
        // Cancelled while waiting for the lock, which says nothing about the journal.
        if isRead == nil { await read() }
        return isLoaded
    }

    private func read() async {
        guard !isLoaded, let stored = try? await storedRequests(), !isLoaded else { return }
        for request in stored where entries[request.name] == nil {
            let entry = Entry(stored: request)
            entries[request.name] = entry
            if let outcome = request.outcome, !request.isReported {
                post(.ended(outcome), of: entry, isAnnounced: true)
            }
        }
        isLoaded = true
    }

    private func storedRequests() async throws -> [Request] {
        var requests: [Request] = []
        for key in try await journal.keys(in: policy.drawer) {
            guard let bytes = try await journal.read(key) else { continue }
            // An unreadable record cannot be sent.
            if let request = try? CanonicalJSON.decode(Request.self, from: bytes) { requests.append(request) }
        }
        return requests.sorted { ($0.acceptedAt, $0.name) < ($1.acceptedAt, $1.name) }
    }

    private func store(_ entry: Entry) async {
        if policy.retention == .zero, entry.request.outcome != nil { return await remove(entry) }
        guard let bytes = try? CanonicalJSON.encode(entry.request) else { return }
        entry.isStored = (try? await journal.write(bytes, to: key(of: entry))) != nil
        // Erased while it was written: it must not return at the next launch.
        if !isCurrent(entry) { try? await journal.remove(key(of: entry)) }
    }

    private func remove(_ entry: Entry) async {
        entry.isStored = (try? await journal.remove(key(of: entry))) != nil
        if entry.isStored, isCurrent(entry) { entries[entry.request.name] = nil }
    }

    private func removeOld() async {
        let now = clock.now
        for entry in entries.values where entry.request.outcome != nil {
            let rest = entry.request.isReported ? policy.retention : policy.retention * 7
            if now >= entry.request.expiresAt + rest { await remove(entry) }
        }
    }

    private func key(of entry: Entry) -> RecordKey { RecordKey(unchecked: policy.drawer, entry.request.name) }
}

extension RetryQueue: UserScoped {
    func erase() async throws {
        entries = [:]
        _ = unannounced.takeAll()
        _ = reports.takeAll()
        for key in try await journal.keys(in: policy.drawer) { try await journal.remove(key) }
    }
}
