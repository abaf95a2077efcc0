/// The host of a server to pair with, and whether it is in the local network.
///
/// An unknown host counts as outside, because a wrong guess would cost encryption. ``HostKind``, which keeps downloads
/// from private networks, decides the other way.
struct PairingHost: Hashable, Sendable {
    /// `true` for this device or its local network.
    let isLocal: Bool

    /// - Parameter host: the host in lower case, an IPv6 address without brackets.
    /// - Returns: `nil` for an invalid host.
    init?(_ host: String) {
        if host.contains(":") {
            guard let groups = Self.ipv6(host) else { return nil }
            isLocal = Self.isLocal(groups)
            return
        }
        guard let labels = Self.labels(host), let last = labels.last else { return nil }
        // A name that ends in a number must be a full IPv4 address, because programs disagree about `127.1` and
        // `0x7f000001` (WHATWG URL, "ends in a number").
        if last.utf8.allSatisfy(ASCII.isDigit) || last.hasPrefix("0x") {
            guard let octets = Self.ipv4(labels) else { return nil }
            isLocal = Self.isLocal(octets)
        } else {
            // A single label is looked up in the local network only, `.local` by multicast (RFC 6762 §3); the others
            // are reserved for homes and offices (RFC 8375, ICANN's `.internal`).
            isLocal =
                labels.count == 1 || ["local", "localhost", "internal"].contains(String(last))
                || host.hasSuffix(".home.arpa")
        }
    }

    /// The labels of a host name (RFC 1123 §2.1); empty labels, including a trailing dot, are rejected.
    private static func labels(_ host: String) -> [Substring]? {
        guard host.utf8.count <= 253 else { return nil }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let areNames = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { ASCII.isDigit($0) || ASCII.isLetter($0) || $0 == UInt8(ascii: "-") }
        }
        return areNames ? labels : nil
    }

    // MARK: Addresses

    /// Four decimal numbers without leading zeros, which some programs read as octal.
    private static func ipv4(_ labels: [Substring]) -> [UInt8]? {
        guard labels.count == 4 else { return nil }
        let octets = labels.compactMap { label -> UInt8? in
            guard label.utf8.allSatisfy(ASCII.isDigit), label.utf8.count == 1 || label.first != "0" else { return nil }
            return UInt8(label)
        }
        return octets.count == 4 ? octets : nil
    }

    /// RFC 1918, RFC 3927 and loopback. Not RFC 6598 (100.64/10): a carrier's customers share that network.
    private static func isLocal(_ octets: [UInt8]) -> Bool {
        switch (octets[0], octets[1]) {
        case (10, _), (127, _), (172, 16...31), (192, 168), (169, 254): true
        default: false
        }
    }

    /// Eight groups (RFC 4291 §2.2), without zones and without IPv4 inside.
    private static func ipv6(_ text: String) -> [UInt16]? {
        guard text.utf8.allSatisfy({ ASCII.isHexDigit($0) || $0 == UInt8(ascii: ":") }) else { return nil }
        func groups(_ part: Substring) -> [UInt16]? {
            guard !part.isEmpty else { return [] }
            let words = part.split(separator: ":", omittingEmptySubsequences: false)
            let groups = words.compactMap { (1...4).contains($0.utf8.count) ? UInt16($0, radix: 16) : nil }
            return groups.count == words.count ? groups : nil
        }
        guard let gap = text.firstRange(of: "::") else {
            return groups(text[...]).flatMap { $0.count == 8 ? $0 : nil }
        }
        guard let head = groups(text[..<gap.lowerBound]), let tail = groups(text[gap.upperBound...]),
            head.count + tail.count < 8
        else { return nil }
        return head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
    }

    /// Loopback, unique local (RFC 4193) and link local.
    private static func isLocal(_ groups: [UInt16]) -> Bool {
        groups == [0, 0, 0, 0, 0, 0, 0, 1] || groups[0] & 0xFE00 == 0xFC00 || groups[0] & 0xFFC0 == 0xFE80
    }
}
