import Foundation

/// An address that an attachment may be fetched from.
struct AttachmentAddress: Hashable, Sendable {
    let url: URL

    /// - Returns: `nil` unless `limits` allow it. Called for every hop.
    init?(_ url: URL, _ limits: AttachmentLimits) {
        guard url.user == nil, url.password == nil, let scheme = url.scheme?.lowercased(),
            let host = url.host.map({ $0.trimmingCharacters(in: ["[", "]"]) }), !host.isEmpty,
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
    /// - Parameter location: the header's value (RFC 9110 §10.2.2): relative to this address, or not.
    func following(_ location: String, _ limits: AttachmentLimits) -> Self? {
        guard location.utf8.count <= 2048, let next = URL(string: location, relativeTo: url) else { return nil }
        return Self(next.absoluteURL, limits)
    }
}
