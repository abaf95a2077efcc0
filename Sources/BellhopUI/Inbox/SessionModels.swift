import BellhopKit
import BellhopModel
import Observation

/// The agents' sessions, latest first.
@Observable @MainActor
final class SessionsModel {
    private(set) var loading: Loading = .loading
    private var loaded: [AgentSession] = []
    private let app: AppModel

    init(in app: AppModel) { self.app = app }

    func load() async {
        switch await app.bellhop.sessions() {
        case .items(let sessions, _):
            loaded = sessions
            loading = .loaded
        case .unavailable: loading = .unavailable
        }
    }

    /// The loaded sessions, with later updates applied.
    var rows: [SessionRow] {
        let known = Dictionary(loaded.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        let present = known.merging(app.sessions) { $0.updatedAt > $1.updatedAt ? $0 : $1 }
        return present.values.sorted { ($0.updatedAt, $0.id) > ($1.updatedAt, $1.id) }.map { SessionRow($0) }
    }
}

/// One session, with its pending asks.
@Observable @MainActor
final class SessionModel {
    let id: SessionID
    let purpose: Route.SessionPurpose
    /// The reason why the last setting failed.
    private(set) var problem: QuietModel.Problem?
    private var answer: Destination?
    private let app: AppModel

    init(_ id: SessionID, _ purpose: Route.SessionPurpose, in app: AppModel) {
        self.id = id
        self.purpose = purpose
        self.app = app
    }

    func load() async { answer = await app.bellhop.open(.session(id, purpose)) }

    var phase: LoadingPhase<SessionRow> {
        if let session { return .found(SessionRow(session)) }
        switch answer {
        case nil: return .loading
        case .unavailable: return .unavailable
        default: return .notFound
        }
    }

    /// The session's pending asks, newest first.
    var asks: [Ask] { app.pending.filter { $0.sessionID == id } }

    /// The instruction for an action that is possible only on the agent's machine; `nil` if the user only wants to look.
    var hint: String? {
        let words = Strings.current
        let host = session?.origin.host.map { DisplayText.line($0, characters: 60) } ?? words.sessionSomewhere
        return switch purpose {
        case .look: nil
        case .write: words.sessionWrite(host: host)
        case .retry: words.sessionRetry(host: host)
        }
    }

    /// Indicates whether the session is muted.
    var isMuted: Bool {
        app.preferences.current(at: app.bellhop.clock.now).mutes.contains { $0.subject == .session(id) }
    }

    /// Mutes or unmutes the session. Sets ``problem``.
    func mute(_ isOn: Bool) async {
        let quiet = QuietModel(in: app)
        await quiet.set(isOn ? .mute(Mute(.session(id))) : .unmute(.session(id)))
        problem = quiet.problem
    }

    private var session: AgentSession? {
        let heard = app.sessions[id]
        guard case .session(let loaded, _) = answer else { return heard }
        return heard.map { $0.updatedAt > loaded.updatedAt ? $0 : loaded } ?? loaded
    }
}
