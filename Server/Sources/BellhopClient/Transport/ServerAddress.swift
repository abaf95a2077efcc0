import BellhopFoundation

/// The address of a server: `http://127.0.0.1:8787` or `https://push.example.org/bellhop`.
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
    public let isEncrypted: Bool
    /// A name as DNS has it (RFC 5890 §2.3.2.1), or an IP address without brackets, with its zone if it has one:
    /// `fe80::1%eth0`.
    public let host: String
    public let port: Int
    /// The prefix of every route, such as `/bellhop`; usually empty.
    public let prefix: String

    /// - Throws: ``ClientError/badAddress(_:)`` with the accepted form.
    public init(_ text: String) throws(ClientError) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            scheme == "http" || scheme == "https", let host = Self.host(of: parts)
        else {
            throw .badAddress(
                "The server's address must have the form https://push.example.org or http://127.0.0.1:8787.")
        }
        guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil else {
            throw .badAddress(
                "The server's address must not contain a user, query or fragment; give the key separately.")
        }
        let port = parts.port ?? (scheme == "https" ? 443 : 80)
        guard (1...65535).contains(port) else { throw .badAddress("The server's port must be 1 to 65535.") }
        isEncrypted = scheme == "https"
        self.host = host
        self.port = port
        var prefix = parts.percentEncodedPath
        while prefix.last == "/" { prefix.removeLast() }
        self.prefix = prefix
    }

    private static func host(of parts: URLComponents) -> String? {
        guard let text = parts.encodedHost, !text.isEmpty else { return nil }
        // The percent sign of a zone is escaped in a URL (RFC 6874 §2); host names contain no escapes.
        if text.first == "[" && text.last == "]" {
            return String(text.dropFirst().dropLast()).replacing("%25", with: "%")
        }
        return text.contains("%") ? nil : text
    }

    /// The name to verify in the server's certificate; `nil` for an IP address, which is not a server name (RFC 6066
    /// §3) and is compared with the peer's address.
    var serverName: String? {
        if host.contains(":") || isIPv4 { return nil }
        return host.last == "." ? String(host.dropLast()) : host
    }

    private var isIPv4: Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }

    /// The value of the `Host` field (RFC 9110 §7.2), without a zone, which is local to this machine (RFC 6874 §4).
    public var authority: String { withPort(host.contains(":") ? "[\(host.prefix { $0 != "%" })]" : host) }

    public var description: String {
        let name = host.contains(":") ? "[\(host.replacing("%", with: "%25"))]" : host
        return "\(isEncrypted ? "https" : "http")://\(withPort(name))\(prefix)"
    }

    /// Appends the port unless it is the scheme's default.
    private func withPort(_ name: String) -> String {
        port == (isEncrypted ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// `true` when a key would be sent unencrypted over a network.
    public var sendsInClear: Bool { !isEncrypted && !isLoopback }

    /// `true` for this machine, independent of DNS (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3, RFC 6761 §6.3).
    public var isLoopback: Bool {
        if host.lowercased() == "localhost" || host == "::1" { return true }
        // A name may begin like an address: 127.0.0.1.example.org.
        return isIPv4 && host.hasPrefix("127.")
    }

    /// - Parameter target: a path that begins with `/`, with its query if any.
    func url(_ target: String) -> String { description + target }
}
