/// The body of `POST /v1/asks`.
public struct AskRequest: Codable, Hashable, Sendable {
    public var content: Content
    public var sessionID: SessionID?
    /// The time until the deadline, in seconds, 1 to 86,400.
    public var expiresIn: Int
    /// The notification category; chosen by the kind of ask unless given.
    public var category: CategoryID?
    /// The delay before devices are notified, in seconds, 0 to 300 and less than `expiresIn`. Open apps and consoles
    /// show the ask without this delay.
    public var hold: Int

    public init(
        content: Content, sessionID: SessionID? = nil, expiresIn: Int, category: CategoryID? = nil, hold: Int = 0
    ) {
        self.content = content
        self.sessionID = sessionID
        self.expiresIn = expiresIn
        self.category = category
        self.hold = hold
    }

    /// The part of the request that is stored with the ask and shown to the person.
    public struct Content: Codable, Hashable, Sendable {
        public var title: String
        /// The text of the decision, as lines for the notification.
        public var body: String
        /// The number of characters of the input that `body` omits or masks. 0 states that `body` shows everything
        /// relevant in `input`; `nil` states nothing, see ``hiddenCharacters``.
        public var omittedCharacters: Int?
        /// The tool that the agent asks to use, such as `Bash`.
        public var toolName: String?
        /// The agent's description of the action. It is written by a model, proves nothing, and is labelled as such
        /// where it is shown.
        public var agentSays: String?
        /// The complete action as one exact text. Digest and signature cover this text only.
        public var input: String
        /// The digest of `input`, keyed with `nonce` if there is one; see ``InputDigest``. An answer with another
        /// digest is refused.
        public var inputDigest: String
        /// Makes the digest unique to this ask, so that an answer to an earlier ask about the same input does not
        /// match; see ``AskNonce``. Sent with the ask only, never in a push.
        public var nonce: String?
        /// The questions to answer, in order; empty for an approval (approve or deny).
        public var questions: [Question]
        /// The rules that an approval may remember. `input` contains them as well, so that they are signed.
        public var rules: [PermissionRule]
        /// The additions to a denial that the agent supports. Apps offer no others.
        public var denyWith: Set<DenialDetail>
        public var origin: Origin

        public init(
            title: String, body: String, omittedCharacters: Int? = nil, toolName: String? = nil,
            agentSays: String? = nil, input: String, inputDigest: String, nonce: String? = nil,
            questions: [Question] = [], rules: [PermissionRule] = [], denyWith: Set<DenialDetail> = [.message],
            origin: Origin = Origin()
        ) {
            self.title = title
            self.body = body
            self.omittedCharacters = omittedCharacters
            self.toolName = toolName
            self.agentSays = agentSays
            self.input = input
            self.inputDigest = inputDigest
            self.nonce = nonce
            self.questions = questions
            self.rules = rules
            self.denyWith = denyWith
            self.origin = origin
        }

        public var isApproval: Bool { questions.isEmpty }

        /// The number of characters of the input that `body` does not show: ``omittedCharacters`` if given, otherwise 0
        /// when `body` contains `input` verbatim, and the whole length of `input` when it does not.
        public var hiddenCharacters: Int {
            if let omittedCharacters { return min(max(0, omittedCharacters), Self.maxHidden) }
            guard input.utf8.count <= body.utf8.count else { return input.count }
            return input.isEmpty || body.utf8.firstRange(of: input.utf8) != nil ? 0 : input.count
        }

        /// More than the length of any input, and small enough to be added without overflow.
        private static let maxHidden = 1 << 30

