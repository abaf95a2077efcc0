public import BellhopModel

/// Reports the availability of the network.
public protocol ReachabilityPort: Sendable {
    /// The present state first, then every change, until the reader stops. A hint, not the truth: only a request shows
    /// whether the server can be reached.
    func changes() -> AsyncStream<Bool>
}

/// Lets the person feel that something happened (`UINotificationFeedbackGenerator`).
public protocol HapticsPort: Sendable {
    func play(_ haptic: Haptic) async
}

/// The three kinds of `UINotificationFeedbackGenerator.FeedbackType`.
public enum Haptic: String, Hashable, Sendable, CaseIterable {
    case success, warning, error
}

/// The server's events, as they happen.
public protocol EventPort: Sendable {
    /// Connects with the device's key (`GET /v1/events`).
    ///
    /// - Returns: the events, until the connection ends or the reader stops.
    /// - Throws: ``EventRefusal`` when the server turned the key down; anything else when no connection could be made.
    func events(with key: Secret) async throws -> AsyncStream<ServerEvent>
}

/// The server answered 401 to the device's key: to try again with it is of no use.
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
