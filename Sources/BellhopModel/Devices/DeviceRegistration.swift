/// The body of `POST /v1/devices/register`: from a device, or from a backend that imports a device's token.
public struct DeviceRegistration: Codable, Hashable, Sendable {
    /// The first time: the code that `bellhop pair` showed. Later the device's own key in the header says who it is.
    public var pairingCode: String?
    /// The owner, where an admin's key registers the device.
    public var userID: UserID?
    /// A device that registers again keeps its name unless given; one that an admin registers is named by its platform.
    public var name: String?
    public var platform: Platform
    public var token: DeviceToken
    public var environment: PushEnvironment
    /// A device that registers again keeps its app unless given.
    public var app: String?
    public var appVersion: String?
    public var locale: String?
    public var timeZone: String?
    /// Base64 of the 65-byte uncompressed P-256 public key. It cannot be changed later: a new key is a new device.
    /// Required with a pairing code; a device that an admin registers has none, and never answers.
    public var publicKey: String?
    /// The storage of the signing key. A key in a file counts only on a server that simulates.
    public var keyStorage: KeyStorage?

    public init(
        pairingCode: String? = nil, userID: UserID? = nil, name: String? = nil, platform: Platform, token: DeviceToken,
        environment: PushEnvironment, app: String? = nil, appVersion: String? = nil, locale: String? = nil,
        timeZone: String? = nil, publicKey: String? = nil, keyStorage: KeyStorage? = nil
    ) {
        self.pairingCode = pairingCode
        self.userID = userID
        self.name = name
        self.platform = platform
        self.token = token
        self.environment = environment
        self.app = app
        self.appVersion = appVersion
        self.locale = locale
        self.timeZone = timeZone
        self.publicKey = publicKey
        self.keyStorage = keyStorage
    }

    enum CodingKeys: String, CodingKey {
        case name, platform, token, environment, app, locale
        case pairingCode = "pairing_code"
        case userID = "user_id"
        case appVersion = "app_version"
        case timeZone = "time_zone"
        case publicKey = "public_key"
        case keyStorage = "key_storage"
    }

    /// Apps also say `development` for the sandbox, as Xcode's entitlement does.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        pairingCode = try container.decodeIfPresent(String.self, forKey: .pairingCode)
        userID = try container.decodeIfPresent(UserID.self, forKey: .userID)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        platform = try container.decode(Platform.self, forKey: .platform)
        token = try container.decode(DeviceToken.self, forKey: .token)
        environment =
            try container.decode(String.self, forKey: .environment) == "development"
            ? .sandbox : container.decode(PushEnvironment.self, forKey: .environment)
        app = try container.decodeIfPresent(String.self, forKey: .app)
        appVersion = try container.decodeIfPresent(String.self, forKey: .appVersion)
        locale = try container.decodeIfPresent(String.self, forKey: .locale)
        timeZone = try container.decodeIfPresent(String.self, forKey: .timeZone)
        publicKey = try container.decodeIfPresent(String.self, forKey: .publicKey)
        keyStorage = try container.decodeIfPresent(KeyStorage.self, forKey: .keyStorage)
    }
}

/// The reply: the device, and its key when it was just paired.
public struct RegisteredDevice: Codable, Hashable, Sendable {
    public var device: DeviceSummary
    /// Shown this once; the device keeps it in its Keychain.
    public var key: Secret?

    public init(device: DeviceSummary, key: Secret? = nil) {
        self.device = device
        self.key = key
    }
}

/// What `POST /v1/pairings` takes: whom the new device will belong to; the admin key's own user unless given.
public struct PairingRequest: Codable, Hashable, Sendable {
    public var userID: UserID?

    public init(userID: UserID? = nil) { self.userID = userID }

    enum CodingKeys: String, CodingKey { case userID = "user_id" }
}

/// The body of `POST /v1/devices/import`: tokens that another server has collected.
public struct DeviceImport: Codable, Hashable, Sendable {
    /// At most ``APILimits/imports``; each names its user and its app.
    public var devices: [DeviceRegistration]

    public init(devices: [DeviceRegistration]) { self.devices = devices }
}

/// The number of devices that an import registered.
public struct ImportedDevices: Codable, Hashable, Sendable {
    public var registered: Int
    /// The positions in the request of devices that stay as they are, because their token belongs to a paired device of
    /// another user.
    public var skipped: [Int]

    public init(registered: Int, skipped: [Int]) {
        self.registered = registered
        self.skipped = skipped
    }
}

/// A pairing code: single use, minutes of life, few attempts.
public struct Pairing: Codable, Hashable, Sendable {
    public var id: PairingID
    public var code: String
    public var expiresAt: Timestamp

    public init(id: PairingID, code: String, expiresAt: Timestamp) {
        self.id = id
        self.code = code
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey {
        case id, code
        case expiresAt = "expires_at"
    }
}

/// The status of a pairing code, for the key that made it.
public struct PairingStatus: Codable, Hashable, Sendable {
    public var id: PairingID
    public var userID: UserID
    public var expiresAt: Timestamp
    /// The device that used the code; `nil` while none has.
    public var device: DeviceSummary?

    public init(id: PairingID, userID: UserID, expiresAt: Timestamp, device: DeviceSummary? = nil) {
        self.id = id
        self.userID = userID
        self.expiresAt = expiresAt
        self.device = device
    }

    enum CodingKeys: String, CodingKey {
        case id, device
        case userID = "user_id"
        case expiresAt = "expires_at"
    }
}
