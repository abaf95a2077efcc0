/// What a key may do. One key has one role.
public enum Role: String, Codable, Hashable, Sendable, CaseIterable {
    /// Creates asks and notifications, waits for answers, withdraws. It can never answer.
    case agent
    /// Registers itself, reads its user's asks and notifications, answers.
    case device
    /// Pairs devices and manages keys. It cannot answer either: only a device can.
    case admin
}

/// What the server keeps of a key: never the key itself.
public struct KeyRecord: Codable, Hashable, Sendable {
    public let id: KeyID
    public let role: Role
    /// Whom the key acts for. An agent asks this user; a device belongs to them.
    public let userID: UserID
    /// The device that a device key was made for.
    public let deviceID: DeviceID?
    /// What a person calls it, such as "work laptop".
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
