/// The body of `POST /v1/keys`. Device keys are created by pairing only.
public struct KeyRequest: Codable, Hashable, Sendable {
    public var role: Role
    public var label: String
    public var userID: UserID?

    public init(role: Role, label: String, userID: UserID? = nil) {
        self.role = role
        self.label = label
        self.userID = userID
    }

    enum CodingKeys: String, CodingKey {
        case role, label
        case userID = "user_id"
    }
}

/// A new key: the record, and the secret that is shown only once.
public struct CreatedKey: Codable, Hashable, Sendable {
    public var record: KeyRecord
    public var key: Secret

    public init(record: KeyRecord, key: Secret) {
        self.record = record
        self.key = key
    }
}

/// The body of `POST /v1/sessions`.
public struct SessionRequest: Codable, Hashable, Sendable {
    public var id: SessionID
    public var title: String
    public var origin: Origin?

    public init(id: SessionID, title: String, origin: Origin? = nil) {
        self.id = id
        self.title = title
        self.origin = origin
    }
}

/// The body of `PATCH /v1/sessions/{id}`; fields that are left out keep their values.
public struct SessionUpdate: Codable, Hashable, Sendable {
    public var status: SessionStatus?
    public var operation: String?
    public var progress: AgentSession.Progress?

    public init(status: SessionStatus? = nil, operation: String? = nil, progress: AgentSession.Progress? = nil) {
        self.status = status
        self.operation = operation
        self.progress = progress
    }
}

/// The response of the health checks.
public struct Health: Codable, Hashable, Sendable {
    /// `ok` or `ready`.
    public var status: String

    public init(status: String) { self.status = status }
}
