#if Postgres
import BellhopTestSupport
import Dispatch
import Foundation
import Synchronization

/// A Unix-domain socket before a server that cuts the connection of the first COMMIT. Other connections pass.
final class CommitProxy: Sendable {
    enum Loss {
        /// The server receives COMMIT, and its reply is lost.
        case reply
        /// COMMIT is lost, and the server notices that the connection is lost.
        case commit
        /// COMMIT is lost, and the server does not notice.
        case commitUnnoticed
        /// The server receives COMMIT, and its reply is lost while the connection stays open.
        case replyUnnoticed
    }

    /// The folder of the socket.
    let folder: String
    private let listener: Int32

    private final class Flag: Sendable {
        private let value = Atomic(false)

        /// Indicates whether this is the first call.
        func set() -> Bool { !value.exchange(true, ordering: .relaxed) }
    }

    /// - Parameters:
    ///   - isClosed: refuses connections after the cut.
    ///   - whenCut: called before the client loses its connection.
    init(
        _ server: PostgresServer, losing loss: Loss, isClosed: Bool = false,
        whenCut: @escaping @Sendable () throws -> Void = {}
    ) throws {
        folder = server.folder + "/proxy-\(UInt16.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let path = folder + "/.s.PGSQL.5432"
        let listener = UnixRelay.socket(path) { bind($0, $1, $2) }
        self.listener = listener
        guard listener >= 0, listen(listener, 16) == 0 else {
            throw PostgresServer.Failure(description: "the proxy cannot listen at \(path)")
        }
        let target = server.folder + "/.s.PGSQL.5432"
        let cut = Flag()
        DispatchQueue(label: "proxy").async {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                DispatchQueue(label: "proxy connection").async {
                    let upstream = UnixRelay.socket(target) { connect($0, $1, $2) }
                    UnixRelay.relay(client, upstream) { isFromClient, bytes in
                        guard isFromClient, bytes.firstRange(of: Array("COMMIT\0".utf8)) != nil, cut.set() else {
                            return true
                        }
                        if loss == .reply || loss == .replyUnnoticed {
                            var reply = [UInt8](repeating: 0, count: 4096)
                            _ = write(upstream, bytes, bytes.count)
                            _ = read(upstream, &reply, reply.count)
                        }
                        if isClosed { unlink(path) }
                        if loss == .replyUnnoticed { return nil }
                        if loss != .commitUnnoticed { close(upstream) }
                        try? whenCut()
                        return false
                    }
                }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}
#endif
