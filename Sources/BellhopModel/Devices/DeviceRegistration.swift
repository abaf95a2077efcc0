/// The body of `POST /v1/devices/register`, from a device, or from a backend that registers a device's token.
public struct DeviceRegistration: Codable, Hashable, Sendable {
    /// The code from `bellhop pair`, for the first registration. Later registrations authenticate with the device's
    /// key.
    public var pairingCode: String?
    /// The owner, when an admin key registers the device.
    public var userID: UserID?
    /// The display name. Unless given, a registered device keeps its name, and a device of an admin key is named by its
    /// platform.
    public var name: String?
    public var platform: Platform
    /// `nil` only for a browser without a push subscription, which sees asks while a page is open.
    public var token: DeviceToken?
    public var environment: PushEnvironment
    /// The app's bundle identifier; a registered device keeps its app unless given.
    public var app: String?
    public var appVersion: String?
    public var locale: String?
    public var timeZone: String?
    /// The P-256 public key as Base64 of the 65-byte uncompressed point. Required with a pairing code and immutable: a
    /// new key is a new device. A device that an admin key registers has no key and cannot answer.
    public var publicKey: String?
    /// The storage of the signing key. Servers accept keys in files only in simulation.
    public var keyStorage: KeyStorage?

    public init(
        pairingCode: String? = nil, userID: UserID? = nil, name: String? = nil, platform: Platform, token: DeviceToken?,
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

    /// Accepts `development` for the sandbox, which is the value in Xcode's entitlement.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        pairingCode = try container.decodeIfPresent(String.self, forKey: .pairingCode)
        userID = try container.decodeIfPresent(UserID.self, forKey: .userID)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        platform = try container.decode(Platform.self, forKey: .platform)
        token = try container.decodeIfPresent(DeviceToken.self, forKey: .token)
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

/// The response to a registration.
public struct RegisteredDevice: Codable, Hashable, Sendable {
    public var device: DeviceSummary
    /// The device's API key, after pairing only. It is not shown again.
    public var key: Secret?

    public init(device: DeviceSummary, key: Secret? = nil) {
        self.device = device
        self.key = key
    }
}

/// The body of `POST /v1/pairings`: the user of the new device; the admin key's own user unless given.
public struct PairingRequest: Codable, Hashable, Sendable {
    public var userID: UserID?

    public init(userID: UserID? = nil) { self.userID = userID }

    enum CodingKeys: String, CodingKey { case userID = "user_id" }
}

/// The body of `POST /v1/devices/import`: tokens from another server.
public struct DeviceImport: Codable, Hashable, Sendable {
    /// At most ``APILimits/imports`` devices, each with its user and app.
    public var devices: [DeviceRegistration]

    public init(devices: [DeviceRegistration]) { self.devices = devices }
}

/// The response to an import.
public struct ImportedDevices: Codable, Hashable, Sendable {
    public var registered: Int
    /// The positions in the request of devices that were not imported, because their token belongs to a paired device
    /// of another user.
    public var skipped: [Int]

    public init(registered: Int, skipped: [Int]) {
        self.registered = registered
        self.skipped = skipped
    }
}

/// A pairing code: valid once, for some minutes, with few attempts.
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

/// The status of a pairing code, for the key that created it.
public struct PairingStatus: Codable, Hashable, Sendable {
    public var id: PairingID
    public var userID: UserID
    public var expiresAt: Timestamp
    /// The device that used the code; `nil` until then.
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

/// The body of `PATCH /v1/devices/{id}`.
public struct DeviceUpdate: Codable, Hashable, Sendable {
    /// The new display name, which later registrations do not change.
    public var name: String

    public init(name: String) { self.name = name }
}
