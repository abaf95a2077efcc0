/// A broadcast channel: one push updates the Live Activities of all devices that subscribe to it (iOS 18).
///
/// APNs stores channels, up to 10,000 for each app and environment; Bellhop stores none.
public struct BroadcastChannel: Codable, Hashable, Sendable {
    public var id: ChannelID
    /// The app's bundle identifier.
    public var app: String
    /// The environment of the channel, which does not exist in the other one.
    public var environment: PushEnvironment
    /// `nil` in lists, because APNs does not report it there.
    public var storage: ChannelStorage?

    public init(id: ChannelID, app: String, environment: PushEnvironment, storage: ChannelStorage? = nil) {
        self.id = id
        self.app = app
        self.environment = environment
        self.storage = storage
    }
}

/// The message storage policy of a channel, for devices that are offline. Set on creation and immutable.
public enum ChannelStorage: String, Codable, Hashable, Sendable, CaseIterable {
    /// No storage. APNs allows a higher publishing rate for these channels.
    case nothing = "none"
    /// Stores the latest update until it expires.
    case latest
}

/// The body of `POST /v1/channels`.
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
