public import BellhopKit
public import BellhopModel
public import Observation

/// One session: how it stands, and what it waits for.
@Observable @MainActor
public final class SessionModel {
    public enum Phase: Hashable, Sendable {
        case loading
        case found(SessionRow)
        /// It is gone, or belongs to somebody else.
        case notFound
        case unavailable
    }

    public let id: SessionID
    public let purpose: Route.SessionPurpose
    /// Why the last that was set could not be.
    public private(set) var problem: QuietModel.Problem?
    private var answer: Destination?
    private let app: AppModel

    public init(_ id: SessionID, _ purpose: Route.SessionPurpose, in app: AppModel) {
        self.id = id
        self.purpose = purpose
        self.app = app
    }

    public func load() async { answer = await app.bellhop.open(.session(id, purpose)) }

    public var phase: Phase {
        if let session { return .found(SessionRow(session)) }
        switch answer {
        case nil: return .loading
        case .unavailable: return .unavailable
        default: return .notFound
        }
    }

    /// The asks that it waits for, newest first.
    public var asks: [Ask] { app.pending.filter { $0.sessionID == id } }

    /// What the person came for and can do only where the agent runs; `nil` when they came to look.
    public var hint: String? {
        let words = Strings.current
        let host = session?.origin.host.map { DisplayText.line($0, characters: 60) } ?? words.sessionSomewhere
        return switch purpose {
        case .look: nil
        case .write: words.sessionWrite(host: host)
        case .retry: words.sessionRetry(host: host)
        }
    }

    /// Whether the person wants to hear nothing of it.
    public var isMuted: Bool {
        app.preferences.current(at: app.bellhop.clock.now).mutes.contains { $0.subject == .session(id) }
    }

    /// What could not be done is ``problem``.
    public func mute(_ isOn: Bool) async {
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
