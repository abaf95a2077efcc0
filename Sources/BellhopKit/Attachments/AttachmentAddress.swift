import BellhopFoundation

/// An address from which an attachment may be fetched.
struct AttachmentAddress: Hashable, Sendable {
    let url: URL

    /// - Returns: `nil` if `limits` do not allow it. Checked for every redirect.
    init?(_ url: URL, _ limits: AttachmentLimits) {
        guard url.user == nil, url.password == nil, let scheme = url.scheme?.lowercased(),
            let host = url.host.map({ $0.filter { $0 != "[" && $0 != "]" } }), !host.isEmpty,
            host.utf8.count <= 253, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        let kind = HostKind(host)
        if let hosts = limits.hosts, !hosts.contains(host.lowercased()) { return nil }
        switch kind {
        case .loopback: guard limits.allowsLoopback else { return nil }
        case .privateNetwork: guard limits.allowsPrivateHosts else { return nil }
        case .everywhere: break
        }
        guard scheme == "https" || (scheme == "http" && kind == .loopback) else { return nil }
        self.url = url
    }

    /// The target of a redirect, if the limits allow it.
    /// - Parameter location: the value of the header (RFC 9110 §10.2.2), absolute or relative to this address.
    func following(_ location: String, _ limits: AttachmentLimits) -> Self? {
        guard location.utf8.count <= 2048, let next = URL(string: location, relativeTo: url) else { return nil }
        return Self(next.absoluteURL, limits)
    }
}

/// The kind of network of a host, by its name. Names are not resolved, so a public name may still resolve to a private
/// address.
enum HostKind: Hashable, Sendable {
    case everywhere, privateNetwork, loopback

    /// - Parameter host: a name or an address, without brackets.
    init(_ host: String) {
        let name = host.lowercased().hasSuffix(".") ? String(host.lowercased().dropLast()) : host.lowercased()
        if let address = Self.version4(name) {
            self = Self.kind(of: address)
        } else if let address = Self.version6(name) {
            self = Self.kind(of: address)
        } else if name == "localhost" || name.hasSuffix(".localhost") {
            self = .loopback
        } else if !name.contains(".") || Self.privateEndings.contains(where: name.hasSuffix) {
            self = .privateNetwork
        } else {
            self = .everywhere
        }
    }

    /// RFC 6762, RFC 8375, and names that routers and clouds use.
    private static let privateEndings = [".local", ".lan", ".home", ".internal", ".intranet", ".home.arpa", ".corp"]

    /// Parses every notation that the system's resolver accepts: `127.1`, `0x7f000001` and `2130706433` are equal.
    private static func version4(_ text: String) -> UInt32? {
        var address = in_addr()
        guard inet_aton(text, &address) != 0 else { return nil }
        return UInt32(bigEndian: address.s_addr)
    }

    private static func version6(_ text: String) -> [UInt8]? {
        var address = in6_addr()
        let bare = text.prefix { $0 != "%" }
        guard inet_pton(AF_INET6, String(bare), &address) == 1 else { return nil }
        return withUnsafeBytes(of: address) { Array($0) }
    }

    /// The IANA registry of special-purpose addresses (RFC 6890).
    private static func kind(of address: UInt32) -> Self {
        func isIn(_ network: UInt32, _ bits: UInt32) -> Bool { address >> (32 - bits) == network >> (32 - bits) }
        if isIn(0x7F00_0000, 8) { return .loopback }
        let networks: [(UInt32, UInt32)] = [
            (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0xA9FE_0000, 16), (0xAC10_0000, 12),
            (0xC000_0000, 24), (0xC0A8_0000, 16), (0xC612_0000, 15), (0xE000_0000, 4), (0xF000_0000, 4),
        ]
        return networks.contains { isIn($0.0, $0.1) } ? .privateNetwork : .everywhere
    }

    private static func kind(of address: [UInt8]) -> Self {
        let leading = address.prefix { $0 == 0 }.count
        if leading == 15, address[15] == 1 { return .loopback }
        if leading == 16 { return .privateNetwork }
        let last = address[12...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        // An embedded IPv4 address: mapped (RFC 4291 §2.5.5), or behind NAT64 (RFC 6052).
        if leading >= 10, address[10...11].allSatisfy({ $0 == 0xFF }) || leading >= 12 { return kind(of: last) }
        if address.starts(with: [0, 0x64, 0xFF, 0x9B]) { return kind(of: last) }
        // Unique local (RFC 4193), link local, site local, multicast.
        let isPrivate =
            address[0] & 0xFE == 0xFC || (address[0] == 0xFE && address[1] & 0x80 == 0x80) || address[0] == 0xFF
        return isPrivate ? .privateNetwork : .everywhere
    }
}
