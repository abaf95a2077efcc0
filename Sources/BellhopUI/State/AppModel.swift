public import BellhopKit
public import BellhopModel
public import Observation

/// The app's state, kept up to date by Bellhop's streams. Create one for the process: results of answers and routes are
/// delivered once, and this model reads them.
@Observable @MainActor
public final class AppModel {
    /// The pending asks, newest first.
    public private(set) var pending: [Ask] = []
    /// The pending asks that were answered here, with answers that the server has not accepted yet.
    public private(set) var answering: [AskID: Answer] = [:]
    /// The results of answers that were given here.
    public private(set) var outcomes: [AskID: AnswerReport] = [:]
    /// The sessions in their latest known state.
    public private(set) var sessions: [SessionID: AgentSession] = [:]
    public private(set) var registration: RegistrationState = .waitingForToken
    public private(set) var authorization: AuthorizationState?
    public private(set) var permission: PermissionStep?
    public private(set) var preferences = NotificationPreferences.default
    public private(set) var badge = 0
    /// Indicates whether events arrive in real time; `nil` before the first attempt to connect.
    public private(set) var isConnected: Bool?

    /// The optimistic changes of the preferences that Bellhop has not confirmed yet, in order.
    @ObservationIgnored private var pendingChanges: [(id: Int, change: (inout NotificationPreferences) -> Void)] = []
    @ObservationIgnored private var lastChangeID = 0
    /// The owner of ``sessions``.
    @ObservationIgnored private var user: UserID?

    public let navigator = Navigator()
    let cards: CardsModel

    let bellhop: Bellhop
    /// The device's clock; deadlines are compared with ``Bellhop/clock``.
    let clock: any ClockPort

    public init(_ bellhop: Bellhop, clock: any ClockPort = SystemClock()) {
        self.bellhop = bellhop
        self.clock = clock
        cards = CardsModel(clock: bellhop.clock)
    }

    /// Follows Bellhop's streams until the task is cancelled.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.followUpdates() }
            group.addTask { await self.followResults() }
            group.addTask { await self.followActions() }
            group.addTask { await self.followRoutes() }
        }
    }

    /// Indicates whether the device is registered with a server, or about to be.
    public var isPaired: Bool {
        switch registration {
        case .registered, .registering, .retrying, .refused: true
        case .waitingForToken, .tokenFailed, .needsPairing, .waitingForTrust, .leaving: false
        }
    }

    // MARK: Answers

    /// Removes the result of a former answer before a new answer is sent.
    func removeOutcome(of id: AskID) { outcomes[id] = nil }

    /// Stores the first result of an answer, unless the stream has already delivered a later one.
    func store(_ report: AnswerReport) {
        if outcomes[report.askID] == nil { outcomes[report.askID] = report }
    }

    // MARK: Preferences

    /// Applies `change` to the preferences at once. `body` passes the change to Bellhop; until it returns, the change is
    /// also applied to preferences that Bellhop reports, because they may be older.
    func optimistically<Value, Failure: Error>(
        _ change: @escaping (inout NotificationPreferences) -> Void, sending body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        lastChangeID += 1
        let id = lastChangeID
        pendingChanges.append((id, change))
        change(&preferences)
        defer { pendingChanges.removeAll { $0.id == id } }
        return try await body()
    }

    // MARK: Streams

    private func followUpdates() async {
        for await update in await bellhop.updates() { apply(update) }
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

    func apply(_ update: BellhopUpdate) {
        switch update {
        case .registration(let state): apply(state)
        case .authorization(let state): authorization = state
        case .permission(let step): permission = step
        case .preferences(let stored):
            preferences = pendingChanges.reduce(into: stored) { preferences, pendingChanges in
                pendingChanges.change(&preferences)
            }
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

    /// Removes the sessions of a former user.
    private func apply(_ state: RegistrationState) {
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

extension AppModel {
    /// The pending asks as rows of a list.
    var pendingRows: [PendingRow] {
        pending.map { PendingRow($0, isAnswered: answering[$0.id] != nil) }
    }
}

/// A pending ask as a row of a list.
struct PendingRow: Hashable, Sendable, Identifiable {
    let id: AskID
    let title: String
    let origin: String
    let excerpt: String
    let card: AskCard
    /// Indicates whether it was answered here and the server has not accepted the answer yet.
    let isAnswered: Bool

    init(_ ask: Ask, isAnswered: Bool) {
        card = AskCard(ask)
        id = ask.id
        title = card.tool ?? card.title
        origin = card.origin
        excerpt = DisplayText.line(card.questions.first?.text ?? ask.request.body, characters: 120)
        self.isAnswered = isAnswered
    }
}

extension ServerChangeResult {
    /// The message for the user when the change failed; `nil` when it succeeded.
    var problem: String? {
        switch self {
        case .done: nil
        case .refused(let message): DisplayText.paragraph(message)
        case .unavailable: Strings.current.changeUnavailable
        }
    }
}
