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
        let listener = Self.socket(path) { bind($0, $1, $2) }
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
                    let upstream = Self.socket(target) { connect($0, $1, $2) }
                    Self.relay(client, upstream) { bytes in
                        guard bytes.firstRange(of: Array("COMMIT\0".utf8)) != nil, cut.set() else { return true }
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

    /// Copies bytes until one side closes, or until `check` returns `false` for bytes of the client, whose connection
    /// is then closed, or `nil`, which leaves it open.
    private static func relay(_ client: Int32, _ upstream: Int32, check: ([UInt8]) -> Bool?) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            var entries = [client, upstream].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            _ = poll(&entries, 2, -1)
            for (index, entry) in entries.enumerated() where entry.revents != 0 {
                let count = read(entry.fd, &buffer, buffer.count)
                guard count > 0 else {
                    close(client)
                    close(upstream)
                    return
                }
                let bytes = Array(buffer[..<count])
                if index == 0 {
                    guard let goesOn = check(bytes) else { return }
                    guard goesOn else {
                        close(client)
                        return
                    }
                }
                _ = write(index == 0 ? upstream : client, bytes, bytes.count)
            }
        }
    }

    private static func socket(
        _ path: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        #if canImport(Darwin)
        let descriptor = Foundation.socket(AF_UNIX, SOCK_STREAM, 0)
        #else
        let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let result = withUnsafeBytes(of: &address) {
            use(descriptor, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        }
        return result == 0 ? descriptor : -1
    }
}
#endif
