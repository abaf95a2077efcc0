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
    /// The settings' key goes to the settings' server only: who names another one, be it a project's environment, has to
    /// name the key for it.
    ///
    /// - Parameters:
    ///   - url: of the flag, if it was given.
    ///   - key: the same for the key.
    ///   - role: `admin` takes the admin's key from the settings.
    ///   - fallback: the key where there is none else, known to be the server's.
    ///   - place: the file in which `fallback` was looked for, to be named when there is no key at all.
    /// - Throws: ``ClientError`` that says where to write what is missing.
    public func access(
        url: String? = nil, key: Secret? = nil, as role: Role = .agent, or fallback: Secret? = nil,
        from place: String? = nil, environment: [String: String], file: SettingsFile
    ) throws(ClientError) -> ClientAccess {
        guard let text = url ?? environment.value("BELLHOP_URL") ?? self.url else {
            throw .badAddress(
                "No server is named: start one with `bellhop serve`, or give its address with --url, in BELLHOP_URL, or "
                    + "as `url` in \(file.path).")
        }
        let address = try ServerAddress(text)
        if let trustFile, !isServer(at: address) {
            throw .badAddress(
                "\(trustFile) fixes the server as \(self.url ?? ""), and \(address) is another one: leave out --url and "
                    + "BELLHOP_URL.")
        }
        let own = role == .admin ? adminKey : self.key
        let isOwn = isServer(at: address)
        guard let key = key ?? environment.value("BELLHOP_KEY").map(Secret.init) ?? (isOwn ? own : nil) ?? fallback
        else {
            if own != nil {
                throw .noKey(
                    "The key in \(file.path) is that of \(self.url ?? "another server") and goes to no other: give the one "
                        + "for \(address) with --key or in BELLHOP_KEY.")
            }
            throw .noKey(
                role == .admin
                    ? Self.noAdminKey(file, place)
                    : "There is no key: give it in BELLHOP_KEY, or as `key` in \(file.path); `bellhop keys create` makes "
                        + "one.")
        }
        return ClientAccess(address: address, key: key)
    }

    private static func noAdminKey(_ file: SettingsFile, _ place: String?) -> String {
        let ways = "give it in BELLHOP_KEY, with --key, or as `admin_key` in \(file.path)"
        return place.map { "There is no admin key, and none that can be read in \($0): \(ways)." }
            ?? "There is no admin key: \(ways), or run this on the server's own machine."
    }

    /// Whether the settings' server is at `address`: the same scheme, host and port, or both on this machine, where one
    /// server has many names.
    func isServer(at address: ServerAddress) -> Bool {
        guard let url else { return true }
        guard let own = try? ServerAddress(url) else { return false }
        return own.isEncrypted == address.isEncrypted && own.port == address.port
            && (own.host.lowercased() == address.host.lowercased() || own.isLoopback && address.isLoopback)
    }
}
