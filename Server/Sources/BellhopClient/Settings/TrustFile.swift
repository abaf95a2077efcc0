package import BellhopFoundation
import BellhopModel

/// The server and the pinned devices as configured by the machine's administrator: `/etc/bellhop/trust.json`.
///
/// It overrides every configuration file, variable and option, because an agent can change those but not this file.
/// It has the fields `url` and `devices` of `config.json`.
package struct TrustFile: Hashable, Sendable {
    package static let system = TrustFile(path: "/etc/bellhop/trust.json")

    package let path: String
    private let owner: uid_t

    /// - Parameter owner: the required owner of the file and its folder; root by default.
    package init(path: String, owner: uid_t = 0) {
        self.path = path
        self.owner = owner
    }

    /// - Returns: `nil` when there is no such file.
    /// - Throws: ``ClientError/badFile(path:reason:)`` also when other users can write it.
    package func load() throws(ClientError) -> ClientSettings? {
        guard let bytes = try PrivateFile(path: path).read() else { return nil }
        try check(path, "it")
        try check(PrivateFolder(of: path).path, "its folder")
        let settings: ClientSettings
        do {
            settings = try ClientSettings(json: bytes)
        } catch {
            throw .badFile(path: path, reason: error.text)
        }
        guard settings.url != nil else { throw .badFile(path: path, reason: "url: a text expected.") }
        return settings
    }

    private func check(_ path: String, _ name: String) throws(ClientError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .badFile(path: self.path, reason: "\(name) cannot be examined.") }
        guard status.st_uid == owner, status.st_mode & S_IFMT != S_IFLNK, status.st_mode & 0o022 == 0 else {
            throw .badFile(
                path: self.path,
                reason:
                    "\(name) must be owned by root, be writable only by root (chown root, chmod go-w), and not be a "
                    + "symbolic link.")
        }
    }
}

extension ClientSettings {
    /// These settings, overridden by the administrator's file.
    ///
    /// - Throws: ``ClientError/badFile(path:reason:)``.
    package func governed(by file: TrustFile) throws(ClientError) -> ClientSettings {
        guard let fixed = try file.load() else { return self }
        var settings = self
        // A key is sent only to its own server.
        if let address = try? ServerAddress(fixed.url ?? ""), !isServer(at: address) {
            (settings.key, settings.adminKey) = (nil, nil)
        }
        (settings.url, settings.devices, settings.trustFile) = (fixed.url, fixed.devices, file.path)
        return settings
    }
}
