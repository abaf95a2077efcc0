import BellhopModel

/// The channels of a simulated APNs, by app.
struct ChannelBook: Sendable {
    private struct App: Sendable {
        /// In the order in which they were made.
        var order: [ChannelID] = []
        var channels: [ChannelID: FollowedChannel] = [:]
    }

    private var apps: [String: App] = [:]

    mutating func make(in app: String, storage: ChannelStorage) -> ChannelID? {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        guard let id = ChannelID(Base64.encode(bytes)) else { return nil }
        apps[app, default: App()].order.append(id)
        apps[app]?.channels[id] = FollowedChannel(id: id, app: app, storage: storage)
        return id
    }

    /// - Returns: those who followed it, for the caller to finish once no lock is held.
    mutating func delete(_ id: ChannelID, in app: String) -> [FollowedChannel.Stream.Continuation] {
        apps[app]?.order.removeAll { $0 == id }
        var channel = apps[app]?.channels.removeValue(forKey: id)
        return channel?.detach() ?? []
    }

    func channels(of app: String) -> [ChannelID] { apps[app]?.order ?? [] }

    func storage(of id: ChannelID, in app: String) -> ChannelStorage? { apps[app]?.channels[id]?.storage }

    func standing(of channel: String?, in app: String) -> ChannelStanding {
        ChannelStanding(
            storage: channel.flatMap(ChannelID.init).flatMap { storage(of: $0, in: app) },
            count: apps[app]?.order.count ?? 0)
    }

    mutating func post(_ broadcast: DeliveredBroadcast, now: Timestamp) {
        apps[broadcast.app]?.channels[broadcast.channel]?.post(broadcast, now: now)
    }

    /// - Returns: whether there is such a channel.
    mutating func attach(_ continuation: FollowedChannel.Stream.Continuation, to id: ChannelID, now: Timestamp) -> Bool
    {
        guard let app = apps.first(where: { $0.value.channels[id] != nil })?.key else { return false }
        apps[app]?.channels[id]?.attach(continuation, now: now)
        return true
    }

    /// - Returns: what the caller has to finish, as above.
    mutating func detachAll() -> [FollowedChannel.Stream.Continuation] {
        var followers: [FollowedChannel.Stream.Continuation] = []
        for (app, book) in apps {
            for id in book.order { followers += apps[app]?.channels[id]?.detach() ?? [] }
        }
        return followers
    }
}

/// What a simulator knows of the channel that a request names, and of its app.
struct ChannelStanding: Sendable, Hashable {
    /// `nil` when the app has no such channel.
    var storage: ChannelStorage?
    /// How many channels the app has.
    var count = 0
    var limit = 10_000
    /// Whether broadcasts are turned on for the app.
    var isEnabled = true
}