        enum CodingKeys: String, CodingKey {
            case title, body, input, nonce, questions, rules, origin
            case omittedCharacters = "omitted_characters"
            case toolName = "tool_name"
            case agentSays = "agent_says"
            case denyWith = "deny_with"
            case inputDigest = "input_digest"
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            title = try container.decode(String.self, forKey: .title)
            body = try container.decode(String.self, forKey: .body)
            omittedCharacters = try container.decodeIfPresent(Int.self, forKey: .omittedCharacters)
            toolName = try container.decodeIfPresent(String.self, forKey: .toolName)
            agentSays = try container.decodeIfPresent(String.self, forKey: .agentSays)
            input = try container.decode(String.self, forKey: .input)
            inputDigest = try container.decode(String.self, forKey: .inputDigest)
            nonce = try container.decodeIfPresent(String.self, forKey: .nonce)
            questions = try container.decodeIfPresent([Question].self, forKey: .questions) ?? []
            rules = try container.decodeIfPresent([PermissionRule].self, forKey: .rules) ?? []
            denyWith = try container.decodeIfPresent(Set<DenialDetail>.self, forKey: .denyWith) ?? [.message]
            origin = try container.decodeIfPresent(Origin.self, forKey: .origin) ?? Origin()
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(title, forKey: .title)
            try container.encode(body, forKey: .body)
            try container.encodeIfPresent(omittedCharacters, forKey: .omittedCharacters)
            try container.encodeIfPresent(toolName, forKey: .toolName)
            try container.encodeIfPresent(agentSays, forKey: .agentSays)
            try container.encode(input, forKey: .input)
            try container.encode(inputDigest, forKey: .inputDigest)
            try container.encodeIfPresent(nonce, forKey: .nonce)
            try container.encode(questions, forKey: .questions)
            if !rules.isEmpty { try container.encode(rules, forKey: .rules) }
            if denyWith != [.message] { try container.encode(denyWith.sorted(), forKey: .denyWith) }
            try container.encode(origin, forKey: .origin)
        }
    }

    enum CodingKeys: String, CodingKey {
        case category, hold
        case sessionID = "session_id"
        case expiresIn = "expires_in"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        content = try Content(from: decoder)
        sessionID = try container.decodeIfPresent(SessionID.self, forKey: .sessionID)
        expiresIn = try container.decode(Int.self, forKey: .expiresIn)
        category = try container.decodeIfPresent(CategoryID.self, forKey: .category)
        hold = try container.decodeIfPresent(Int.self, forKey: .hold) ?? 0
    }

    public func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(sessionID, forKey: .sessionID)
        try container.encode(expiresIn, forKey: .expiresIn)
        try container.encodeIfPresent(category, forKey: .category)
        if hold != 0 { try container.encode(hold, forKey: .hold) }
    }
}

/// An addition to a denial that an agent supports.
public enum DenialDetail: String, Codable, Hashable, Sendable, CaseIterable, Comparable {
    /// An instruction to the agent as text.
    case message
    /// An order to stop instead of trying something else.
    case interrupt

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// A question with its options.
public struct Question: Codable, Hashable, Sendable {
    public var text: String
    /// A short heading above the question.
    public var header: String?
    public var options: [Option]
    /// Allows more than one option to be chosen.
    public var multiSelect: Bool
    /// Allows a typed answer.
    public var allowsText: Bool

    public struct Option: Codable, Hashable, Sendable {
        public var label: String
        public var description: String?

        public init(label: String, description: String? = nil) {
            self.label = label
            self.description = description
        }
    }

    public init(
        text: String, header: String? = nil, options: [Option] = [], multiSelect: Bool = false, allowsText: Bool = true
    ) {
        self.text = text
        self.header = header
        self.options = options
        self.multiSelect = multiSelect
        self.allowsText = allowsText
    }

    enum CodingKeys: String, CodingKey {
        case text, header, options
        case multiSelect = "multi_select"
        case allowsText = "allows_text"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        text = try container.decode(String.self, forKey: .text)
        header = try container.decodeIfPresent(String.self, forKey: .header)
        options = try container.decodeIfPresent([Option].self, forKey: .options) ?? []
        multiSelect = try container.decodeIfPresent(Bool.self, forKey: .multiSelect) ?? false
        allowsText = try container.decodeIfPresent(Bool.self, forKey: .allowsText) ?? true
    }
}
