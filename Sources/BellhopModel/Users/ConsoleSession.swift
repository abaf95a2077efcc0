/// A login to the web console: the stored properties of the cookie that a browser holds.
public struct ConsoleSession: Codable, Hashable, Sendable {
    public let id: KeyID
    public let userID: UserID
    /// `admin`: all routes of admins, and reading what the user's devices may read. `device`: only what a device of the
    /// user may do.
    public let role: Role
    /// The device whose key this browser holds, which a login of the role `device` needs to answer.
    public var deviceID: DeviceID?
    /// The browser, such as "Firefox on Linux".
    public let name: String
    public let createdAt: Timestamp
    /// The time of the latest request, to the hour.
    public var lastSeenAt: Timestamp
    /// `true` for the session of the request.
    public var isCurrent: Bool

    public init(
        id: KeyID, userID: UserID, role: Role, deviceID: DeviceID? = nil, name: String, createdAt: Timestamp,
        lastSeenAt: Timestamp, isCurrent: Bool = false
    ) {
        self.id = id
        self.userID = userID
        self.role = role
        self.deviceID = deviceID
        self.name = name
        self.createdAt = createdAt
        self.lastSeenAt = lastSeenAt
        self.isCurrent = isCurrent
    }

    /// The text that a browser signs to bind a session to its device, in UTF-8: three lines.
    public static func bindingStatement(of session: KeyID, to device: DeviceID) -> String {
        "bellhop-console/1\nsession \(session)\ndevice \(device)"
    }

    enum CodingKeys: String, CodingKey {
        case id, role, name
        case userID = "user_id"
        case deviceID = "device_id"
        case createdAt = "created_at"
        case lastSeenAt = "last_seen_at"
        case isCurrent = "is_current"
    }
}

/// The body of `POST /v1/console/links`.
public struct ConsoleLinkRequest: Codable, Hashable, Sendable {
    /// The user who logs in; by default that of the caller's key.
    public var userID: UserID?
    /// `admin` by default, or `device`.
    public var role: Role?

    public init(userID: UserID? = nil, role: Role? = nil) {
        self.userID = userID
        self.role = role
    }

    enum CodingKeys: String, CodingKey {
        case role
        case userID = "user_id"
    }
}

/// A login that has not happened yet. The page logs in with the code in the fragment of its address: `/#login=CODE`.
public struct ConsoleLink: Codable, Hashable, Sendable {
    /// Works once.
    public var code: Secret
    public var expiresAt: Timestamp

    public init(code: Secret, expiresAt: Timestamp) {
        self.code = code
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey {
        case code
        case expiresAt = "expires_at"
    }
}

/// The body of `POST /v1/console/login`.
public struct ConsoleLoginRequest: Codable, Hashable, Sendable {
    public var code: Secret

    public init(code: Secret) { self.code = code }
}

/// The body of `PUT /v1/console/device`.
public struct ConsoleDeviceBinding: Codable, Hashable, Sendable {
    public var deviceID: DeviceID
    /// Base64 of the 64-byte P-256 signature (R‖S) of ``ConsoleSession/bindingStatement(of:to:)``.
    public var signature: String

    public init(deviceID: DeviceID, signature: String) {
        self.deviceID = deviceID
        self.signature = signature
    }

    enum CodingKeys: String, CodingKey {
        case signature
        case deviceID = "device_id"
    }
}
