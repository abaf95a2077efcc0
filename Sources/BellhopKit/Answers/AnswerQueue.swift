import BellhopModel

/// The answers on their way to the server: checks a new answer, and queues it in a ``RetryQueue``.
///
/// A second tap with the same answer waits for the first and gets its result. A different second answer is refused
/// unless the first was refused.
actor AnswerQueue {
    private let queue: RetryQueue<AnswerHandler>
    private let api: DeviceAPI
    private let registrar: Registrar
    private let clock: ServerClock
    /// Keeps answers in the order of their taps until each is queued.
    private let submitting = AsyncLock()

    init(
        api: DeviceAPI, registrar: Registrar, journal: any Journal, deviceKey: any DeviceKey, clock: ServerClock,
        randomness: any RandomnessPort
    ) {
        self.api = api
        self.registrar = registrar
        self.clock = clock
        queue = RetryQueue(
            AnswerHandler(api: api, registrar: registrar, deviceKey: deviceKey, clock: clock), journal: journal,
            clock: clock, randomness: randomness)
    }

    /// Queues an answer and waits for its first attempt.
    ///
    /// - Parameter whenStored: called when the answer is stored, before it is sent.
    func submit(_ draft: AnswerDraft, whenStored: @Sendable () async -> Void = {}) async -> AnswerResult {
        let reservation: RetryQueue<AnswerHandler>.Reservation
        if let ordered = await submitting.withLock({ await reserve(draft) }) {
            reservation = ordered
        } else {
            // The task was cancelled while it waited. The answer counts, but not in order.
            reservation = await reserve(draft)
        }
        switch reservation {
        case .reserved:
            return await queue.sendReserved(Self.name(of: draft.askID), whenStored: whenStored) ?? .queuedOffline
        case .duplicate: return await queue.outcome(of: Self.name(of: draft.askID)) ?? .queuedOffline
        case .rejected(let result): return await refuse(draft.askID, draft.answer, result)
        }
    }

    private func reserve(_ draft: AnswerDraft) async -> RetryQueue<AnswerHandler>.Reservation {
        guard await queue.load() else { return .rejected(.refused(message: AnswerMessages.storageLocked)) }
        let credentials: DeviceCredentials
        switch await registrar.credentials() {
        case .found(let found): credentials = found
        case .unpaired: return .rejected(.refused(message: AnswerMessages.notPaired))
        case .locked: return .rejected(.refused(message: AnswerMessages.storageLocked))
        }
        await compareClocks(before: draft, with: credentials)
        // A clock that shows an earlier time than the ask's creation was set back.
        let now = max(clock.now, draft.ask?.createdAt ?? clock.now)
        return await queue.reserve(Self.name(of: draft.askID)) { [api] existing in
            switch existing?.effect(on: draft.answer) {
            case .duplicate?: return .duplicate
            case .refuse(let result)?: return .reject(result)
            case .replace?, nil: break
            }
            if let result = AnswerPreflight.result(for: draft, at: now, digesting: api.digesting) {
                return .reject(result)
            }
            let answer = QueuedAnswer(draft, of: credentials.userID)
            return .enqueue(
                QueuedRequest(Self.name(of: draft.askID), answer, at: now, expiresAt: draft.deadline))
        }
    }

    /// Reads the ask for the server's time: an answer must not be refused as late by a clock that was never compared
    /// with the server's.
    private func compareClocks(before draft: AnswerDraft, with credentials: DeviceCredentials) async {
        guard !clock.isKnown, clock.now >= draft.deadline else { return }
        _ = try? await api.call(API.getAsk, draft.askID, key: credentials.key, timeout: .seconds(5))
    }

    /// Reports the result of an answer that cannot be queued.
    @discardableResult
    func refuse(_ id: AskID, _ answer: Answer, _ result: AnswerResult) async -> AnswerResult {
        await queue.post(AnswerReport(askID: id, answer: answer, result: result))
        return result
    }

    // MARK: Results

    /// The results of answers, in order, each once; see ``RetryQueue/reportStream``.
    nonisolated var results: AsyncStream<AnswerReport> { queue.reportStream }

    /// The results that were not shown in a notification yet.
    nonisolated var unannounced: [AnswerReport] { queue.unannounced.takeAll() }

    /// The answers that have no result yet.
    var waiting: [AskID: Answer] {
        get async {
            await queue.requests.filter { $0.outcome == nil }.reduce(into: [:]) { $0[$1.item.askID] = $1.item.answer }
        }
    }

    // MARK: Sending

    func run(announce: @Sendable () async -> Void) async { await queue.run(announce: announce) }

    func flush(everything: Bool = false) async { await queue.flush(everything: everything) }

    var pause: Duration? { get async { await queue.pause } }

    nonisolated var signal: AsyncSignal { queue.signal }

    /// Applies the server's state of an ask to its answer.
    func settle(_ ask: Ask) async {
        await queue.resolve(Self.name(of: ask.id)) { AnswerResult(of: ask, for: $0.item.answer) }
    }

    /// Reads the asks of delivered answers, whose agents may have continued while no events arrived.
    func refreshDelivered(with credentials: DeviceCredentials) async {
        guard await queue.load() else { return }
        let now = clock.now
        let open = await queue.requests.filter { $0.item.userID == credentials.userID && $0.awaitsAgent(at: now) }
        for id in open.map(\.item.askID).sorted().suffix(Self.refreshLimit) {
            guard case .value(let ask)? = try? await api.call(API.getAsk, id, key: credentials.key) else { continue }
            await settle(ask)
        }
    }

    /// The maximum number of requests of one refresh.
    private static let refreshLimit = 16

    private static func name(of id: AskID) -> String { id.description }
}

extension AnswerQueue: UserScoped {
    func erase() async throws { try await queue.erase() }
}

extension QueuedRequest<QueuedAnswer, AnswerResult> {
    /// The effect of a queued answer on a further answer to the same ask.
    enum Effect: Hashable, Sendable {
        case duplicate
        case refuse(AnswerResult)
        /// The earlier answer was refused.
        case replace
    }

    func effect(on other: Answer) -> Effect {
        if case .refused = outcome { return .replace }
        if other == item.answer { return .duplicate }
        switch outcome {
        case nil, .sent, .agentWentOn: return .refuse(.refused(message: AnswerMessages.alreadyAnswered(item.answer)))
        case .some(let result): return .refuse(result)
        }
    }

    /// Returns `true` while the server has the answer and its agent may still continue, for one hour.
    func awaitsAgent(at now: Timestamp) -> Bool {
        guard case .sent = outcome else { return false }
        return now < latestTime + .seconds(3600)
    }
}
