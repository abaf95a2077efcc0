public import BellhopModel

/// What came of a change that only the server can make.
public enum ServerChangeResult: Hashable, Sendable {
    case done
    /// The server said no, and why.
    case refused(message: String)
    /// The server could not be asked, or this device is not paired. Nothing was kept: the person may try again.
    case unavailable
}

extension Bellhop {
    /// What the user subscribes to, in the order of their ids, a page at a time. An item is a topic under its own id.
    ///
    /// - Parameter last: the last topic of the page before; `nil` for the first page.
    public func topics(after last: TopicID? = nil) async -> Listing<Topic> {
        await list(limit: DeviceAPI.pageSize) {
            try? await self.api.call(
                API.listTopics, query: ["limit": DeviceAPI.pageSize, "after": last], key: $0.key)
        }
    }

    /// The person wants to hear of a topic or an item, on all their devices. Again it changes nothing.
    public func subscribe(to topic: TopicID) async -> ServerChangeResult {
        await change { try? await self.api.perform(API.subscribe, topic, body: SubscriptionRequest(), key: $0.key) }
    }

    /// The person wants to hear no more of a topic or an item, which is then deleted for them.
    public func unsubscribe(from topic: TopicID) async -> ServerChangeResult {
        await change { try? await self.api.perform(API.unsubscribe, topic, $0.userID, key: $0.key) }
    }

    func change(_ call: (DeviceCredentials) async -> ServerReply<Void>?) async -> ServerChangeResult {
        guard case .found(let credentials) = await registrar.credentials() else { return .unavailable }
        switch await call(credentials) {
        case .value: return .done
        case .refused(let refusal):
            guard refusal.code == .unauthorized else { return .refused(message: refusal.message) }
            await keyRejected(credentials)
            return .unavailable
        case .unavailable, nil: return .unavailable
        }
    }
}
