public import BellhopModel

/// The server settings of the command line tool and the hooks, stored in `config.json`.
///
/// Fields that this version does not know are kept when the file is written again.
public struct ClientSettings: Hashable, Sendable {
    /// The server's address.
    public var url: String?
    /// The agent's key.
    public var key: Secret?
    /// The admin key, if this user also manages the server.
    public var adminKey: Secret?
    /// The data folder of the server that wrote this file, if it runs on this machine.
    public var dataFolder: String?
    public var simulator: Simulator?
    /// The devices whose answers are trusted, recorded when they were paired.
    public var devices: [KnownDevice]
    /// The path of the administrator's file that pins the server and the devices; `nil` without one. Not stored.
    public package(set) var trustFile: String?
    /// The unknown fields, unchanged.
    var others: [String: JSONValue]

    public init(
        url: String? = nil, key: Secret? = nil, adminKey: Secret? = nil, dataFolder: String? = nil,
        simulator: Simulator? = nil, devices: [KnownDevice] = []
    ) {
        self.url = url
        self.key = key
        self.adminKey = adminKey
        self.dataFolder = dataFolder
        self.simulator = simulator
        self.devices = devices
        others = [:]
    }

    /// The simulated APNs on this machine to which the server pushes.
    public struct Simulator: Hashable, Sendable {
        /// The port on 127.0.0.1 to which phones in other processes connect.
        public var phonePort: Int
        var others: [String: JSONValue] = [:]

        public init(phonePort: Int) { self.phonePort = phonePort }
    }

    /// A paired device, with the data for verifying its answers.
    public struct KnownDevice: Hashable, Sendable, Identifiable {
        public let id: DeviceID
        public var name: String
        /// P-256: 65 bytes, uncompressed point (SEC 1 §2.3.3).
        public var publicKey: [UInt8]
        /// The storage of the signing key, as the device declared it.
        public var keyStorage: KeyStorage?
        var others: [String: JSONValue] = [:]

        public init(id: DeviceID, name: String, publicKey: [UInt8], keyStorage: KeyStorage? = nil) {
            self.keyStorage = keyStorage
            self.id = id
            self.name = name
            self.publicKey = publicKey
        }
    }
}

extension ClientSettings: CustomStringConvertible, CustomReflectable {
    /// A description without the unknown fields, which may be secrets of a later version.
    public var description: String { "ClientSettings(url: \(url ?? "none"), \(devices.count) devices)" }
    public var customMirror: Mirror { Mirror(self, children: ["url": url as Any, "devices": devices.count]) }
}

/// A server and the key to call it with.
public struct ClientAccess: Hashable, Sendable {
    public var address: ServerAddress
    public var key: Secret
}

extension ClientSettings {
    /// Resolves the server to call. Address and key each come from the option, then from the environment
    /// (`BELLHOP_URL`, `BELLHOP_KEY`), then from these settings.
    ///
    /// The settings' key is sent only to the settings' server. Another server, such as one in a project's environment,
    /// requires its own key.
    ///
    /// - Parameters:
    ///   - url: the option's address, if given.
    ///   - key: the option's key, if given.
    ///   - role: `admin` selects the admin key of the settings.
    ///   - fallback: a key of this server, used if no other is given.
    ///   - place: the file of `fallback`, named in the error when no key is found.
    /// - Throws: ``ClientError`` that says where to configure the missing value.
    public func access(
        url: String? = nil, key: Secret? = nil, as role: Role = .agent, or fallback: Secret? = nil,
        from place: String? = nil, environment: [String: String], file: SettingsFile
    ) throws(ClientError) -> ClientAccess {
        guard let text = url ?? environment.value("BELLHOP_URL") ?? self.url else {
            throw .badAddress(
                "No server is configured: start one with `bellhop serve`, or give its address with --url, in BELLHOP_URL, or "
                    + "as `url` in \(file.path).")
        }
        let address = try ServerAddress(text)
        if let trustFile, !isServer(at: address) {
            throw .badAddress(
                "\(trustFile) allows only the server \(self.url ?? ""), not \(address): leave out --url and BELLHOP_URL."
            )
        }
        let own = role == .admin ? adminKey : self.key
        let isOwn = isServer(at: address)
        guard let key = key ?? environment.value("BELLHOP_KEY").map(Secret.init) ?? (isOwn ? own : nil) ?? fallback
        else {
            if own != nil {
                throw .noKey(
                    "The key in \(file.path) is for \(self.url ?? "another server") and is not sent to other servers: "
                        + "give the key for \(address) with --key or in BELLHOP_KEY.")
            }
            throw .noKey(
                role == .admin
                    ? Self.noAdminKey(file, place)
                    : "There is no key: give it in BELLHOP_KEY, or as `key` in \(file.path); `bellhop keys create` "
                        + "creates one.")
        }
        return ClientAccess(address: address, key: key)
    }

    private static func noAdminKey(_ file: SettingsFile, _ place: String?) -> String {
        let ways = "give it in BELLHOP_KEY, with --key, or as `admin_key` in \(file.path)"
        return place.map { "There is no admin key, and \($0) cannot be read: \(ways)." }
            ?? "There is no admin key: \(ways), or run this on the server's own machine."
    }

    /// Compares `address` with the settings' server: the same scheme, host and port, or both on this machine, which has
    /// several names.
    func isServer(at address: ServerAddress) -> Bool {
        guard let url else { return true }
        guard let own = try? ServerAddress(url) else { return false }
        return own.isEncrypted == address.isEncrypted && own.port == address.port
            && (own.host.lowercased() == address.host.lowercased() || own.isLoopback && address.isLoopback)
    }
}
