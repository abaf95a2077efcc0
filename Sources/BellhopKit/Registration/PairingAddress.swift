/// A server's address as typed or in a link, before any request is sent to it.
///
/// Parsing is strict, because a paired server can ask for approvals: no user name that could imitate a host, no letters
/// outside ASCII that could imitate others, no ambiguous number notation. An unencrypted address must be in the local
/// network.
public struct PairingAddress: Hashable, Sendable, CustomStringConvertible {
    public let isEncrypted: Bool
    /// The host shown before pairing: lower case, an IPv6 address without brackets, an internationalized name in its
    /// ASCII form (`xn--…`).
    public let host: String
    /// The port; `nil` for the scheme's default.
    public let port: Int?
    /// The path prefix of every route, such as `/bellhop`; usually empty.
    public let prefix: String

    /// - Parameter text: an address such as `https://bellhop.example.com` or `192.168.1.5:8787`. The default scheme is
    ///   `http` in the local network and `https` elsewhere.
    public init(_ text: String) throws(PairingProblem) {
        guard text.utf8.count <= Self.limit else { throw .notAnAddress }
        let (scheme, rest) = try Self.splitScheme(text[...])
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let (host, port) = try Self.splitPort(rest[..<slash])
        prefix = try Self.prefix(rest[slash...])
        self.host = host.lowercased()
        guard let place = PairingHost(self.host) else { throw .notAnAddress }
        isEncrypted = scheme.map { $0 == "https" } ?? !place.isLocal
        guard isEncrypted || place.isLocal else { throw .notEncrypted(host: self.host) }
        self.port = port == (isEncrypted ? 443 : 80) ? nil : port
    }

    /// The normalized address, as for ``AppIdentity/server``.
    public var description: String { "\(isEncrypted ? "https" : "http")://\(authority)\(prefix)" }

    /// The host and port of a URL.
    public var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port.map { "\(name):\($0)" } ?? name
    }

    /// The maximum length in bytes, longer than any real address.
    static let limit = 512

    // MARK: Parts

    private static func splitScheme(_ text: Substring) throws(PairingProblem) -> (scheme: String?, rest: Substring) {
        guard let colon = text.firstRange(of: "://") else { return (nil, text) }
        let scheme = text[..<colon.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { throw .notAnAddress }
        return (scheme, text[colon.upperBound...])
    }

    private static func splitPort(_ authority: Substring) throws(PairingProblem) -> (host: Substring, port: Int?) {
        var host = authority
        var port: Substring?
        if host.first == "[" {
            guard let end = host.firstIndex(of: "]") else { throw .notAnAddress }
            let after = host[host.index(after: end)...]
            guard after.isEmpty || after.first == ":" else { throw .notAnAddress }
            host = host[host.index(after: host.startIndex)..<end]
            // Brackets contain an IPv6 address only (RFC 3986 §3.2.2).
            guard host.contains(":") else { throw .notAnAddress }
            port = after.isEmpty ? nil : after.dropFirst()
        } else if let colon = host.firstIndex(of: ":") {
            port = host[host.index(after: colon)...]
            host = host[..<colon]
        }
        guard let port else { return (host, nil) }
        guard (1...5).contains(port.utf8.count), port.utf8.allSatisfy(ASCII.isDigit), let number = Int(port),
            (1...65_535).contains(number)
        else { throw .notAnAddress }
        return (host, number)
    }

    private static func prefix(_ path: Substring) throws(PairingProblem) -> String {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        // One trailing slash is ignored.
        let named = segments.last == "" ? segments.dropLast() : segments
        for segment in named {
            guard !segment.isEmpty, segment != ".", segment != "..", segment.utf8.allSatisfy(ASCII.isUnreserved) else {
                throw .notAnAddress
            }
        }
        return named.map { "/" + $0 }.joined()
    }
}

/// The reason why pairing is impossible.
public enum PairingProblem: Error, Hashable, Sendable {
    /// Not a pairing link.
    case notALink
    /// A pairing link with a missing, repeated or unreadable part.
    case broken
    /// The server's address is invalid.
    case notAnAddress
    /// The server is reached over the internet without encryption, so others could read the device's key.
    case notEncrypted(host: String)
    /// The code has an invalid form.
    case notACode
}

/// Classes of bytes.
enum ASCII {
    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

    static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }

    /// RFC 3986 §2.3.
    static func isUnreserved(_ byte: UInt8) -> Bool {
        isDigit(byte) || isLetter(byte)
            || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~")].contains(byte)
    }
}
