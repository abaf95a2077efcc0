import BellhopModel

/// What is to be done about Live Activities, whatever happens in whatever order. Pure: ``LiveActivitySync`` does it.
///
/// One activity for a session at most; the newest token of each at the server and no other; none of an activity that
/// is over, and none at all once the person signed out or does not allow activities.
struct ActivityMachine: Sendable {
    enum Event: Sendable {
        /// Seen, as it is now. Also when it was seen before.
        case seen(ActivitySnapshot)
        /// The system has these and no others.
        case inventory([ActivitySnapshot])
        case token(ActivityID, [UInt8])
        case phase(ActivityID, ActivityPhase)
        case startToken([UInt8]?)
        case allowed(Bool)
        case session(AgentSession, waitingFor: Ask?)
        /// Answered here or elsewhere, withdrawn, or over.
        case askEnded(AskID)
        case signedOut
        case signedIn
        /// Time has passed, or the server may be reached again.
        case tick
        case reported(ActivityID, digest: String, ActivityTokenReceipt)
        case revoked(SessionID, [UInt8]?, ActivityTokenReceipt)
        case startReported(digest: String?, ActivityTokenReceipt)
    }

    enum Effect: Hashable, Sendable {
        /// Listen to its tokens and phases from now on.
        case watch(ActivityID)
        case update(ActivityID, ActivityContentValue)
        case end(ActivityID, ActivityContentValue?, ActivityDismissal)
        case start(SessionAttributes, ActivityContentValue)
        case report(ActivityID, token: [UInt8], session: SessionID, digest: String)
        /// - token: what the server has; `nil` when only its digest was kept.
        case revoke(SessionID, token: [UInt8]?)
        case reportStart(token: [UInt8]?, digest: String?)
    }

    /// The system ends an activity after eight hours (Apple, *Displaying live data with Live Activities*).
    static let renewal: Duration = .seconds(8 * 3600 - 15 * 60)
    /// Without news for so long it is shown as out of date.
    static let freshness: Duration = .seconds(15 * 60)
    /// How long a request that was given up may still be on its way.
    static let doubt: Duration = .seconds(60)
    /// How long the end of a session stays on the lock screen.
    static let afterglow: Duration = .seconds(10 * 60)

    let digest: @Sendable ([UInt8]) -> String
    var book: ActivityBook
    var isAllowed = true
    var isSignedIn = true
    private(set) var tokens: [ActivityID: [UInt8]] = [:]
    private(set) var startToken: [UInt8]?
    /// What the server has and is to forget, by session, as far as it is known since the launch.
    private var lost: [SessionID: [UInt8]] = [:]
    /// Sessions of which something was taken back without saying what, and nobody knows whether that arrives: it may end
    /// an activity that is reported meanwhile. With when it has arrived or never will.
    private var doubtful: [SessionID: Timestamp] = [:]
    private var watched: Set<ActivityID> = []
    private var shown: [SessionID: (attributes: SessionAttributes, content: ActivityContentValue)] = [:]
    /// What was sent and not yet answered, or is to be sent again at the next tick.
    private var held: Set<String> = []

    init(book: ActivityBook = ActivityBook(), digest: @escaping @Sendable ([UInt8]) -> String) {
        self.book = book
        self.digest = digest
    }

    /// What is shown of `session`, to start an activity with.
    func present(of session: SessionID) -> (SessionAttributes, ActivityContentValue)? {
        shown[session].map { ($0.attributes, $0.content) }
    }

    /// When ``Event/tick`` has something to do by itself; `nil` for never.
    var due: Timestamp? { [renewalDue, doubtful.values.min()].compactMap(\.self).min() }

    private var renewalDue: Timestamp? {
        guard isAllowed, isSignedIn else { return nil }
        let entries = book.live.compactMap { book[$0] }.filter { shown[$0.session] != nil }
        return entries.map(\.firstSeen).min().map { $0 + Self.renewal }
    }

