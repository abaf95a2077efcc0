/// The permissions of an API key. A key has one role.
public enum Role: String, Codable, Hashable, Sendable, CaseIterable {
    /// Creates and withdraws asks, creates notifications, waits for answers. Cannot answer.
    case agent
    /// Registers its device, reads the user's asks and notifications, answers.
    case device
    /// Pairs devices and manages keys. Cannot answer.
    case admin
}

/// The stored properties of an API key, without the key itself.
public struct KeyRecord: Codable, Hashable, Sendable {
    public let id: KeyID
    public let role: Role
    /// The user that the key acts for: recipient of an agent's asks, owner of a device.
    public let userID: UserID
    /// The device of a device key.
    public let deviceID: DeviceID?
    /// The display name, such as "work laptop".
    public let label: String
    public let createdAt: Timestamp
    public var revokedAt: Timestamp?

    public init(
        id: KeyID, role: Role, userID: UserID, deviceID: DeviceID? = nil, label: String, createdAt: Timestamp,
        revokedAt: Timestamp? = nil
    ) {
        self.id = id
        self.role = role
        self.userID = userID
        self.deviceID = deviceID
        self.label = label
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }

    enum CodingKeys: String, CodingKey {
        case id, role, label
        case userID = "user_id"
        case deviceID = "device_id"
        case createdAt = "created_at"
        case revokedAt = "revoked_at"
    }
}
