public import BellhopModel

/// A device token as APNs knows it.
public struct SimulatedDevice: Sendable, Hashable {
    public enum State: Sendable, Hashable {
        case active
        /// The app was deleted, or registered anew: answered with 410 `Unregistered`.
        case unregistered(since: Timestamp)
        /// Answered with 410 `ExpiredToken`.
        case expired(since: Timestamp)
    }

    public var token: DeviceToken
    /// The topic that the token is for, suffix included: a Live Activity's token has one of its own.
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

/// Which device tokens a simulator takes.
public enum DevicePolicy: Sendable, Hashable {
    /// Every well-formed token. What is registered is still held to its registration.
    case acceptAnyToken
    /// Registered tokens only; every other is a `BadDeviceToken`.
    case registeredOnly
}

/// What a simulator knows of the token that a request names.
enum DeviceStanding: Sendable, Hashable {
    case unknown(DevicePolicy)
    case registered(SimulatedDevice)
}
