import BellhopFoundation

/// The settings file, readable by its owner only.
public struct SettingsFile: Hashable, Sendable {
    public let path: String
    /// The reason for rejecting the file: its path would depend on the working directory.
    package let problem: String?

    public init(path: String) {
        self.path = path
        problem = path.hasPrefix("/") ? nil : "this is a relative path; give one that begins with /."
    }

    /// `config.json` in `folder`, the argument of `--config`.
    package init(folder: String) { self.init(folder: folder, namedBy: "--config") }

    /// `config.json` in the folder `BELLHOP_CONFIG`, otherwise in `bellhop` below `XDG_CONFIG_HOME`, otherwise in
    /// `~/.config/bellhop`; the same on macOS.
    ///
    /// A relative folder is rejected when the file is used. An agent reads variables from a project's checked-in
    /// settings, and a file in the project could name another server and other devices.
    public init(environment: [String: String]) {
        if let folder = environment.value("BELLHOP_CONFIG") {
            self.init(folder: folder, namedBy: "BELLHOP_CONFIG")
        } else if let folder = environment.value("XDG_CONFIG_HOME") {
            self.init(folder: folder + "/bellhop", namedBy: "XDG_CONFIG_HOME")
        } else {
            self.init(
                folder: (environment.value("HOME") ?? URL.homeDirectory.path) + "/.config/bellhop", namedBy: "HOME")
        }
    }

    private init(folder: String, namedBy name: String) {
        path = (folder.hasSuffix("/") ? folder : folder + "/") + "config.json"
        problem = folder.hasPrefix("/") ? nil : "\(name) is a relative path; give one that begins with /."
    }

    /// The folder of the file, for `--config`.
    package var folder: String { PrivateFolder(of: path).path }

    /// Reads the settings; they are empty without a file.
    ///
    /// - Throws: ``ClientError/badFile(path:reason:)``, which names the field.
    public func load() throws(ClientError) -> ClientSettings {
        try checkPath()
        guard let bytes = try PrivateFile(path: path).read() else { return ClientSettings() }
        do {
            return try ClientSettings(json: bytes)
        } catch {
            throw .badFile(path: path, reason: error.text)
        }
    }

    /// Replaces the file atomically, readable by its owner only (mode 0600).
    ///
    /// - Throws: ``ClientError/badFile(path:reason:)``.
    public func save(_ settings: ClientSettings) throws(ClientError) {
        try checkPath()
        guard let bytes = try? settings.json() else {
            throw .badFile(path: path, reason: "it cannot be written as JSON.")
        }
        try PrivateFile(path: path).write(bytes)
    }

    private func checkPath() throws(ClientError) {
        if let problem { throw .badFile(path: path, reason: problem) }
    }
}

extension [String: String] {
    /// The value of a variable; an empty one counts as unset.
    package func value(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}
