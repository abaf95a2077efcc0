public import BellhopFoundation

/// The server's address, shared by everything that calls it, because a device may be paired with another server while the
/// app runs.
public final class ServerLocation: @unchecked Sendable {
    private let lock = Lock()
    // Guarded by `lock`.
    private var present: (server: String, url: URL?)

    /// - Parameter url: `nil` while the device is not paired.
    public init(_ url: URL? = nil) { present = (url?.absoluteString ?? "", url) }

    public var url: URL? {
        get { lock.withLock { present.url } }
        set { lock.withLock { present = (newValue?.absoluteString ?? "", newValue) } }
    }

    /// The address as it was entered, under which the device's registration is stored; a `URL` may spell it differently.
    /// Empty without a server.
    public var server: String {
        get { lock.withLock { present.server } }
        set { lock.withLock { present = (newValue, URL(string: newValue)) } }
    }

    /// - Parameter path: percent-encoded, with its query.
    /// - Throws: ``NoServerAddress`` without a server, or when the address is invalid.
    package func url(for path: String, webSocket: Bool = false) throws(NoServerAddress) -> URL {
        guard let base = url, var parts = URLComponents(url: base, resolvingAgainstBaseURL: false),
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme)
        else { throw NoServerAddress() }
        if webSocket { parts.scheme = scheme == "https" ? "wss" : "ws" }
        let asked = path.split(separator: "?", maxSplits: 1)
        let folder =
            parts.percentEncodedPath.hasSuffix("/")
            ? String(parts.percentEncodedPath.dropLast()) : parts.percentEncodedPath
        parts.percentEncodedPath = folder + (asked.first ?? "")
        parts.percentEncodedQuery = asked.count == 2 ? String(asked[1]) : nil
        guard let url = parts.url else { throw NoServerAddress() }
        return url
    }
}

/// There is no server address, or it is not an HTTP URL.
package struct NoServerAddress: Error, Hashable, CustomStringConvertible {
    package var description: String { "the device has no valid server address" }
}