    mutating func take(_ event: Event, at now: Timestamp, serverTime: Timestamp? = nil) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .seen(let snapshot): effects = see(snapshot, at: now)
        case .inventory(let all):
            let present = Set(all.map(\.id))
            for id in book.live where !present.contains(id) { forget(id) }
            for snapshot in all { effects += see(snapshot, at: now) }
        case .token(let id, let token):
            if book[id]?.isOver == false { tokens[id] = token }
        case .phase(let id, let phase): if !phase.isLive { forget(id) }
        case .startToken(let token): startToken = token
        case .allowed(let value):
            isAllowed = value
            if !value { retract() }
        case .session(let session, let ask): effects = show(session, ask, at: now, serverTime ?? now)
        case .askEnded(let id): effects = drop(id, at: now)
        case .signedOut:
            isSignedIn = false
            effects = book.live.map { .end($0, nil, .immediate) }
            for id in book.live { forget(id) }
            shown = [:]
            retract()
        case .signedIn: isSignedIn = true
        case .tick:
            held = []
            book.prune(at: now)
            reportDoubtful(at: now)
            effects = renew(at: now)
        case .reported(let id, let digest, let receipt): note(receipt, of: id, digest)
        case .revoked(let session, let token, let receipt): noteRevoked(session, token, receipt, at: now)
        case .startReported(let digest, let receipt): noteStart(receipt, digest)
        }
        return effects + messages()
    }

    // MARK: What the system has

    private mutating func see(_ snapshot: ActivitySnapshot, at now: Timestamp) -> [Effect] {
        let id = snapshot.id
        guard snapshot.phase.isLive else {
            if book[id] == nil {
                book[id] = .init(session: snapshot.attributes.sessionID, firstSeen: now, isOver: true)
            }
            forget(id)
            return []
        }
        guard book[id]?.isOver != true else { return [] }
        var effects: [Effect] = []
        if book[id] == nil { book[id] = .init(session: snapshot.attributes.sessionID, firstSeen: now) }
        if watched.insert(id).inserted { effects.append(.watch(id)) }
        if let token = snapshot.token { tokens[id] = token }
        guard isSignedIn else {
            forget(id)
            return effects + [.end(id, nil, .immediate)]
        }
        // A push and the app may have started one each: the later stays.
        for former in book.live(of: snapshot.attributes.sessionID).dropLast() {
            forget(former)
            effects.append(.end(former, nil, .immediate))
        }
        return effects
    }

    private mutating func forget(_ id: ActivityID) {
        noteLost(id)
        tokens[id] = nil
        held.remove("report \(id)")
        book.close(id)
    }

    // MARK: What is shown

    private mutating func show(
        _ session: AgentSession, _ ask: Ask?, at now: Timestamp, _ serverTime: Timestamp
    ) -> [Effect] {
        guard isSignedIn else { return [] }
        let state = LiveActivityState(session, waitingFor: ask, at: serverTime)
        let content = ActivityContentValue(
            state, staleAt: session.isOver ? nil : Self.stale(ask, at: now, serverTime),
            relevance: state.status == .waiting ? 100 : 50)
        let live = book.live(of: session.id)
        guard !session.isOver else {
            shown[session.id] = nil
            for id in live { forget(id) }
            return live.map { .end($0, content, .at(now + Self.afterglow)) }
        }
        shown[session.id] = (SessionAttributes(session), content)
        return live.map { .update($0, content) }
    }

    /// The system draws an activity again when it becomes stale: at an ask's deadline, so that its buttons go.
    private static func stale(_ ask: Ask?, at now: Timestamp, _ serverTime: Timestamp) -> Timestamp {
        guard let ask, ask.deadline > serverTime else { return now + freshness }
        return now + (ask.deadline - serverTime)
    }

    /// What is decided is no longer asked.
    private mutating func drop(_ ask: AskID, at now: Timestamp) -> [Effect] {
        var effects: [Effect] = []
        for (session, former) in shown where former.content.state.ask?.askID == ask {
            var content = former.content
            content.state.ask = nil
            content.state.status = .processing
            content.staleAt = now + Self.freshness
            shown[session]?.content = content
            effects += book.live(of: session).map { .update($0, content) }
        }
        return effects
    }

    /// Ends what is about to reach the system's limit and starts it anew, so that it does not freeze.
    private mutating func renew(at now: Timestamp) -> [Effect] {
        guard isAllowed, isSignedIn else { return [] }
        var effects: [Effect] = []
        for id in book.live {
            guard let entry = book[id], now - entry.firstSeen >= Self.renewal, let present = shown[entry.session]
            else { continue }
            forget(id)
            effects += [.end(id, nil, .immediate), .start(present.attributes, present.content)]
        }
        return effects
    }

    // MARK: What the server is told

    /// Everything that the server has, it is to forget.
    private mutating func retract() {
        for id in book.live {
            guard let entry = book[id], entry.reported != nil else { continue }
            noteLost(id)
            book[id]?.reported = nil
            book.owed.insert(entry.session)
        }
        if book.reportedStart != nil { book.owesStart = true }
        book.reportedStart = nil
    }

    /// The server may have the token of `id`, and is to forget it.
    private mutating func noteLost(_ id: ActivityID) {
        guard let entry = book[id], let reported = entry.reported else { return }
        lost[entry.session] = tokens[id].flatMap { digest($0) == reported ? $0 : nil }
    }

    private mutating func noteRevoked(
        _ session: SessionID, _ token: [UInt8]?, _ receipt: ActivityTokenReceipt, at now: Timestamp
    ) {
        guard receipt != .unavailable else {
            if token == nil { doubtful[session] = now + Self.doubt }
            return
        }
        held.remove("revoke \(session)")
        guard lost[session] == token else { return }
        lost[session] = nil
        book.owed.remove(session)
    }

    /// Says once more what was reported: the same again changes nothing, and opens what was ended by mistake.
    private mutating func reportDoubtful(at now: Timestamp) {
        for (session, end) in doubtful where end <= now {
            for id in book.live(of: session) where tokens[id] != nil { book[id]?.reported = nil }
            doubtful[session] = nil
        }
    }

    private mutating func messages() -> [Effect] {
        var effects: [Effect] = []
        if isAllowed, isSignedIn {
            for id in book.live {
                guard let entry = book[id], let token = tokens[id] else { continue }
                let digest = digest(token)
                guard entry.reported != digest, held.insert("report \(id)").inserted else { continue }
                // It replaces what was to be taken back.
                book.owed.remove(entry.session)
                effects.append(.report(id, token: token, session: entry.session, digest: digest))
            }
            if let startToken, book.reportedStart != digest(startToken), held.insert("start").inserted {
                effects.append(.reportStart(token: startToken, digest: digest(startToken)))
            }
        } else if book.owesStart, held.insert("start").inserted {
            effects.append(.reportStart(token: nil, digest: nil))
        }
        for session in book.owed.sorted() where held.insert("revoke \(session)").inserted {
            effects.append(.revoke(session, token: lost[session]))
        }
        return effects
    }

    private mutating func note(_ receipt: ActivityTokenReceipt, of id: ActivityID, _ digest: String) {
        guard receipt != .unavailable else { return }
        held.remove("report \(id)")
        guard let entry = book[id] else { return }
        // Refused is as good as told: the same token will be refused again.
        if entry.isOver || !isAllowed || !isSignedIn {
            if receipt == .taken, book.live(of: entry.session).isEmpty || !isAllowed {
                lost[entry.session] = nil
                book.owed.insert(entry.session)
            }
        } else {
            book[id]?.reported = digest
        }
    }

    private mutating func noteStart(_ receipt: ActivityTokenReceipt, _ digest: String?) {
        guard receipt != .unavailable else { return }
        held.remove("start")
        if digest == nil {
            book.owesStart = false
        } else if isAllowed, isSignedIn {
            book.reportedStart = digest
            book.owesStart = false
        } else {
            book.owesStart = receipt == .taken
        }
    }
}
