import Foundation

/// Where a server is: `http://127.0.0.1:8787` or `https://push.example.org/bellhop`.
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
    public let isEncrypted: Bool
    /// A name or an IP address, without brackets.
    public let host: String
    public let port: Int
    /// What stands before every route, such as `/bellhop`; usually empty.
    public let prefix: String

    /// - Throws: ``ClientError/badAddress(_:)``, which says how to write it.
    public init(_ text: String) throws(ClientError) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            scheme == "http" || scheme == "https", let host = parts.host, !host.isEmpty
        else {
            throw .badAddress(
                "The server's address has to look like https://push.example.org or http://127.0.0.1:8787.")
        }
        guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil else {
            throw .badAddress("The server's address takes no user, query or fragment; the key is given on its own.")
        }
        let port = parts.port ?? (scheme == "https" ? 443 : 80)
        guard (1...65535).contains(port) else { throw .badAddress("The server's port has to be 1 to 65535.") }
        isEncrypted = scheme == "https"
        self.host = host.first == "[" && host.last == "]" ? String(host.dropFirst().dropLast()) : host
        self.port = port
        var prefix = parts.percentEncodedPath
        while prefix.last == "/" { prefix.removeLast() }
        self.prefix = prefix
    }

    /// As in the `Host` field (RFC 9110 §7.2): the port is left out where it is the scheme's own.
    public var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isEncrypted ? 443 : 80) ? name : "\(name):\(port)"
    }

    public var description: String { "\(isEncrypted ? "https" : "http")://\(authority)\(prefix)" }

    /// Whether a key sent there can be read on the way.
    public var sendsInClear: Bool { !isEncrypted && !isLoopback }

    /// Whether it is this machine, whatever DNS says (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3, RFC 6761 §6.3).
    public var isLoopback: Bool {
        if host.lowercased() == "localhost" || host == "::1" { return true }
        // A name may begin like an address: 127.0.0.1.example.org.
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// - Parameter target: a path that begins with `/`, with its query if it has one.
    func url(_ target: String) -> String { description + target }
}
