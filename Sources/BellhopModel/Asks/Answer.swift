/// A person's answer to an ``Ask``.
public enum Answer: Hashable, Sendable {
    case approve
    /// Approve, and allow the listed rules from now on. The rules keep the order in which the ask offered them.
    case approveAndRemember([PermissionRule])
    /// Deny, with an optional instruction to the agent. `interrupt` tells the agent to stop instead of trying something
    /// else. ``AskRequest/Content/denyWith`` lists which of the two the agent supports; an agent without support treats
    /// the answer as a plain denial.
    case deny(message: String?, interrupt: Bool = false)
    /// One reply for each question of the ask, in the order of the questions.
    case replies([Reply])

    /// The state of the ask that this answer leads to.
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
    /// The labels of the chosen options.
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
            let rules = try container.decodeIfPresent([PermissionRule].self, forKey: .remember)
            self = rules.map(Answer.approveAndRemember) ?? .approve
        case .deny:
            self = .deny(
                message: try container.decodeIfPresent(String.self, forKey: .message),
                interrupt: try container.decodeIfPresent(Bool.self, forKey: .interrupt) ?? false)
        case .reply: self = .replies(try container.decode([Reply].self, forKey: .replies))
        }
    }

    /// Leaves out unset fields, because the signature covers the encoded text.
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

/// A permission rule that the agent offers to remember, in order not to ask again.
///
/// An answer that accepts a rule repeats it in full, so that the signature covers the exact text of the rule.
public struct PermissionRule: Codable, Hashable, Sendable {
    /// The permission in the agent's own notation, such as `Bash(npm test:*)`. Several rules that belong together are
    /// separated by line breaks.
    public var text: String
    public var scope: Scope

    /// The reach of a rule, which also decides where the agent stores it.
    public enum Scope: String, Codable, Hashable, Sendable, CaseIterable {
        /// Valid until the agent's session ends.
        case session
        /// Valid in this project for this user.
        case project
        /// Valid in this project for everyone who works on it: the agent stores it in a file that they share.
        case sharedProject = "shared_project"
    }

    public init(text: String, scope: Scope) {
        self.text = text
        self.scope = scope
    }
}
