import BellhopKit
import BellhopModel

extension FakeServer {
    /// - Returns: `nil` when it is none of the routes about topics.
    func topics(_ request: APIRequest, of device: Device) throws -> APIResponse? {
        if matches(API.listTopics, request.path), request.method == .get {
            let after = parameter("after", of: request.path).flatMap { PercentEncoding.decode($0) }
            let limit = parameter("limit", of: request.path).flatMap { Int($0) } ?? 50
            let page = subscriptions.map(\.description).sorted().drop { name in after.map { name <= $0 } ?? false }
            return .json(
                Page(items: page.prefix(limit).compactMap { TopicID($0).map { Topic(id: $0, subscribers: 1) } }))
        }
        if matches(API.subscribe, request.path), request.method == .post {
            guard let topic = TopicID(parts(request.path)[2]) else { throw APIError(.invalidRequest) }
            let isNew = subscriptions.insert(topic).inserted
            return .json(SubscriptionResult(added: isNew ? 1 : 0, topic: Topic(id: topic, subscribers: 1)))
        }
        if matches(API.unsubscribe, request.path), request.method == .delete {
            guard parts(request.path)[4] == device.userID.description else { throw APIError(.forbidden) }
            if let topic = TopicID(parts(request.path)[2]) { subscriptions.remove(topic) }
            return APIResponse(status: 204)
        }
        return nil
    }
}
