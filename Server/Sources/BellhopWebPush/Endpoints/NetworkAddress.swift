/// An IPv4 or IPv6 address.
struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 or 16 bytes, in network order.
    let bytes: [UInt8]

    /// - Returns: `nil` unless there are 4 or 16 bytes.
    init?(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        guard self.bytes.count == 4 || self.bytes.count == 16 else { return nil }
    }

    /// The address as `inet_pton(3)` reads it.
    var description: String {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2)
            .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
            .joined(separator: ":")
    }

    /// `true` if the address may belong to a service on the internet, and to nothing else (IANA IPv4 and IPv6
    /// Special-Purpose Address Registries; RFC 6890).
    var isPublic: Bool { bytes.count == 4 ? isPublicIPv4 : isPublicIPv6 }

    private var isPublicIPv4: Bool { !Self.specialIPv4.contains { $0.contains(bytes) } }

    private var isPublicIPv6: Bool {
        // An IPv4 address behind NAT64 (RFC 6052 §2.1) is judged by itself.
        if Self.nat64.contains(bytes) { return NetworkAddress(bytes.suffix(4))?.isPublic == true }
        return Self.globalUnicast.contains(bytes) && !Self.specialIPv6.contains { $0.contains(bytes) }
    }

    /// The addresses with a common prefix.
    private struct Block: Sendable {
        let prefix: [UInt8]
        let bits: Int

        init(_ prefix: [UInt8], _ bits: Int) {
            self.prefix = prefix
            self.bits = bits
        }

        func contains(_ bytes: [UInt8]) -> Bool {
            let whole = bits / 8
            guard bytes.starts(with: prefix.prefix(whole)) else { return false }
            guard bits % 8 > 0 else { return true }
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> (bits % 8))
            return bytes[whole] & mask == prefix[whole] & mask
        }
    }

    private static let specialIPv4: [Block] = [
        Block([0], 8),  // this network
        Block([10], 8),  // private
        Block([100, 64], 10),  // shared by carrier-grade NAT
        Block([127], 8),  // loopback
        Block([168, 63, 129, 16], 32),  // the platform's services inside Azure
        Block([169, 254], 16),  // link-local, with the metadata of most clouds
        Block([172, 16], 12),  // private
        Block([192, 0, 0], 24),  // protocol assignments
        Block([192, 0, 2], 24),  // documentation
        Block([192, 88, 99], 24),  // 6to4 relays
        Block([192, 168], 16),  // private
        Block([198, 18], 15),  // benchmarks
        Block([198, 51, 100], 24),  // documentation
        Block([203, 0, 113], 24),  // documentation
        Block([224], 3),  // multicast, reserved and broadcast
    ]

    /// The only range with public hosts. Outside are loopback, unique local, link-local, multicast and mapped IPv4.
    private static let globalUnicast = Block([0x20], 3)
    private static let nat64 = Block([0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96)
    private static let specialIPv6: [Block] = [
        Block([0x20, 0x01, 0x00], 23),  // protocol assignments, such as Teredo, which contains IPv4
        Block([0x20, 0x01, 0x0D, 0xB8], 32),  // documentation
        Block([0x20, 0x02], 16),  // 6to4, which contains IPv4
        Block([0x3F, 0xFF, 0x00], 20),  // documentation
    ]
}
