import Foundation

/// A port of this machine at which nobody answers, and which the system gives to nobody else: bound, but not listening.
public final class ClosedPort: Sendable {
    public struct Unavailable: Error {}

    public let port: Int
    private let descriptor: CInt

    /// - Throws: ``Unavailable`` when the system gives no port.
    public init() throws {
        #if canImport(Glibc)
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { [descriptor] in
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        guard isBound else {
            close(descriptor)
            throw Unavailable()
        }
    }

    /// What would be a server's address there.
    public var url: String { "http://127.0.0.1:\(port)" }

    deinit { close(descriptor) }
}
