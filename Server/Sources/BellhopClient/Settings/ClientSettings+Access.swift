public import BellhopModel

/// A server and the key to call it with.
public struct ClientAccess: Hashable, Sendable {
    public var address: ServerAddress
    public var key: Secret
}

extension ClientSettings {
    /// What to call: each of address and key from the flag, else from the environment (`BELLHOP_URL`, `BELLHOP_KEY`), else
    /// from these settings.
    ///
    /// - Parameters:
    ///   - url: of the flag, if it was given.
    ///   - key: the same for the key.
    ///   - role: `admin` takes the admin's key from the settings.
    /// - Throws: ``ClientError`` that says where to write what is missing.
    public func access(
        url: String? = nil, key: Secret? = nil, as role: Role = .agent, environment: [String: String],
        file: SettingsFile
    ) throws(ClientError) -> ClientAccess {
        guard let text = url ?? environment.value("BELLHOP_URL") ?? self.url else {
            throw .badAddress(
                "No server is named: start one with `bellhop serve`, or give its address with --url, in BELLHOP_URL, or "
                    + "as `url` in \(file.path).")
        }
        let own = role == .admin ? adminKey : self.key
        guard let key = key ?? environment.value("BELLHOP_KEY").map(Secret.init) ?? own else {
            throw .noKey(
                role == .admin
                    ? "There is no admin key: give it in BELLHOP_KEY, or as `admin_key` in \(file.path), or run this on "
                        + "the server's own machine."
                    : "There is no key: give it in BELLHOP_KEY, or as `key` in \(file.path); `bellhop keys create` makes "
                        + "one.")
        }
        return ClientAccess(address: try ServerAddress(text), key: key)
    }
}
