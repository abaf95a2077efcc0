public import BellhopKit
import BellhopModel
public import Observation

/// The agents' sessions, the latest first.
@Observable @MainActor
public final class SessionsModel {
    public private(set) var loading: Loading = .loading
    private var loaded: [AgentSession] = []
    private let app: AppModel

    public init(in app: AppModel) { self.app = app }

    public func load() async {
        switch await app.bellhop.sessions() {
        case .items(let sessions, _):
            loaded = sessions
            loading = .loaded
        case .unavailable: loading = .unavailable
        }
    }

    /// What was loaded, with what was heard since.
    public var rows: [SessionRow] {
        let known = Dictionary(loaded.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        let present = known.merging(app.sessions) { $0.updatedAt > $1.updatedAt ? $0 : $1 }
        return present.values.sorted { ($0.updatedAt, $0.id) > ($1.updatedAt, $1.id) }.map { SessionRow($0) }
    }
}
