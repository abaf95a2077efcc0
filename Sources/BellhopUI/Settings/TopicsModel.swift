import BellhopKit
import BellhopModel
import Observation

/// The topics that the user subscribes to.
@Observable @MainActor
final class TopicsModel {
    private(set) var topics: [TopicID] = []
    private(set) var loading: Loading = .loading
    private(set) var problem: String?
    /// The topic to subscribe to.
    var name = ""
    private let app: AppModel

    init(in app: AppModel) { self.app = app }

    func load() async {
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

    func subscribe() async {
        guard let topic = TopicID(name) else {
            problem = Strings.current.topicsNotAName
            return
        }
        let result = await app.bellhop.subscribe(to: topic)
        problem = result.problem
        guard result == .done else { return }
        name = ""
        await load()
    }

    func unsubscribe(_ topic: TopicID) async {
        let result = await app.bellhop.unsubscribe(from: topic)
        problem = result.problem
        if result == .done { topics.removeAll { $0 == topic } }
    }
}
