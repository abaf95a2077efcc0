public import BellhopModel

/// The channels of a simulated APNs, by app.
struct SimulatedChannels: Sendable {
    private struct App: Sendable {
        /// The channels in order of creation.
        var order: [ChannelID] = []
        var channels: [ChannelID: SimulatedChannel] = [:]
    }

    private var apps: [String: App] = [:]

    mutating func make(in app: String, storage: ChannelStorage) -> ChannelID? {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        guard let id = ChannelID(Base64.encode(bytes)) else { return nil }
        apps[app, default: App()].order.append(id)
        apps[app]?.channels[id] = SimulatedChannel(id: id, app: app, storage: storage)
        return id
    }

    /// - Returns: The subscribers, for the caller to finish after it has released its lock.
    mutating func delete(_ id: ChannelID, in app: String) -> [SimulatedChannel.Stream.Continuation] {
        apps[app]?.order.removeAll { $0 == id }
        var channel = apps[app]?.channels.removeValue(forKey: id)
        return channel?.detach() ?? []
    }

    func channels(of app: String) -> [ChannelID] { apps[app]?.order ?? [] }

    func storage(of id: ChannelID, in app: String) -> ChannelStorage? { apps[app]?.channels[id]?.storage }

    func lookup(of channel: String?, in app: String) -> ChannelLookup {
        ChannelLookup(
            storage: channel.flatMap(ChannelID.init).flatMap { storage(of: $0, in: app) },
            count: apps[app]?.order.count ?? 0)
    }

    mutating func publish(_ broadcast: DeliveredBroadcast, now: Timestamp) {
        apps[broadcast.app]?.channels[broadcast.channel]?.publish(broadcast, now: now)
    }

    /// - Returns: `true` if the channel exists.
    mutating func attach(_ continuation: SimulatedChannel.Stream.Continuation, to id: ChannelID, now: Timestamp) -> Bool
    {
        guard let app = apps.first(where: { $0.value.channels[id] != nil })?.key else { return false }
        apps[app]?.channels[id]?.attach(continuation, now: now)
        return true
    }

    /// - Returns: The streams that the caller must finish.
    mutating func detachAll() -> [SimulatedChannel.Stream.Continuation] {
        var subscribers: [SimulatedChannel.Stream.Continuation] = []
        for (app, book) in apps {
            for id in book.order { subscribers += apps[app]?.channels[id]?.detach() ?? [] }
        }
        return subscribers
    }
}

/// The channel that a request names and its app, as known to the simulator.
struct ChannelLookup: Sendable, Hashable {
    /// `nil` when the app has no such channel.
    var storage: ChannelStorage?
    /// The number of the app's channels.
    var count = 0
    var limit = 10_000
    /// True if broadcasts are enabled for the app.
    var isEnabled = true
}

/// A channel with its subscribers and its stored broadcast.
struct SimulatedChannel: Sendable {
    typealias Stream = AsyncStream<DeliveredBroadcast>

    /// The maximum time for which the latest message is stored (Apple, "Sending channel management requests to APNs").
    static let longestStorage: Duration = .seconds(8 * 60 * 60)

    let id: ChannelID
    let app: String
    let storage: ChannelStorage
    private var stored: (broadcast: DeliveredBroadcast, expiresAt: Timestamp)?
    private var subscribers: [Stream.Continuation] = []

    init(id: ChannelID, app: String, storage: ChannelStorage) {
        self.id = id
        self.app = app
        self.storage = storage
    }

    /// Sends a broadcast to all subscribers, and stores it if the channel and the broadcast allow that.
    mutating func publish(_ broadcast: DeliveredBroadcast, now: Timestamp) {
        subscribers.removeAll { if case .terminated = $0.yield(broadcast) { true } else { false } }
        guard storage == .latest, case .until(let moment) = broadcast.headers.lifetime, moment > now else { return }
        stored = (broadcast, min(moment, now + Self.longestStorage))
    }

    /// Adds a subscriber, which receives the stored broadcast first.
    mutating func attach(_ subscriber: Stream.Continuation, now: Timestamp) {
        if let stored, stored.expiresAt > now { subscriber.yield(stored.broadcast) }
        subscribers.append(subscriber)
    }

    /// - Returns: The subscribers, which the caller must finish outside of its lock, because finishing runs foreign
    ///   code.
    mutating func detach() -> [Stream.Continuation] {
        defer { subscribers = [] }
        return subscribers
    }
}

/// A broadcast received by the simulator, with its result.
public struct ReceivedBroadcast: Sendable, Hashable {
    /// The bundle identifier in the path.
    public var app: String
    /// The header fields as the provider sent them.
    public var headers: PushHeaders
    public var payload: [UInt8]
    public var receivedAt: Timestamp
    public var result: ReceivedPush.Result
}

/// A broadcast delivered to a subscribed device.
public struct DeliveredBroadcast: Sendable, Hashable {
    public var channel: ChannelID
    /// The app's bundle identifier.
    public var app: String
    /// The header fields as the provider sent them.
    public var headers: PushHeaders
    /// The unchanged bytes of the JSON payload.
    public var payload: [UInt8]
    /// The time at which APNs accepted it, not the time of delivery.
    public var receivedAt: Timestamp
}
