#if Postgres
import BellhopTestSupport
import Dispatch
import Foundation

/// A Unix-domain socket before a PostgreSQL server, which can stop forwarding in both directions as a broken network
/// does: connections stay open, and nothing arrives.
final class PartitionProxy: Sendable {
    /// The folder of the socket.
    let folder: String
    private let listener: Int32
    private let gate = Gate()

    private final class Gate: @unchecked Sendable {
        // `condition` protects `isClosed`.
        private let condition = NSCondition()
        private var isClosed = false

        func set(isClosed: Bool) {
            condition.withLock {
                self.isClosed = isClosed
                condition.broadcast()
            }
        }

        /// Waits until it is open.
        func pass() {
            condition.withLock { while isClosed { condition.wait() } }
        }
    }

    init(_ server: PostgresServer) throws {
        folder = server.folder + "/partition-\(UInt16.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let path = folder + "/.s.PGSQL.5432"
        let target = server.folder + "/.s.PGSQL.5432"
        let listener = UnixRelay.socket(path) { bind($0, $1, $2) }
        self.listener = listener
        guard listener >= 0, listen(listener, 64) == 0 else {
            throw PostgresServer.Failure(description: "the proxy cannot listen at \(path)")
        }
        DispatchQueue(label: "proxy").async { [gate] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                DispatchQueue(label: "proxy connection").async {
                    gate.pass()
                    let upstream = UnixRelay.socket(target) { connect($0, $1, $2) }
                    UnixRelay.relay(client, upstream) { _, _ in
                        gate.pass()
                        return true
                    }
                }
            }
        }
    }

    deinit {
        gate.set(isClosed: false)
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    func cut() { gate.set(isClosed: true) }

    func heal() { gate.set(isClosed: false) }
}
#endif
