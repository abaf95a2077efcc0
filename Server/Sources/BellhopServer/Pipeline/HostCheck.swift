/// Accepts only this server's own host names.
///
/// A web page can make a browser resolve the page's name to 127.0.0.1 and so call a server on the user's machine
/// ("DNS rebinding"). The browser still sends the page's name as `Host`, which identifies such a request.
struct HostCheck: Sendable {
    private let allowed: Set<String>

    /// - Parameter names: host names and addresses besides loopback, without port; IPv6 addresses with brackets or
    ///   without.
    init(names: [String]) {
        allowed = Set((["localhost", "127.0.0.1", "::1"] + names).map { Self.name($0.lowercased()) })
    }

    /// The form in a `Host` header: an IPv6 address in brackets (RFC 3986 §3.2.2).
    private static func name(_ host: String) -> String {
        host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    }

    /// - Parameter authority: the `Host` header or `:authority`, with or without port.
    func allows(_ authority: String?) -> Bool {
        authority.flatMap(Self.host(of:)).map(allowed.contains) ?? false
    }

    /// - Returns: `nil` unless `authority` is a host with an optional port (RFC 9110 §7.2), without user information.
    private static func host(of authority: String) -> String? {
        let text = authority.lowercased()
        let host: Substring
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[...end]
        } else {
            host = text.prefix { $0 != ":" }
        }
        let port = text[host.endIndex...]
        guard port.isEmpty || port.first == ":" && port.dropFirst().allSatisfy({ ("0"..."9").contains($0) }) else {
            return nil
        }
        return String(host)
    }
}
