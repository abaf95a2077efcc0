public import BellhopKit
public import BellhopModel
public import Observation

/// What the app knows, kept up to date by the kit's streams. One for the app, for as long as it lives: what came of
/// answers and where taps lead are each given once, and this takes them.
@Observable @MainActor
public final class AppModel {
    /// The asks that wait, newest first.
    public private(set) var pending: [Ask] = []
    /// Those of them that were answered here and are on their way.
    public private(set) var answering: [AskID: Answer] = [:]
    /// What came of answers that were given here.
    public private(set) var outcomes: [AskID: AnswerReport] = [:]
    /// As they were last heard of.
    public private(set) var sessions: [SessionID: AgentSession] = [:]
    public private(set) var registration: RegistrationState = .waitingForToken
    public private(set) var authorization: AuthorizationState?
    public private(set) var permission: PermissionStep?
    public private(set) var preferences = NotificationPreferences.default
    public private(set) var badge = 0
    /// Whether events arrive as they happen; `nil` until that was tried.
    public private(set) var isConnected: Bool?

    /// What the person has set and the kit does not know yet, in order.
    @ObservationIgnored private var foreseen: [(id: Int, change: (inout NotificationPreferences) -> Void)] = []
    @ObservationIgnored private var lastForeseen = 0
    /// Whose the sessions are.
    @ObservationIgnored private var user: UserID?

    public let navigator = Navigator()
    public let cards: CardsModel

    let bellhop: Bellhop
    /// The device's; ``Bellhop/clock`` for what the server decides.
    let clock: any ClockPort

    public init(_ bellhop: Bellhop, clock: any ClockPort = SystemClock()) {
        self.bellhop = bellhop
        self.clock = clock
        cards = CardsModel(clock: bellhop.clock)
    }

    /// Follows the kit until the task is cancelled.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.followUpdates() }
            group.addTask { await self.followResults() }
            group.addTask { await self.followActions() }
            group.addTask { await self.followRoutes() }
        }
    }

    /// The device belongs to a server and may be told things.
    public var isPaired: Bool {
        switch registration {
        case .registered, .registering, .retrying, .refused: true
        case .waitingForToken, .tokenFailed, .needsPairing, .waitingForTrust, .leaving: false
        }
    }

    // MARK: Answers

    /// A new answer is about to be given: what came of a former one says nothing any more.
    func forgetOutcome(of id: AskID) { outcomes[id] = nil }

    /// What came of an answer so far, unless the stream has told more.
    func note(_ report: AnswerReport) {
        if outcomes[report.askID] == nil { outcomes[report.askID] = report }
    }

    // MARK: Preferences

    /// A switch moves under the finger, before the kit has said so, and stays there until `body`, which tells the kit,
    /// is done: what the kit says meanwhile may be older.
    func foreseeing<Value, Failure: Error>(
        _ change: @escaping (inout NotificationPreferences) -> Void, telling body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        lastForeseen += 1
        let id = lastForeseen
        foreseen.append((id, change))
        change(&preferences)
        defer { foreseen.removeAll { $0.id == id } }
        return try await body()
    }

    // MARK: Streams

    private func followUpdates() async {
        for await update in await bellhop.updates() { take(update) }
    }

    private func followResults() async {
        for await report in bellhop.results {
            outcomes[report.askID] = report
            cards.end(report.askID)
            cards.show(report, isOnScreen: navigator.isShowing(report.askID))
        }
    }

    private func followActions() async {
        for await report in bellhop.actionResults { cards.show(report) }
    }

    private func followRoutes() async {
        for await opened in bellhop.routes { navigator.open(opened.route) }
    }

    func take(_ update: BellhopUpdate) {
        switch update {
        case .registration(let state): take(state)
        case .authorization(let state): authorization = state
        case .permission(let step): permission = step
        case .preferences(let told):
            preferences = foreseen.reduce(into: told) { preferences, foreseen in foreseen.change(&preferences) }
        case .changes, .items: break
        case .pending(let asks, let answering):
            let ended = Set(pending.map(\.id)).subtracting(asks.map(\.id))
            for id in ended { cards.end(id) }
            pending = asks
            self.answering = answering
        case .card(let card): cards.show(card)
        case .badge(let count): badge = count
        case .session(let session): sessions[session.id] = session
        case .connected(let isConnected): self.isConnected = isConnected
        }
    }

    /// A device that changes hands shows nothing of its former owner's.
    private func take(_ state: RegistrationState) {
        registration = state
        switch state {
        case .registered(_, let user):
            if let former = self.user, former != user { sessions = [:] }
            self.user = user
        case .leaving: sessions = [:]
        case .waitingForToken, .tokenFailed, .needsPairing, .waitingForTrust, .registering, .retrying, .refused: break
        }
    }
}
