/// What a person said to an ask.
public enum Answer: Hashable, Sendable {
    case approve
    /// Approve, and allow these of the ask's rules from now on. In the order in which they were offered.
    case approveAndRemember([OfferedRule])
    /// With an instruction to the agent, if the person gave one. With `interrupt` the agent is to stop instead of trying
    /// something else. The ask says which of the two its agent can be told (``AskRequest/Content/denyWith``); an agent that
    /// cannot takes the answer for a plain no.
    case deny(message: String?, interrupt: Bool = false)
    /// One reply for each of the ask's questions, in their order.
    case replies([Reply])

    /// The state it leads to.
    public var state: AskState {
        switch self {
        case .approve, .approveAndRemember: .approved
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
    enum CodingKeys: String, CodingKey { case decision, remember, message, interrupt, replies }
    enum Decision: String, Codable { case approve, deny, reply }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Decision.self, forKey: .decision) {
        case .approve:
            let rules = try container.decodeIfPresent([OfferedRule].self, forKey: .remember)
            self = rules.map(Answer.approveAndRemember) ?? .approve
        case .deny:
            self = .deny(
                message: try container.decodeIfPresent(String.self, forKey: .message),
                interrupt: try container.decodeIfPresent(Bool.self, forKey: .interrupt) ?? false)
        case .reply: self = .replies(try container.decode([Reply].self, forKey: .replies))
        }
    }

    /// What is not said is left out: a signature covers the text that this makes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .approve:
            try container.encode(Decision.approve, forKey: .decision)
        case .approveAndRemember(let rules):
            try container.encode(Decision.approve, forKey: .decision)
            try container.encode(rules, forKey: .remember)
        case .deny(let message, let interrupt):
            try container.encode(Decision.deny, forKey: .decision)
            try container.encodeIfPresent(message, forKey: .message)
            if interrupt { try container.encode(true, forKey: .interrupt) }
        case .replies(let replies):
            try container.encode(Decision.reply, forKey: .decision)
            try container.encode(replies, forKey: .replies)
        }
    }
}
