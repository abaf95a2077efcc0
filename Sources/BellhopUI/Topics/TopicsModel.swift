import BellhopKit
public import BellhopModel
public import Observation

/// The topics that the person subscribes to.
@Observable @MainActor
public final class TopicsModel {
    public private(set) var topics: [TopicID] = []
    public private(set) var loading: Loading = .loading
    public private(set) var problem: String?
    /// The topic to subscribe to.
    public var name = ""
    private let app: AppModel

    public init(in app: AppModel) { self.app = app }

    public func load() async {
        var found: [TopicID] = []
        while true {
            guard case .items(let page, let isLast) = await app.bellhop.topics(after: found.last) else {
                loading = .unavailable
                return
            }
            found += page.map(\.id)
            if isLast || page.isEmpty { break }
        }
        (topics, loading) = (found, .loaded)
    }

    public func subscribe() async {
        guard let topic = TopicID(name) else {
            problem = Strings.current.topicsNotAName
            return
        }
        let verdict = await app.bellhop.subscribe(to: topic)
        problem = verdict.problem
        guard verdict == .done else { return }
        name = ""
        await load()
    }

    public func unsubscribe(_ topic: TopicID) async {
        let verdict = await app.bellhop.unsubscribe(from: topic)
        problem = verdict.problem
        if verdict == .done { topics.removeAll { $0 == topic } }
    }
}
