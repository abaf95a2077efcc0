/// What an agent sends to `POST /v1/asks`.
public struct AskRequest: Codable, Hashable, Sendable {
    public var content: Content
    public var sessionID: SessionID?
    /// Seconds until the deadline, 1 to 86,400.
    public var expiresIn: Int
    /// The category that shows it; by default the one that fits what is asked.
    public var category: CategoryID?
    /// Seconds that the person at the desk has before a device is told, 0 to 300 and less than `expiresIn`. Whoever has
    /// an app or a console open sees the ask at once.
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

    /// The part that stays with the ask and that the person sees.
    public struct Content: Codable, Hashable, Sendable {
        public var title: String
        /// The text of the decision, as lines for the notification itself.
        public var body: String
        /// The number of characters of what is decided on that `body` leaves out or masks: 0 promises that it shows all of
        /// `input` that matters. `nil` promises nothing: see ``hiddenCharacters``.
        public var omittedCharacters: Int?
        /// The tool that the agent wants to use, such as `Bash`.
        public var toolName: String?
        /// The agent's own words about it. Shown as such: a model wrote them, so they prove nothing.
        public var agentSays: String?
        /// Everything the agent is about to do, as one exact text. What is digested and signed is this and nothing else.
        public var input: String
        /// Of `input`, under `nonce` if there is one: see ``InputDigest``. An answer names it; one that names another is
        /// refused.
        public var inputDigest: String
        /// Makes the digest this ask's own, so that an answer to an earlier ask about the same input does not fit: see
        /// ``AskNonce``. It goes with the whole ask and never with a push.
        public var nonce: String?
        /// Empty for an approval (approve or deny); otherwise what to answer, in order.
        public var questions: [Question]
        /// What an approval may allow from now on as well. `input` says the same, or it would not be signed.
        public var rules: [OfferedRule]
        /// What a denial may carry to the agent. A screen offers nothing else, for the agent could not honour it.
        public var denyWith: Set<DenialDetail>
        public var origin: Origin

        public init(
            title: String, body: String, omittedCharacters: Int? = nil, toolName: String? = nil,
            agentSays: String? = nil, input: String, inputDigest: String, nonce: String? = nil,
            questions: [Question] = [], rules: [OfferedRule] = [], denyWith: Set<DenialDetail> = [.message],
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

        /// The number of characters of what is decided on that `body` does not show. All of `input` where its sender does
        /// not say and `input` does not stand in `body` word for word.
        public var hiddenCharacters: Int {
            if let omittedCharacters { return min(max(0, omittedCharacters), Self.mostHidden) }
            guard input.utf8.count <= body.utf8.count else { return input.count }
            return input.isEmpty || body.utf8.firstRange(of: input.utf8) != nil ? 0 : input.count
        }

        /// More than any input has, and small enough to be added to.
        private static let mostHidden = 1 << 30

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
            rules = try container.decodeIfPresent([OfferedRule].self, forKey: .rules) ?? []
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

/// Something that a denial may carry to the agent, besides the no.
public enum DenialDetail: String, Codable, Hashable, Sendable, CaseIterable, Comparable {
    /// An instruction in words.
    case message
    /// The order to stop instead of trying something else.
    case interrupt

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// One question with its options.
public struct Question: Codable, Hashable, Sendable {
    public var text: String
    /// A word or two above the question.
    public var header: String?
    public var options: [Option]
    /// More than one option may be chosen.
    public var multiSelect: Bool
    /// The person may type an answer of their own.
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
