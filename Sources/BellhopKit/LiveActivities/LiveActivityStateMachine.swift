import BellhopModel

/// The state machine of Live Activities: turns events, in any order, into effects. ``LiveActivitySync`` performs
/// them.
///
/// Invariants: at most one activity for each session; the server has only the newest token of each activity, none of an
/// ended one, and no token at all after signing out or without permission.
struct LiveActivityStateMachine: Sendable {
    enum Event: Sendable {
        /// The current state of an activity, new or known.
        case seen(ActivitySnapshot)
        /// The complete list of the system's activities.
        case inventory([ActivitySnapshot])
        case token(ActivityID, [UInt8])
        case phase(ActivityID, ActivityPhase)
        case startToken([UInt8]?)
        case allowed(Bool)
        case session(AgentSession, waitingFor: Ask?)
        /// The ask was answered, was withdrawn or expired, here or elsewhere.
        case askEnded(AskID)
        case signedOut
        case signedIn
        /// Time has passed, or the server may be reachable again.
        case tick
        case reported(ActivityID, digest: String, ActivityTokenReceipt)
        case revoked(SessionID, [UInt8]?, ActivityTokenReceipt)
        case startReported(digest: String?, ActivityTokenReceipt)
    }

    enum Effect: Hashable, Sendable {
        /// Start listening to the activity's tokens and phases.
        case watch(ActivityID)
        case update(ActivityID, ActivityContentValue)
        case end(ActivityID, ActivityContentValue?, ActivityDismissal)
        case start(SessionAttributes, ActivityContentValue)
        case report(ActivityID, token: [UInt8], session: SessionID, digest: String)
        /// - token: the token on the server; `nil` when only its digest is stored.
        case revoke(SessionID, token: [UInt8]?)
        case reportStart(token: [UInt8]?, digest: String?)
    }

    /// The system ends an activity after eight hours (Apple, *Displaying live data with Live Activities*).
    static let renewal: Duration = .seconds(8 * 3600 - 15 * 60)
    /// The time without updates after which an activity is shown as out of date.
    static let freshness: Duration = .seconds(15 * 60)
    /// The time for which an abandoned request may still arrive at the server.
    static let requestLifetime: Duration = .seconds(60)
    /// The time for which an ended session stays on the lock screen.
    static let dismissalDelay: Duration = .seconds(10 * 60)

    let digest: @Sendable ([UInt8]) -> String
    var book: StoredActivities
    var isAllowed = true
    var isSignedIn = true
    private(set) var tokens: [ActivityID: [UInt8]] = [:]
    private(set) var startToken: [UInt8]?
    /// Tokens that the server must remove, by session, as far as they are known since the launch.
    private var lost: [SessionID: [UInt8]] = [:]
    /// Sessions whose token was revoked by a request that does not name the token and whose delivery is unknown. Until
    /// the request can no longer arrive, which is the value, it may end a newly reported activity.
    private var unconfirmed: [SessionID: Timestamp] = [:]
    private var watched: Set<ActivityID> = []
    private var shown: [SessionID: (attributes: SessionAttributes, content: ActivityContentValue)] = [:]
    /// Requests without a response yet, or waiting for the next tick.
    private var held: Set<String> = []

    init(book: StoredActivities = StoredActivities(), digest: @escaping @Sendable ([UInt8]) -> String) {
        self.book = book
        self.digest = digest
    }

    /// The current content of `session`, for starting an activity.
    func present(of session: SessionID) -> (SessionAttributes, ActivityContentValue)? {
        shown[session].map { ($0.attributes, $0.content) }
    }

    /// The time of the next ``Event/tick``; `nil` when none is needed.
    var due: Timestamp? { [renewalDue, unconfirmed.values.min()].compactMap(\.self).min() }

    private var renewalDue: Timestamp? {
        guard isAllowed, isSignedIn else { return nil }
        let entries = book.live.compactMap { book[$0] }.filter { shown[$0.session] != nil }
        return entries.map(\.firstSeen).min().map { $0 + Self.renewal }
    }

