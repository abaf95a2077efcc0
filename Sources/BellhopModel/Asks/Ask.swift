/// A notification that expects an answer.
///
/// It is pending until exactly one thing happens to it: a device answers, its agent withdraws it, or its deadline
/// passes. ``AskStateMachine`` decides which; nothing else changes its state.
public struct Ask: Codable, Hashable, Sendable, Identifiable {
    public let id: AskID
    public let userID: UserID
    public let sessionID: SessionID?
    public let category: CategoryID
    public let request: AskRequest.Content
    public let createdAt: Timestamp
    /// The same moment in store, push expiration, countdown and the agent's wait. At this moment it is too late.
    public let deadline: Timestamp
    /// How the ask ended; `nil` while it is pending.
    public var resolution: Resolution?
    /// When the agent said that it went on with the answer.
    public var appliedAt: Timestamp?

    public init(
        id: AskID, userID: UserID, sessionID: SessionID?, category: CategoryID, request: AskRequest.Content,
        createdAt: Timestamp, deadline: Timestamp, resolution: Resolution? = nil, appliedAt: Timestamp? = nil
    ) {
        self.id = id
        self.userID = userID
        self.sessionID = sessionID
        self.category = category
        self.request = request
        self.createdAt = createdAt
        self.deadline = deadline
        self.resolution = resolution
        self.appliedAt = appliedAt
    }

    public var state: AskState { resolution?.state ?? .pending }
}

public enum AskState: String, Codable, Hashable, Sendable, CaseIterable {
    case pending, approved, denied, answered, expired, withdrawn
}

/// The one end of an ask.
public struct Resolution: Codable, Hashable, Sendable {
    public let state: AskState
    public let at: Timestamp
    /// The answer and who gave it; `nil` when the ask expired or was withdrawn.
    public let answer: SignedAnswer?
    /// Why it was withdrawn, such as `answered_in_terminal`.
    public let reason: WithdrawalReason?

    public init(state: AskState, at: Timestamp, answer: SignedAnswer? = nil, reason: WithdrawalReason? = nil) {
        self.state = state
        self.at = at
        self.answer = answer
        self.reason = reason
    }
}

/// Why an agent no longer needs an answer. An open set.
public struct WithdrawalReason: RawRepresentable, Codable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let answeredInTerminal = Self(rawValue: "answered_in_terminal")
    /// The device that the ask is about was removed, or paired again.
    public static let deviceRemoved = Self(rawValue: "device_removed")
    public static let agentEnded = Self(rawValue: "agent_ended")
    public static let withdrawnByAgent = Self(rawValue: "withdrawn_by_agent")
}

extension Ask {
    enum CodingKeys: String, CodingKey {
        case id, category, deadline, state, resolution
        case userID = "user_id"
        case sessionID = "session_id"
        case createdAt = "created_at"
        case appliedAt = "applied_at"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(AskID.self, forKey: .id)
        userID = try container.decode(UserID.self, forKey: .userID)
        sessionID = try container.decodeIfPresent(SessionID.self, forKey: .sessionID)
        category = try container.decode(CategoryID.self, forKey: .category)
        request = try AskRequest.Content(from: decoder)
        createdAt = try container.decode(Timestamp.self, forKey: .createdAt)
        deadline = try container.decode(Timestamp.self, forKey: .deadline)
        resolution = try container.decodeIfPresent(Resolution.self, forKey: .resolution)
        appliedAt = try container.decodeIfPresent(Timestamp.self, forKey: .appliedAt)
    }

    /// The request's fields stand beside the ask's own, and `state` is written for readers that want only that.
    public func encode(to encoder: any Encoder) throws {
        try request.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(userID, forKey: .userID)
        try container.encodeIfPresent(sessionID, forKey: .sessionID)
        try container.encode(category, forKey: .category)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(deadline, forKey: .deadline)
        try container.encode(state, forKey: .state)
        try container.encodeIfPresent(resolution, forKey: .resolution)
        try container.encodeIfPresent(appliedAt, forKey: .appliedAt)
    }
}
