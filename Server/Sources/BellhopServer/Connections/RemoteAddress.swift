import Foundation
import NIOCore

/// The network that a connection comes from: one IPv4 address, or the /64 of an IPv6 address, which one host can use as
/// it likes (RFC 6177 §2).
struct RemoteAddress: Hashable, Sendable {
    /// The bytes that are compared; empty when the peer has no address.
    private let bytes: [UInt8]

    init(_ address: SocketAddress?) {
        switch address {
        case .v4(let address):
            bytes = withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
        case .v6(let address):
            let all = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
            // An IPv4 address in IPv6's form (RFC 4291 §2.5.5.2).
            let isMapped = all.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
            bytes = Array(isMapped ? all.suffix(4) : all.prefix(8))
        case .unixDomainSocket, nil:
            bytes = []
        }
    }
}
