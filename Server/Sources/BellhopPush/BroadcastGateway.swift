public import BellhopModel

/// A service that keeps channels which many devices follow, and takes one push for all of them: APNs, from iOS 18.
///
/// Like a ``Gateway`` it makes one attempt and says what came of it as a value. Every call ends within the gateway's
/// request deadline, and throws ``UnknownResponse`` when no table explains the answer, or `CancellationError`.
public protocol BroadcastGateway: Sendable {
    /// Makes a channel. Its storage cannot be changed later.
    ///
    /// When the answer is lost the channel may exist all the same: it is in ``channels(of:in:)`` then.
    func createChannel(
        of app: String, in environment: PushEnvironment, storage: ChannelStorage
    ) async throws -> ChannelResponse<ChannelID>

    /// What `channel` stores.
    func storage(
        of channel: ChannelID, of app: String, in environment: PushEnvironment
    ) async throws -> ChannelResponse<ChannelStorage>

    /// Every channel of `app`, in the gateway's order.
    func channels(of app: String, in environment: PushEnvironment) async throws -> ChannelResponse<[ChannelID]>

    /// Deletes `channel`, for good. Who follows it hears nothing more.
    func deleteChannel(
        _ channel: ChannelID, of app: String, in environment: PushEnvironment
    ) async throws -> ChannelResponse<Void>

    /// Sends `broadcast` once, to every device that follows its channel.
    func publish(_ broadcast: Broadcast) async throws -> ChannelResponse<Acceptance>
}

/// What a gateway said to a request about channels.
public enum ChannelResponse<Value: Sendable>: Sendable {
    case done(Value)
    /// There is no such channel in this app and environment, or none any longer.
    case unknownChannel(Reason)
    /// The gateway will not do it, now or later.
    case rejected(Rejection)
    /// Not now. The same request may be sent again.
    case deferred(Deferral)
}

extension ChannelResponse: Equatable where Value: Equatable {}

/// One push for everybody who follows a channel.
public struct Broadcast: Sendable, Hashable {
    /// Stays the same over every attempt (`apns-request-id`).
    public var id: BroadcastID
    public var channel: ChannelID
    public var environment: PushEnvironment
    /// The app's bundle identifier.
    public var app: String
    /// Canonical JSON, at most `PayloadLimits.broadcast` bytes.
    public var payload: [UInt8]
    public var urgency: Urgency
    /// Until when the channel keeps it for devices that are away; `nil` for one attempt, which is all that a channel
    /// without storage takes.
    public var expiration: Timestamp?

    public init(
        id: BroadcastID, channel: ChannelID, environment: PushEnvironment, app: String, payload: [UInt8],
        urgency: Urgency = .immediate, expiration: Timestamp? = nil
    ) {
        self.id = id
        self.channel = channel
        self.environment = environment
        self.app = app
        self.payload = payload
        self.urgency = urgency
        self.expiration = expiration
    }
}
