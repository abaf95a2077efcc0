import NIOCore
import Synchronization

/// Connections that wait for the next request.
final class IdleConnections: Sendable {
    private struct Idle {
        let connection: HTTPConnection
        let since: NIODeadline
    }

    private let idle = Mutex<[Idle]>([])

    /// One that has waited longer may have been forgotten by something on the way, which tells nobody.
    private static let longestWait = TimeAmount.seconds(15)

    /// - Returns: the one that was used last, or `nil` when there is none.
    func take() -> HTTPConnection? {
        let oldest = NIODeadline.now() - Self.longestWait
        let (found, others) = idle.withLock { idle in
            let others = idle.filter { !$0.connection.isOpen || $0.since < oldest }
            idle.removeAll { !$0.connection.isOpen || $0.since < oldest }
            return (idle.popLast()?.connection, others)
        }
        for other in others { other.connection.close() }
        return found
    }

    func put(_ connection: HTTPConnection) {
        idle.withLock { $0.append(Idle(connection: connection, since: .now())) }
    }
}
