import BellhopModel

/// The pending asks, their cards, and the badge.
actor AskInbox {
    private let publisher: UpdatePublisher
    private let answers: AnswerQueue
    private let clearing: Clearing
    private let schedule: LocalSchedule
    private let preferences: PreferencesSync
    private let seen: SeenNotifications
    private let haptics: any HapticsPort
    private let clock: ServerClock
    private let foreground: ForegroundState
    /// Signalled when the next deadline may have changed.
    private let signal: AsyncSignal
    private var pending = PendingAsks()
    /// The number of times the asks were erased.
    private var generation = 0

    init(
        publisher: UpdatePublisher, answers: AnswerQueue, clearing: Clearing, schedule: LocalSchedule,
        preferences: PreferencesSync, seen: SeenNotifications, haptics: any HapticsPort, clock: ServerClock,
        foreground: ForegroundState, signal: AsyncSignal
    ) {
        self.publisher = publisher
        self.answers = answers
        self.clearing = clearing
        self.schedule = schedule
        self.preferences = preferences
        self.seen = seen
        self.haptics = haptics
        self.clock = clock
        self.foreground = foreground
        self.signal = signal
    }

    // MARK: Reading

    var list: [Ask] { pending.list }

    subscript(id: AskID) -> Ask? { pending[id] }

    /// Returns `true` when the ask has ended or its deadline has passed.
    func isOver(_ notice: AskNotice) -> Bool {
        pending.hasEnded(notice.askID) || notice.deadline.map { $0 <= clock.now } ?? false
    }

    /// Publishes the list.
    func publish() async {
        signal.signal()
        let answering = await answers.waiting
        // Read after the suspension: the list may have changed and been published.
        publisher.publish(.pending(pending.list, answering: answering))
    }

    // MARK: Changing

    /// Adds a new ask, and shows its card in an open app.
    func add(_ ask: Ask) async {
        guard ask.deadline > clock.now, pending.insert(ask) else { return }
        await publish()
        // The push about the ask arrives before or after this event. Without a screen that shows cards, the system shows
        // the push.
        let card = BellhopUpdate.card(InAppCard(ask))
        guard foreground.isForeground, publisher.hasReader(for: card),
            await preferences.present().refusal(of: ask.category, isAsk: true) == nil,
            await seen.isNew(SeenLog.name(of: ask.id))
        else { return }
        publisher.publish(card)
        await haptics.play(.warning)
    }

    /// Ends an ask: removes it from the list, its notifications from the screen, and its reminders from the schedule.
    func end(_ id: AskID) async {
        let wasPending = pending.end(id)
        await clearing.clear(id)
        try? await schedule.remove(ask: id)
        if wasPending { await publish() }
    }

    /// Removes an ask from the list without publishing it.
    func remove(_ id: AskID) { pending.end(id) }

    /// The state of the list before a request to the server.
    struct Revision: Sendable {
        fileprivate var generation: Int
        fileprivate var number: Int
    }

    var revision: Revision { Revision(generation: generation, number: pending.revision) }

    /// Replaces the list with the server's.
    ///
    /// - Parameter revision: the revision before the request; later changes are kept.
    func replace(with truth: Clearing.Truth, asOf revision: Revision) async {
        guard revision.generation == generation else { return }
        pending.replace(
            with: truth.pending, isComplete: truth.pending.count < DeviceAPI.pageSize, asOf: revision.number)
        if let count = truth.badge { await setBadge(count) }
        await publish()
    }

    func setBadge(_ count: Int) async {
        publisher.publish(.badge(count))
        await clearing.setBadge(count)
    }

    /// Expires asks at their deadline, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            let late = pending.expire(at: clock.now)
            for id in late {
                await clearing.clear(id)
                try? await schedule.remove(ask: id)
            }
            if !late.isEmpty { await publish() }
            await signal.wait(until: pending.nextDeadline, clock)
        }
    }
}

extension AskInbox: UserScoped {
    func erase() async {
        generation += 1
        pending.removeAll()
        await publish()
    }
}

/// The known pending asks.
///
/// Updates arrive out of order: a list requested before an ask ended may arrive after. An ended ask stays ended.
struct PendingAsks: Sendable {
    private var asks: [AskID: (ask: Ask, revision: Int)] = [:]
    private var ended: [AskID] = []
    /// The number of changes so far.
    private(set) var revision = 0

    private static let endedLimit = 256

    /// The asks, newest first.
    var list: [Ask] { asks.values.map(\.ask).sorted { $0.id > $1.id } }

    subscript(id: AskID) -> Ask? { asks[id]?.ask }

    func hasEnded(_ id: AskID) -> Bool { ended.contains(id) }

    /// The next deadline.
    var nextDeadline: Timestamp? { asks.values.map(\.ask.deadline).min() }

    /// - Returns: `true` if the ask is new.
    @discardableResult
    mutating func insert(_ ask: Ask) -> Bool {
        guard ask.state == .pending, !ended.contains(ask.id) else { return false }
        revision += 1
        return asks.updateValue((ask, revision), forKey: ask.id) == nil
    }

    /// - Returns: `true` if the ask was pending.
    @discardableResult
    mutating func end(_ id: AskID) -> Bool {
        if !ended.contains(id) {
            if ended.count == Self.endedLimit { ended.removeFirst() }
            ended.append(id)
        }
        return asks.removeValue(forKey: id) != nil
    }

    /// Replaces the list with the server's.
    ///
    /// - Parameters:
    ///   - isComplete: `true` if the list is complete. Otherwise asks older than the page stay.
    ///   - revision: the revision before the request. Later changes are newer than the list.
    mutating func replace(with list: [Ask], isComplete: Bool, asOf revision: Int) {
        let oldest = list.map(\.id).min()
        asks = asks.filter { id, known in
            known.revision > revision || !isComplete && oldest.map { id < $0 } ?? false
        }
        for ask in list where asks[ask.id] == nil { insert(ask) }
    }

    /// - Returns: the expired asks, which are no longer pending.
    mutating func expire(at now: Timestamp) -> [AskID] {
        let late = asks.values.filter { $0.ask.deadline <= now }.map(\.ask.id)
        for id in late { end(id) }
        return late.sorted()
    }

    mutating func removeAll() { self = PendingAsks() }
}
