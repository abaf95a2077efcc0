import BellhopFoundation

/// The rule for HTTP redirects. A request carries the device's key, so only a GET is redirected, and only to the same
/// origin.
package enum RedirectRule {
    package static func allows(from origin: String, method: String, to target: String) -> Bool {
        guard method == "GET", let from = Origin(origin), let to = Origin(target) else { return false }
        return from == to
    }

    /// An origin (RFC 6454 §4).
    private struct Origin: Equatable {
        var scheme: String
        var host: String
        var port: Int

        init?(_ text: String) {
            guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), let host = url.host?.lowercased(),
                !host.isEmpty,
                url.user == nil, let usual = ["http": 80, "https": 443, "ws": 80, "wss": 443][scheme]
            else { return nil }
            (self.scheme, self.host, port) = (scheme, host, url.port ?? usual)
        }
    }
}
