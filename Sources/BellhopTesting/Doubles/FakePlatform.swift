public import BellhopKit
public import BellhopModel
import Foundation

/// A server's event connections, one after the other.
public final class FakeEvents: EventPort, @unchecked Sendable {
    /// The error of a failed attempt.
    public struct Refused: Error {}

    private let lock = NSLock()
    // Guarded by `lock`.
    private var current: AsyncStream<ServerEvent>.Continuation?
    private var failures = 0
    private var isRevoked = false
    private var asked = 0
    private var keys: [String] = []
    private let connected = Gate()

    public init() {}

    /// The number of connection attempts that fail first.
    public func fail(_ count: Int) { lock.withLock { failures = count } }

    /// Makes the server respond 401 from now on.
    public func revoke() { lock.withLock { isRevoked = true } }

    /// The number of connection attempts.
    public var attempts: Int { lock.withLock { asked } }

    /// Returns when `count` connections have been made.
    public func connections(_ count: Int) async { await connected.arrived(count) }

    /// The keys of the connections, in order.
    public var usedKeys: [String] { lock.withLock { keys } }

    /// Sends an event to the connected app.
    public func send(_ event: ServerEvent) { lock.withLock { current }?.yield(event) }
    /// Ends the connection.
    public func drop() { lock.withLock { current }?.finish() }

    public func events(with key: Secret) async throws -> AsyncStream<ServerEvent> {
        let isUnauthorized = lock.withLock {
            asked += 1
            return isRevoked
        }
        if isUnauthorized { throw EventRefusal() }
        let isRefused = lock.withLock {
            if failures > 0 { failures -= 1; return true }
            return false
        }
        if isRefused { throw Refused() }
        let (stream, continuation) = AsyncStream.makeStream(of: ServerEvent.self)
        lock.withLock {
            current = continuation
            keys.append(key.reveal())
        }
        connected.open()
        await connected.pass()
        return stream
    }
}

/// The network state, set by a test.
public final class FakeReachability: ReachabilityPort {
    private let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)

    public init() {}

    /// Sets whether a network is available.
    public func set(_ isOnline: Bool) { continuation.yield(isOnline) }

    public func changes() -> AsyncStream<Bool> { stream }
}

/// Records the played haptics.
public actor FakeHaptics: HapticsPort {
    /// The played haptics, in order.
    public private(set) var played: [Haptic] = []

    public init() {}

    public func play(_ haptic: Haptic) async { played.append(haptic) }
}

/// The app's registration for remote notifications.
public actor FakePushes {
    /// The haptics that the kit requested, in order.
    public private(set) var calls: [Bool] = []

    public init() {}

    func set(_ isOn: Bool) { calls.append(isOn) }
}
