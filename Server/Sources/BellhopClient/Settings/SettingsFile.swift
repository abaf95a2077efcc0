import BellhopFoundation

/// Where the settings are kept: one file that only its owner may read.
public struct SettingsFile: Hashable, Sendable {
    public let path: String

    public init(path: String) { self.path = path }

    /// `config.json` in the folder that `BELLHOP_CONFIG` names, else in `bellhop` below `XDG_CONFIG_HOME`, else in
    /// `~/.config/bellhop`; the same on macOS. A relative `XDG_CONFIG_HOME` is not used (XDG Base Directory Specification):
    /// which file that is would depend on the project a hook runs in.
    public init(environment: [String: String]) {
        let folder =
            environment.value("BELLHOP_CONFIG")
            ?? environment.value("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 + "/bellhop" : nil }
            ?? (environment.value("HOME") ?? URL.homeDirectory.path) + "/.config/bellhop"
        path = (folder.hasSuffix("/") ? folder : folder + "/") + "config.json"
    }

    /// What the file says; empty settings when there is none.
    ///
    /// - Throws: ``ClientError/badFile(path:reason:)``, which names the field.
    public func load() throws(ClientError) -> ClientSettings {
        guard let bytes = try PrivateFile(path: path).read() else { return ClientSettings() }
        do {
            return try ClientSettings(json: bytes)
        } catch {
            throw .badFile(path: path, reason: error.text)
        }
    }

    /// Replaces the file as a whole, readable by its owner alone (mode 0600).
    ///
    /// - Throws: ``ClientError/badFile(path:reason:)``.
    public func save(_ settings: ClientSettings) throws(ClientError) {
        guard let bytes = try? settings.json() else {
            throw .badFile(path: path, reason: "it cannot be written as JSON.")
        }
        try PrivateFile(path: path).write(bytes)
    }
}

extension [String: String] {
    /// A variable that is set to nothing counts as not set.
    package func value(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}
