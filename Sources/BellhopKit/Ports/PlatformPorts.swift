public import BellhopModel

/// Reports the availability of the network.
public protocol ReachabilityPort: Sendable {
    /// The current state first, then every change, until the reader stops. It is only a hint: only a request shows
    /// whether the server is reachable.
    func changes() -> AsyncStream<Bool>
}

/// Plays haptic feedback (`UINotificationFeedbackGenerator`).
public protocol HapticsPort: Sendable {
    func play(_ haptic: Haptic) async
}

/// The three kinds of `UINotificationFeedbackGenerator.FeedbackType`.
public enum Haptic: String, Hashable, Sendable, CaseIterable {
    case success, warning, error
}

/// The stream of the server's events.
public protocol EventPort: Sendable {
    /// Connects with the device's key (`GET /v1/events`).
    ///
    /// - Returns: the events, until the connection ends or the reader stops.
    /// - Throws: ``EventRefusal`` when the server rejected the key; any other error when it cannot connect.
    func events(with key: Secret) async throws -> AsyncStream<ServerEvent>
}

/// The server answered 401 to the device's key, so a retry with it is pointless.
public struct EventRefusal: Error, Hashable, Sendable {
    public init() {}
}

/// The source of randomness for jitter.
public protocol RandomnessPort: Sendable {
    func next() -> UInt64
}

/// The system's source of randomness.
public struct SystemRandomness: RandomnessPort {
    public init() {}

    public func next() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}
