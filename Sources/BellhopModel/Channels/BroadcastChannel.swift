/// A channel that many devices follow with their Live Activities, and that one push updates for all (iOS 18).
///
/// APNs keeps it, up to 10,000 for each app and environment; Bellhop asks and remembers nothing.
public struct BroadcastChannel: Codable, Hashable, Sendable {
    public var id: ChannelID
    /// The app's bundle identifier.
    public var app: String
    /// A channel is known in one environment only.
    public var environment: PushEnvironment
    /// `nil` in lists, where APNs does not say.
    public var storage: ChannelStorage?

    public init(id: ChannelID, app: String, environment: PushEnvironment, storage: ChannelStorage? = nil) {
        self.id = id
        self.app = app
        self.environment = environment
        self.storage = storage
    }
}

/// What APNs keeps for devices that are away. Chosen when a channel is made, and never changed.
public enum ChannelStorage: String, Codable, Hashable, Sendable, CaseIterable {
    /// Nothing. Such a channel may be published to more often.
    case nothing = "none"
    /// The latest update, until it expires.
    case latest
}

/// What `POST /v1/channels` takes.
public struct ChannelRequest: Codable, Hashable, Sendable {
    public var app: String
    public var environment: PushEnvironment
    public var storage: ChannelStorage

    public init(app: String, environment: PushEnvironment, storage: ChannelStorage) {
        self.app = app
        self.environment = environment
        self.storage = storage
    }
}
