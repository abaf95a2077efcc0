import BellhopModel

/// Answers on their way to the server: kept first, then signed and sent, again and again, until the server has taken
/// or refused them or their deadline has passed.
actor AnswerOutbox {
    let api: DeviceAPI
    let registrar: Registrar
    let shelf: AnswerShelf
    let deviceKey: any DeviceKey
    let clock: ServerClock
    let randomness: any RandomnessPort
    /// Signalled when ``pause`` may have become shorter.
    let wake: Wake

    private let loading = Turn()
    /// Until an answer has its place.
    private let arriving = Turn()
    private var isLoaded = false
    var entries: [AskID: OutboxEntry] = [:]
    private let reports = Mailbox<AnswerReport>(limit: 256)
    /// The same reports again, for whoever has to act on them rather than show them.
    nonisolated let fresh = Mailbox<AnswerReport>(limit: 256)

    init(
        api: DeviceAPI, registrar: Registrar, journal: any Journal, deviceKey: any DeviceKey, clock: ServerClock,
        randomness: any RandomnessPort, wake: Wake
    ) {
        self.api = api
        self.registrar = registrar
        shelf = AnswerShelf(journal: journal)
        self.deviceKey = deviceKey
        self.clock = clock
        self.randomness = randomness
        self.wake = wake
    }

    // MARK: For the person

    /// Takes an answer and sees it through its first attempt.
    ///
    /// Nothing is sent that was not written down before, and nothing twice that is the same: a second tap waits for
    /// the first and gets its result. A different second answer is refused while the first stands.
    ///
    /// - Parameter whenKept: called as soon as the answer is written down, before it is sent.
    func submit(_ draft: AnswerDraft, whenKept: @Sendable () async -> Void = {}) async -> AnswerResult {
        let reservation: Reservation
        if let inOrder = await arriving.take({ await reserve(draft) }) {
            reservation = inOrder
        } else {
            // Cancelled while it waited: the answer counts all the same, and only has no place in the line.
            reservation = await reserve(draft)
        }
        switch reservation {
        case .ended(let result): return report(result, on: draft)
        case .repeated(let first): return await outcome(of: first)
        case .made(let entry): return await send(entry, draft, whenKept: whenKept)
        }
    }

    private enum Reservation {
        case made(OutboxEntry)
        /// The same answer is on its way.
        case repeated(OutboxEntry)
        case ended(AnswerResult)
    }

    /// Gives a draft the place of its ask, if it may have it.
    private func reserve(_ draft: AnswerDraft) async -> Reservation {
        guard await load() else { return .ended(.refused(message: AnswerWording.storageLocked)) }
        let credentials: DeviceCredentials
        switch await registrar.credentials() {
        case .found(let found): credentials = found
        case .unpaired: return .ended(.refused(message: AnswerWording.notPaired))
        case .locked: return .ended(.refused(message: AnswerWording.storageLocked))
        }
        await compareClocks(before: draft, with: credentials)
        // From here to the reservation nothing waits, so two taps cannot both find the place free.
        if let first = entries[draft.askID] {
            switch first.record.repetition(with: draft.answer) {
            case .same: return .repeated(first)
            case .settled(let result): return .ended(result)
            case .fresh: break
            }
        }
        // A clock that is behind the ask's own birth was set back; the ask's is the larger.
        let now = max(clock.now, draft.ask?.createdAt ?? clock.now)
        if let result = AnswerPreflight.result(for: draft, at: now, digesting: api.digesting) { return .ended(result) }
        let entry = OutboxEntry(new: AnswerRecord(draft, of: credentials.userID, at: now))
        entries[draft.askID] = entry
        return .made(entry)
    }

    /// Sees a new entry through its first attempt, once it is written down.
    private func send(
        _ entry: OutboxEntry, _ draft: AnswerDraft, whenKept: @Sendable () async -> Void
    ) async -> AnswerResult {
        defer { entry.turn.end() }
        if await shelf.keep(entry.record) {
            await whenKept()
            await attempt(entry)
        } else {
            entries[draft.askID] = nil
            // A write that failed at its very end may be there, and the next launch would send it.
            _ = await shelf.forget(entry.record)
            entry.record.result = report(.refused(message: AnswerWording.storageFull), on: draft)
        }
        return entry.record.result ?? .queuedOffline
    }

    /// An answer is not turned away as too late by a clock that was never compared with the server's: to read harms
    /// nobody, and the reply tells the time.
    private func compareClocks(before draft: AnswerDraft, with credentials: DeviceCredentials) async {
        guard !clock.isKnown, clock.now >= draft.deadline else { return }
        _ = try? await api.call(API.getAsk, draft.askID, key: credentials.key, timeout: .seconds(5))
    }

    /// For an answer that cannot even be tried.
    func refuse(_ id: AskID, _ answer: Answer, _ message: String) -> AnswerResult {
        let result = AnswerResult.refused(message: message)
        post(AnswerReport(askID: id, answer: answer, result: result))
        return result
    }

    /// What came of answers, in order, each once; also of those that ended while nobody looked. A final result that
    /// nobody took is given again after the next launch.
    nonisolated var results: AsyncStream<AnswerReport> {
        AsyncStream(unfolding: { [weak self] in
            guard let report = await self?.reports.next() else { return nil }
            await self?.told(report)
            return report
        })
    }

    /// The answers that are on their way.
    var waiting: [AskID: Answer] {
        entries.values.filter { $0.record.result == nil }.reduce(into: [:]) { $0[$1.record.askID] = $1.record.answer }
    }

    // MARK: For the loop

    /// How long until ``flush(everything:)`` has something to do; `nil` when nothing waits.
    var pause: Duration? {
        entries.values.filter(\.isOpen).map(\.due).min().map { max(.zero, $0 - clock.uptime) }
    }

    /// Sends what is due, or everything: when the network has come back there is no reason to wait any longer.
    func flush(everything: Bool = false) async {
        guard await load() else { return }
        await forgetOld()
        let uptime = clock.uptime
        let due = entries.values.filter { $0.isOpen && (everything || $0.due <= uptime) }.map(\.record.askID)
        await withDiscardingTaskGroup { group in
            for id in due { group.addTask { await self.attempt(id, early: everything) } }
        }
    }

    /// Takes note of how an ask stands on the server.
    func settle(_ ask: Ask) async {
        guard await load(), let entry = entries[ask.id],
            let result = AnswerVerdict.result(of: ask, for: entry.record.answer)
        else { return }
        await end(entry, result)
    }

    /// Asks what became of answers that the server has: while nothing told this device of events, their agents may
    /// have gone on.
    func followUp(with credentials: DeviceCredentials) async {
        guard await load() else { return }
        let now = clock.now
        let open = entries.values.map(\.record).filter { $0.userID == credentials.userID && $0.mayGoOn(at: now) }
        for id in open.map(\.askID).sorted().suffix(Self.mostFollowed) {
            guard case .value(let ask)? = try? await api.call(API.getAsk, id, key: credentials.key) else { continue }
            await settle(ask)
        }
    }

    /// Each is a request.
    private static let mostFollowed = 16

    // MARK: Telling

    func post(_ result: AnswerResult, of record: AnswerRecord) {
        post(AnswerReport(askID: record.askID, answer: record.answer, result: result))
    }

    private func report(_ result: AnswerResult, on draft: AnswerDraft) -> AnswerResult {
        post(AnswerReport(askID: draft.askID, answer: draft.answer, result: result))
        return result
    }

    private func post(_ report: AnswerReport) {
        reports.post(report)
        fresh.post(report)
    }

    private func outcome(of entry: OutboxEntry) async -> AnswerResult {
        _ = await entry.turn.take {}
        return entry.record.result ?? .queuedOffline
    }

    private func told(_ report: AnswerReport) async {
        guard let entry = entries[report.askID], entry.record.result == report.result else { return }
        entry.record.isTold = true
        await shelf.keep(entry.record)
    }

    // MARK: The journal

    /// - Returns: whether the journal could be read.
    private func load() async -> Bool {
        await clock.restore()
        let isRead: Void? = await loading.take { await read() }
        // Cancelled while it waited, which says nothing about the journal.
        if isRead == nil { await read() }
        return isLoaded
    }

    private func read() async {
        guard !isLoaded, let records = try? await shelf.all(), !isLoaded else { return }
        for record in records {
            entries[record.askID] = OutboxEntry(kept: record)
            if let result = record.result, !record.isTold {
                reports.post(AnswerReport(askID: record.askID, answer: record.answer, result: result))
            }
        }
        isLoaded = true
    }

    private func forgetOld() async {
        let now = clock.now
        for entry in entries.values.filter({ $0.record.isForgettable(at: now) }) where await shelf.forget(entry.record)
        {
            entries[entry.record.askID] = nil
        }
    }
}

extension AnswerOutbox: Forgetful {
    func forget() async throws {
        entries = [:]
        _ = reports.takeAll()
        _ = fresh.takeAll()
        try await shelf.forgetAll()
    }
}
