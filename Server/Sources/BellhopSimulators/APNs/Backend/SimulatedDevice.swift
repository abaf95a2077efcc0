public import BellhopModel

/// The registration of a device token with APNs.
public struct SimulatedDevice: Sendable, Hashable {
    public enum State: Sendable, Hashable {
        case active
        /// The app was deleted, or has registered again: requests get 410 `Unregistered`.
        case unregistered(since: Timestamp)
        /// Requests get 410 `ExpiredToken`.
        case expired(since: Timestamp)
    }

    public var token: DeviceToken
    /// The topic of the token with its suffix: a Live Activity's token has its own topic.
    public var topic: String
    public var environment: PushEnvironment
    public var registeredAt: Timestamp
    public var state: State

    public init(
        token: DeviceToken, topic: String, environment: PushEnvironment, registeredAt: Timestamp, state: State = .active
    ) {
        self.token = token
        self.topic = topic
        self.environment = environment
        self.registeredAt = registeredAt
        self.state = state
    }
}

/// The device tokens that a simulator accepts.
public enum DevicePolicy: Sendable, Hashable {
    /// Every well-formed token. A registered token must match its registration.
    case acceptAnyToken
    /// Registered tokens only; every other one is a `BadDeviceToken`.
    case registeredOnly
}

/// The registration of the token that a request names.
enum DeviceLookup: Sendable, Hashable {
    case unknown(DevicePolicy)
    case registered(SimulatedDevice)
}

/// A push delivered to a device.
public struct DeliveredPush: Sendable, Hashable {
    public var token: DeviceToken
    /// The header fields as the provider sent them, but with `id` always set.
    public var headers: PushHeaders
    /// The unchanged bytes of the JSON payload.
    public var payload: [UInt8]
    /// The time at which APNs accepted it, not the time of delivery.
    public var receivedAt: Timestamp

    public init(token: DeviceToken, headers: PushHeaders, payload: [UInt8], receivedAt: Timestamp) {
        self.token = token
        self.headers = headers
        self.payload = payload
        self.receivedAt = receivedAt
    }
}

/// The stored pushes of one device token, and its connection.
///
/// APNs stores one notification per topic for an offline device, the latest, and delivers it when the device
/// reconnects, unless it has expired (Apple, "Sending notification requests to APNs", Quality of Service).
struct APNsDeviceQueue: Sendable {
    typealias Stream = AsyncStream<DeliveredPush>

    /// The time for which a push without `apns-expiration` is stored ("30 days or less").
    static let defaultLifetime: Duration = .seconds(30 * 24 * 60 * 60)

    private struct Stored: Sendable {
        var push: DeliveredPush
        var expiresAt: Timestamp
    }

    private var stored: [String: Stored] = [:]
    /// The stream of the connected device. A closed stream is detected at the next push.
    private var device: Stream.Continuation?

    /// Delivers the push to a connected device, or stores it.
    mutating func deliver(_ push: DeliveredPush, store: Bool, now: Timestamp) {
        if let device {
            if case .enqueued = device.yield(push) { return }
            self.device = nil
        }
        guard store else { return }
        let topic = push.headers.topic ?? ""
        let expiresAt: Timestamp
        switch push.headers.lifetime ?? .serviceDefault {
        case .until(let time): expiresAt = time
        case .serviceDefault: expiresAt = now + Self.defaultLifetime
        case .oneAttempt: expiresAt = now
        }
        if expiresAt > now {
            stored[topic] = Stored(push: push, expiresAt: expiresAt)
        } else if let collapseID = push.headers.collapseID, stored[topic]?.push.headers.collapseID == collapseID {
            // The newer push will not be shown, but the one it replaces is outdated anyway.
            stored[topic] = nil
        }
    }

    /// Connects the device, which receives the stored pushes first, oldest first.
    ///
    /// - Returns: The replaced stream, which the caller must finish outside of its lock, because finishing runs foreign
    ///   code.
    mutating func attach(_ continuation: Stream.Continuation, now: Timestamp) -> Stream.Continuation? {
        let replaced = device
        device = continuation
        let due = stored.values.filter { $0.expiresAt > now }
        stored = [:]
        for item in due.sorted(by: { $0.push.receivedAt < $1.push.receivedAt }) { continuation.yield(item.push) }
        return replaced
    }

    /// Disconnects the device, if there is one.
    ///
    /// - Returns: The streams that the caller must finish.
    mutating func detach() -> Stream.Continuation? {
        defer { device = nil }
        return device
    }
}
