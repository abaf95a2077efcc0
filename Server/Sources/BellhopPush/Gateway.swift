public import BellhopModel

/// A service that delivers pushes to devices: APNs, FCM or Web Push.
///
/// A gateway makes one attempt and returns its outcome. Retries, backoff and records belong to the dispatcher.
public protocol Gateway: Sendable {
    /// Sends `push` once.
    ///
    /// Every call ends within the gateway's request deadline. Cancelling the task stops waiting for the response; the
    /// gateway may still have accepted the push.
    ///
    /// - Throws: ``UnknownResponse`` when no error table explains the response, or `CancellationError`.
    func send(_ push: Push) async throws -> Outcome

    /// Sends bulk pushes together, each once, which may cost less than sending each on its own. Other pushes overtake
    /// them.
    ///
    /// The request deadline applies to each push from the moment at which it is sent. Cancelling the task ends the wait
    /// for all of them.
    ///
    /// - Returns: The outcomes, or the errors of ``send(_:)-(Push)``, in the order of `batch`.
    func send(_ batch: [Push]) async -> [Result<Outcome, any Error>]
}

extension Gateway {
    /// Sends each push on its own, at most 256 at a time.
    public func send(_ batch: [Push]) async -> [Result<Outcome, any Error>] {
        await withTaskGroup(of: (Int, Result<Outcome, any Error>).self) { group in
            var results = [Result<Outcome, any Error>](repeating: .failure(CancellationError()), count: batch.count)
            func begin(_ index: Int) {
                group.addTask {
                    do { return (index, .success(try await send(batch[index]))) } catch {
                        return (index, .failure(error))
                    }
                }
            }
            for index in batch.indices.prefix(256) { begin(index) }
            var next = min(256, batch.count)
            while let (index, result) = await group.next() {
                results[index] = result
                if next < batch.count { begin(next) }
                next += 1
            }
            return results
        }
    }
}

/// A service that manages broadcast channels and publishes one push to all subscribers of a channel: APNs, from iOS 18.
///
/// Like a ``Gateway`` it makes one attempt and returns the outcome as a value. Every call ends within the gateway's
/// request deadline, and throws ``UnknownResponse`` when no error table explains the response, or `CancellationError`.
public protocol BroadcastGateway: Sendable {
    /// Creates a channel. Its storage policy cannot be changed later.
    ///
    /// When the response is lost, the channel may exist nevertheless; ``channels(of:in:)`` then lists it.
    func createChannel(
        of app: String, in environment: PushEnvironment, storage: ChannelStorage
    ) async throws -> ChannelResponse<ChannelID>

    /// Returns the storage policy of `channel`.
    func storage(
        of channel: ChannelID, of app: String, in environment: PushEnvironment
    ) async throws -> ChannelResponse<ChannelStorage>

    /// Lists every channel of `app`, in the gateway's order.
    func channels(of app: String, in environment: PushEnvironment) async throws -> ChannelResponse<[ChannelID]>

    /// Deletes `channel` permanently. Its subscribers receive nothing more.
    func deleteChannel(
        _ channel: ChannelID, of app: String, in environment: PushEnvironment
    ) async throws -> ChannelResponse<Void>

    /// Sends `broadcast` once, to every device that is subscribed to its channel.
    func publish(_ broadcast: BroadcastPush) async throws -> ChannelResponse<AcceptedPush>
}

/// A gateway's response to a request about channels.
public enum ChannelResponse<Value: Sendable>: Sendable {
    case done(Value)
    /// The channel does not exist in this app and environment, or was deleted.
    case unknownChannel(Reason)
    /// The gateway refuses the request permanently.
    case rejected(Rejection)
    /// The gateway cannot serve the request now. The same request may be sent again.
    case deferred(Deferral)
}

extension ChannelResponse: Equatable where Value: Equatable {}

/// One push to all subscribers of a channel.
public struct BroadcastPush: Sendable, Hashable {
    /// Stays the same over every attempt (`apns-request-id`).
    public var id: BroadcastID
    public var channel: ChannelID
    public var environment: PushEnvironment
    /// The app's bundle identifier.
    public var app: String
    /// Canonical JSON, at most `PayloadLimits.broadcast` bytes.
    public var payload: [UInt8]
    public var urgency: Urgency
    /// The time until which the channel stores the push for offline devices; `nil` for one attempt, the only choice for
    /// a channel without storage.
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

/// The certificate authorities that a gateway's client trusts.
public enum GatewayTrustRoots: Sendable, Hashable {
    /// The authorities that the operating system trusts.
    case system
    /// Only these certificates, as PEM text: for a simulator with its own authority.
    case pem(String)
}
