import BellhopModel
import Crypto

/// What an `AskRequest` must keep to. Throws an `APIError` that names the field.
enum AskRules {
    static func check(_ request: AskRequest) throws {
        let content = request.content
        try FieldRules.title(content.title)
        try FieldRules.text(content.body, "body")
        try FieldRules.text(content.toolName, "tool_name", atMost: APILimits.title)
        try FieldRules.text(content.agentSays, "agent_says")
        try FieldRules.category(request.category)
        try FieldRules.seconds(request.expiresIn, in: APILimits.askSeconds)
        try hold(request)
        try FieldRules.origin(content.origin)
        try questions(content.questions)
        try rules(content)
        try input(content)
        try omitted(content)
    }

    private static func omitted(_ content: AskRequest.Content) throws {
        guard let omitted = content.omittedCharacters, !(0...APILimits.input).contains(omitted) else { return }
        throw APIError(
            .invalidRequest,
            "omitted_characters: \(omitted); takes 0, if body shows all of input, to \(APILimits.input)")
    }

    private static func hold(_ request: AskRequest) throws {
        let range = APILimits.holdSeconds
        guard range.contains(request.hold) else {
            throw APIError(
                .invalidRequest, "hold: \(request.hold); takes \(range.lowerBound) to \(range.upperBound) seconds")
        }
        guard request.hold == 0 || request.hold < request.expiresIn else {
            throw APIError(
                .invalidRequest,
                "hold: \(request.hold); must be less than expires_in, \(request.expiresIn), or nobody would be told")
        }
    }

    private static func rules(_ content: AskRequest.Content) throws {
        guard content.rules.isEmpty || content.isApproval else {
            throw APIError(.invalidRequest, "rules: only an approval can be remembered, and this ask has questions")
        }
        guard content.rules.count <= APILimits.rules else {
            throw APIError(.invalidRequest, "rules: \(content.rules.count); at most \(APILimits.rules) are taken")
        }
        var known: Set<OfferedRule> = []
        for (index, rule) in content.rules.enumerated() {
            let place = "rules[\(index)]"
            guard !rule.text.isEmpty else { throw APIError(.invalidRequest, "\(place).text: is empty") }
            try FieldRules.text(rule.text, "\(place).text", atMost: APILimits.ruleText)
            guard known.insert(rule).inserted else {
                throw APIError(.invalidRequest, "\(place): \(rule.text.debugDescription) is offered twice")
            }
        }
    }

    private static func input(_ content: AskRequest.Content) throws {
        let size = content.input.utf8.count
        guard size <= APILimits.input else {
            throw APIError(.invalidRequest, "input: \(size) bytes; at most \(APILimits.input) are taken")
        }
        guard FieldRules.isStorable(content.input) else {
            throw APIError(.invalidRequest, "input: must not hold U+0000")
        }
        guard !content.isEnrolment else {
            throw APIError(
                .invalidRequest,
                "input: begins with \(EnrolmentStatement.opening), which only the server's own asks about new devices do"
            )
        }
        guard content.nonce.map(AskNonce.isValid) ?? true else {
            let lengths = AskNonce.lengths
            throw APIError(
                .invalidRequest,
                "nonce: takes \(lengths.lowerBound) to \(lengths.upperBound) characters of A-Z, a-z, 0-9, - and _")
        }
        let digest = InputDigest.hex(of: content.input, nonce: content.nonce) { Array(SHA256.hash(data: $0)) }
        guard digest == content.inputDigest else {
            let name = content.nonce == nil ? "SHA-256 of input" : "HMAC-SHA-256 of input, keyed with nonce,"
            throw APIError(.inputDigestMismatch, "input_digest: the \(name) is \(digest) in lower-case hex")
        }
    }

    private static func questions(_ questions: [Question]) throws {
        guard questions.count <= APILimits.questions else {
            throw APIError(
                .invalidRequest, "questions: \(questions.count); at most \(APILimits.questions) are taken")
        }
        for (index, question) in questions.enumerated() { try check(question, at: "questions[\(index)]") }
    }

    private static func check(_ question: Question, at place: String) throws {
        guard !question.text.isEmpty else { throw APIError(.invalidRequest, "\(place).text: is empty") }
        try FieldRules.text(question.text, "\(place).text")
        try FieldRules.text(question.header, "\(place).header", atMost: APILimits.title)
        guard question.options.count <= APILimits.options else {
            throw APIError(
                .invalidRequest,
                "\(place).options: \(question.options.count); at most \(APILimits.options) are taken")
        }
        guard !question.options.isEmpty || question.allowsText else {
            throw APIError(.invalidRequest, "\(place): offers no option and takes no text, so nobody could answer it")
        }
        var labels: Set<String> = []
        for (index, option) in question.options.enumerated() {
            let place = "\(place).options[\(index)]"
            guard !option.label.isEmpty else { throw APIError(.invalidRequest, "\(place).label: is empty") }
            try FieldRules.text(option.label, "\(place).label", atMost: APILimits.title)
            try FieldRules.text(option.description, "\(place).description")
            guard labels.insert(option.label).inserted else {
                throw APIError(
                    .invalidRequest, "\(place).label: \(option.label.debugDescription) is offered twice")
            }
        }
    }
}
