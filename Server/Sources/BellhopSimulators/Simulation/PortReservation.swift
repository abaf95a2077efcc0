import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Reserves a TCP port with a socket that is bound but not listening: the system refuses connections, and does not
/// assign the port to another process.
///
/// Linux permits listening with `SO_REUSEADDR` beside such a socket (socket(7)). Darwin does not, so nothing is
/// reserved there, and a closed port may be lost.
final class PortReservation: Sendable {
    private let descriptor: CInt

    /// - Returns: `nil` when the port cannot be reserved; the listener then reports the error.
    init?(_ address: SocketAddress) {
        #if os(Linux)
        descriptor = socket(CInt(address.protocol.rawValue), Self.stream, 0)
        guard descriptor >= 0 else { return nil }
        var isReusable: CInt = 1
        let size = socklen_t(MemoryLayout<CInt>.size)
        guard setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReusable, size) == 0,
            // A child process would keep the port reserved.
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
            address.withSockAddr({ bind(descriptor, $0, socklen_t($1)) }) == 0
        else { return nil }
        #else
        return nil
        #endif
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The reserved port, including one that the system chose.
    var port: Int? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isKnown = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) == 0 }
        }
        guard isKnown else { return nil }
        // The port has the same offset in IPv4 and IPv6 addresses, after the family (netinet/in.h).
        return withUnsafeBytes(of: storage) { Int(UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self))) }
    }

    #if canImport(Glibc)
    private static let stream = CInt(SOCK_STREAM.rawValue)
    #else
    private static let stream = SOCK_STREAM
    #endif
}
