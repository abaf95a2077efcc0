public import BellhopModel

/// What the command line tool and the hooks know about their server: the file `config.json`.
///
/// Fields that this version does not know are kept when the file is written again.
public struct ClientSettings: Hashable, Sendable {
    /// The server's address.
    public var url: String?
    /// The agent's key.
    public var key: Secret?
    /// Only where this person also manages the server.
    public var adminKey: Secret?
    /// The data folder of the server that wrote this file, if it runs on this machine.
    public var dataFolder: String?
    public var simulator: Simulator?
    /// The devices whose answers are believed, written down when they were paired.
    public var devices: [KnownDevice]
    /// The administrator's file that has fixed the server and the devices; `nil` where there is none. Not written.
    public package(set) var trustFile: String?
    /// Unknown fields, as they were read.
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

    /// The server pushes to a simulated APNs on this machine.
    public struct Simulator: Hashable, Sendable {
        /// Where phones of other processes attach to it, on 127.0.0.1.
        public var phonePort: Int
        var others: [String: JSONValue] = [:]

        public init(phonePort: Int) { self.phonePort = phonePort }
    }

    /// A paired device, as far as the waiting side has to know it.
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
    /// Without the unknown fields, which may be secrets of a later version.
    public var description: String { "ClientSettings(url: \(url ?? "none"), \(devices.count) devices)" }
    public var customMirror: Mirror { Mirror(self, children: ["url": url as Any, "devices": devices.count]) }
}
