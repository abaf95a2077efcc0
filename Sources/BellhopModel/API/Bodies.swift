/// A page of a list, newest first.
public struct Page<Element: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    public var items: [Element]
    /// How many of the user's notifications are unread and still of use: what the badge shows. Only the list of
    /// notifications has it.
    public var unread: Int?

    public init(items: [Element], unread: Int? = nil) {
        self.items = items
        self.unread = unread
    }
}

/// What `POST /v1/keys` takes. Device keys are made by pairing only.
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

/// A key just made: the record, and the secret that is shown this once.
public struct CreatedKey: Codable, Hashable, Sendable {
    public var record: KeyRecord
    public var key: Secret

    public init(record: KeyRecord, key: Secret) {
        self.record = record
        self.key = key
    }
}

/// What `POST /v1/sessions` takes.
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

/// What `PATCH /v1/sessions/{id}` takes; what is left out stays as it is.
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
