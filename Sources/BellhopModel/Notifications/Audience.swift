/// Whom something is sent to.
public enum Audience: Hashable, Sendable {
    case user(UserID)
    case users([UserID])
    /// Whoever subscribes to it when it is sent.
    case topic(TopicID)
    /// Every user with an active device.
    case everyone
}

extension Audience: Codable {
    enum CodingKeys: String, CodingKey, CaseIterable { case user, users, topic, everyone }

    /// Reads `{"user": "ada"}`, `{"users": ["ada", "ben"]}`, `{"topic": "releases"}` or `{"everyone": true}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard container.allKeys.count == 1, let key = container.allKeys.first else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "exactly one of user, users, topic and everyone expected"))
        }
        switch key {
        case .user: self = .user(try container.decode(UserID.self, forKey: .user))
        case .users: self = .users(try container.decode([UserID].self, forKey: .users))
        case .topic: self = .topic(try container.decode(TopicID.self, forKey: .topic))
        case .everyone:
            guard try container.decode(Bool.self, forKey: .everyone) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .everyone, in: container, debugDescription: "true expected; name an audience otherwise")
            }
            self = .everyone
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .user(let user): try container.encode(user, forKey: .user)
        case .users(let users): try container.encode(users, forKey: .users)
        case .topic(let topic): try container.encode(topic, forKey: .topic)
        case .everyone: try container.encode(true, forKey: .everyone)
        }
    }
}
