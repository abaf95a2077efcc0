/// What a person said to an ask.
public enum Answer: Hashable, Sendable {
    case approve
    /// With an instruction to the agent, if the person gave one.
    case deny(message: String?)
    /// One reply for each of the ask's questions, in their order.
    case replies([Reply])

    /// The state it leads to.
    public var state: AskState {
        switch self {
        case .approve: .approved
        case .deny: .denied
        case .replies: .answered
        }
    }
}

/// The answer to one question: chosen options, typed text, or both.
public struct Reply: Codable, Hashable, Sendable {
    /// Labels of the chosen options.
    public var selected: [String]
    public var text: String?

    public init(selected: [String] = [], text: String? = nil) {
        self.selected = selected
        self.text = text
    }
}

extension Answer: Codable {
    enum CodingKeys: String, CodingKey { case decision, message, replies }
    enum Decision: String, Codable { case approve, deny, reply }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Decision.self, forKey: .decision) {
        case .approve: self = .approve
        case .deny: self = .deny(message: try container.decodeIfPresent(String.self, forKey: .message))
        case .reply: self = .replies(try container.decode([Reply].self, forKey: .replies))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .approve:
            try container.encode(Decision.approve, forKey: .decision)
        case .deny(let message):
            try container.encode(Decision.deny, forKey: .decision)
            try container.encodeIfPresent(message, forKey: .message)
        case .replies(let replies):
            try container.encode(Decision.reply, forKey: .decision)
            try container.encode(replies, forKey: .replies)
        }
    }
}
