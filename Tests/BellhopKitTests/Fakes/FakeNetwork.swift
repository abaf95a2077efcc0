import BellhopKit
import BellhopModel
import Foundation

/// Says what a test says about the network.
final class FakeReachability: ReachabilityPort {
    private let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)

    func set(_ isOnline: Bool) { continuation.yield(isOnline) }
    func changes() -> AsyncStream<Bool> { stream }
}

/// A server's event connections, one after the other.
final class FakeEvents: EventPort, @unchecked Sendable {
    struct Refused: Error {}

    private let lock = NSLock()
    // Guarded by `lock`.
    private var current: AsyncStream<Event>.Continuation?
    private var failures = 0
    private var isRevoked = false
    private var asked = 0
    private var connections = 0
    private var keys: [String] = []
    private let connected = Gate()

    /// So many attempts to connect fail first.
    func fail(_ count: Int) { lock.withLock { failures = count } }

    /// From now on the server answers 401.
    func revoke() { lock.withLock { isRevoked = true } }

    /// How often a connection was asked for.
    var attempts: Int { lock.withLock { asked } }

    /// Returns when so many connections were made.
    func connections(_ count: Int) async { await connected.arrived(count) }

    var usedKeys: [String] { lock.withLock { keys } }

    func send(_ event: Event) { lock.withLock { current }?.yield(event) }
    func drop() { lock.withLock { current }?.finish() }

    func events(with key: Secret) async throws -> AsyncStream<Event> {
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
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
        lock.withLock {
            current = continuation
            keys.append(key.reveal())
        }
        connected.open()
        await connected.pass()
        return stream
    }
}
