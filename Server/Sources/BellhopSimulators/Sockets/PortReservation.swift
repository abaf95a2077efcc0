import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Holds a TCP port: bound, but not listening, so that whoever connects is refused, and the system gives the port to
/// nobody else until somebody listens again.
///
/// Linux lets one who asks for `SO_REUSEADDR` listen beside such a socket (socket(7)). Darwin does not, so that there
/// nothing is held: a port that is closed for a while may be gone.
final class PortReservation: Sendable {
    private let descriptor: CInt

    /// - Returns: `nil` when the port cannot be held; whoever listens will be told why.
    init?(_ address: SocketAddress) {
        #if os(Linux)
        descriptor = socket(CInt(address.protocol.rawValue), Self.stream, 0)
        guard descriptor >= 0 else { return nil }
        var isReusable: CInt = 1
        let size = socklen_t(MemoryLayout<CInt>.size)
        guard setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReusable, size) == 0,
            // A child process would hold the port for longer.
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
            address.withSockAddr({ bind(descriptor, $0, socklen_t($1)) }) == 0
        else { return nil }
        #else
        return nil
        #endif
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The port, also where the system chose it.
    var port: Int? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isKnown = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) == 0 }
        }
        guard isKnown else { return nil }
        // IPv4 and IPv6 have the port at the same place, after the family (netinet/in.h).
        return withUnsafeBytes(of: storage) { Int(UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self))) }
    }

    #if canImport(Glibc)
    private static let stream = CInt(SOCK_STREAM.rawValue)
    #else
    private static let stream = SOCK_STREAM
    #endif
}