    mutating func handle(_ event: Event, at now: Timestamp, serverTime: Timestamp? = nil) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .seen(let snapshot): effects = observe(snapshot, at: now)
        case .inventory(let all):
            let present = Set(all.map(\.id))
            for id in book.live where !present.contains(id) { close(id) }
            for snapshot in all { effects += observe(snapshot, at: now) }
        case .token(let id, let token):
            if book[id]?.isOver == false { tokens[id] = token }
        case .phase(let id, let phase): if !phase.isLive { close(id) }
        case .startToken(let token): startToken = token
        case .allowed(let value):
            isAllowed = value
            if !value { retract() }
        case .session(let session, let ask): effects = show(session, ask, at: now, serverTime ?? now)
        case .askEnded(let id): effects = removeAsk(id, at: now)
        case .signedOut:
            isSignedIn = false
            effects = book.live.map { .end($0, nil, .immediate) }
            for id in book.live { close(id) }
            shown = [:]
            retract()
        case .signedIn: isSignedIn = true
        case .tick:
            held = []
            book.prune(at: now)
            repeatUnconfirmed(at: now)
            effects = renew(at: now)
        case .reported(let id, let digest, let receipt): recordReport(receipt, of: id, digest)
        case .revoked(let session, let token, let receipt): recordRevocation(session, token, receipt, at: now)
        case .startReported(let digest, let receipt): recordStartReport(receipt, digest)
        }
        return effects + messages()
    }

    // MARK: System activities

    private mutating func observe(_ snapshot: ActivitySnapshot, at now: Timestamp) -> [Effect] {
        let id = snapshot.id
        guard snapshot.phase.isLive else {
            if book[id] == nil {
                book[id] = .init(session: snapshot.attributes.sessionID, firstSeen: now, isOver: true)
            }
            close(id)
            return []
        }
        guard book[id]?.isOver != true else { return [] }
        var effects: [Effect] = []
        if book[id] == nil { book[id] = .init(session: snapshot.attributes.sessionID, firstSeen: now) }
        if watched.insert(id).inserted { effects.append(.watch(id)) }
        if let token = snapshot.token { tokens[id] = token }
        guard isSignedIn else {
            close(id)
            return effects + [.end(id, nil, .immediate)]
        }
        // A push and the app may have started one activity each: the later one stays.
        for former in book.live(of: snapshot.attributes.sessionID).dropLast() {
            close(former)
            effects.append(.end(former, nil, .immediate))
        }
        return effects
    }

    private mutating func close(_ id: ActivityID) {
        recordLost(id)
        tokens[id] = nil
        held.remove("report \(id)")
        book.close(id)
    }

    // MARK: Content

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
            for id in live { close(id) }
            return live.map { .end($0, content, .at(now + Self.dismissalDelay)) }
        }
        shown[session.id] = (SessionAttributes(session), content)
        return live.map { .update($0, content) }
    }

    /// The system redraws an activity when it becomes stale: at an ask's deadline, to remove its buttons.
    private static func stale(_ ask: Ask?, at now: Timestamp, _ serverTime: Timestamp) -> Timestamp {
        guard let ask, ask.deadline > serverTime else { return now + freshness }
        return now + (ask.deadline - serverTime)
    }

    /// Removes an ended ask from the activities that show it.
    private mutating func removeAsk(_ ask: AskID, at now: Timestamp) -> [Effect] {
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

    /// Replaces activities that are about to reach the system's time limit, so that they do not freeze.
    private mutating func renew(at now: Timestamp) -> [Effect] {
        guard isAllowed, isSignedIn else { return [] }
        var effects: [Effect] = []
        for id in book.live {
            guard let entry = book[id], now - entry.firstSeen >= Self.renewal, let present = shown[entry.session]
            else { continue }
            close(id)
            effects += [.end(id, nil, .immediate), .start(present.attributes, present.content)]
        }
        return effects
    }

    // MARK: Reports to the server

    /// Revokes everything that the server has.
    private mutating func retract() {
        for id in book.live {
            guard let entry = book[id], entry.reported != nil else { continue }
            recordLost(id)
            book[id]?.reported = nil
            book.revocations.insert(entry.session)
        }
        if book.reportedStart != nil { book.revokesStart = true }
        book.reportedStart = nil
    }

    /// Records that the server may have the token of `id` and must remove it.
    private mutating func recordLost(_ id: ActivityID) {
        guard let entry = book[id], let reported = entry.reported else { return }
        lost[entry.session] = tokens[id].flatMap { digest($0) == reported ? $0 : nil }
    }

    private mutating func recordRevocation(
        _ session: SessionID, _ token: [UInt8]?, _ receipt: ActivityTokenReceipt, at now: Timestamp
    ) {
        guard receipt != .unavailable else {
            if token == nil { unconfirmed[session] = now + Self.requestLifetime }
            return
        }
        held.remove("revoke \(session)")
        guard lost[session] == token else { return }
        lost[session] = nil
        book.revocations.remove(session)
    }

    /// Repeats reports with an uncertain result. A repetition is harmless, and restores an activity that was ended by
    /// mistake.
    private mutating func repeatUnconfirmed(at now: Timestamp) {
        for (session, end) in unconfirmed where end <= now {
            for id in book.live(of: session) where tokens[id] != nil { book[id]?.reported = nil }
            unconfirmed[session] = nil
        }
    }

    private mutating func messages() -> [Effect] {
        var effects: [Effect] = []
        if isAllowed, isSignedIn {
            for id in book.live {
                guard let entry = book[id], let token = tokens[id] else { continue }
                let digest = digest(token)
                guard entry.reported != digest, held.insert("report \(id)").inserted else { continue }
                // The new token replaces the one to be revoked.
                book.revocations.remove(entry.session)
                effects.append(.report(id, token: token, session: entry.session, digest: digest))
            }
            if let startToken, book.reportedStart != digest(startToken), held.insert("start").inserted {
                effects.append(.reportStart(token: startToken, digest: digest(startToken)))
            }
        } else if book.revokesStart, held.insert("start").inserted {
            effects.append(.reportStart(token: nil, digest: nil))
        }
        for session in book.revocations.sorted() where held.insert("revoke \(session)").inserted {
            effects.append(.revoke(session, token: lost[session]))
        }
        return effects
    }

    private mutating func recordReport(_ receipt: ActivityTokenReceipt, of id: ActivityID, _ digest: String) {
        guard receipt != .unavailable else { return }
        held.remove("report \(id)")
        guard let entry = book[id] else { return }
        // A refused token counts as reported: it would be refused again.
        if entry.isOver || !isAllowed || !isSignedIn {
            if receipt == .taken, book.live(of: entry.session).isEmpty || !isAllowed {
                lost[entry.session] = nil
                book.revocations.insert(entry.session)
            }
        } else {
            book[id]?.reported = digest
        }
    }

    private mutating func recordStartReport(_ receipt: ActivityTokenReceipt, _ digest: String?) {
        guard receipt != .unavailable else { return }
        held.remove("start")
        if digest == nil {
            book.revokesStart = false
        } else if isAllowed, isSignedIn {
            book.reportedStart = digest
            book.revokesStart = false
        } else {
            book.revokesStart = receipt == .taken
        }
    }
}
