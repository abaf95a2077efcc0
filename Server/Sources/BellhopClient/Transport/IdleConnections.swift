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
        let now = NIODeadline.now()
        let (found, tooOld) = idle.withLock { idle in
            let tooOld = idle.filter { !$0.connection.isOpen || now - $0.since > Self.longestWait }
            idle.removeAll { !$0.connection.isOpen || now - $0.since > Self.longestWait }
            return (idle.popLast()?.connection, tooOld)
        }
        for old in tooOld { old.connection.close() }
        return found
    }

    func put(_ connection: HTTPConnection) {
        idle.withLock { $0.append(Idle(connection: connection, since: .now())) }
    }
}
