import BellhopModel
import Crypto

/// The rules of an `AskRequest` that span fields. Throws an `APIError` that names the field.
enum AskRules {
    static func check(_ request: AskRequest) throws {
        try hold(request)
        for (index, question) in request.content.questions.enumerated() {
            try check(question, at: "questions[\(index)]")
        }
        try rules(request.content)
        try input(request.content)
    }

    private static func hold(_ request: AskRequest) throws {
        guard request.hold == 0 || request.hold < request.expiresIn else {
            throw APIError(
                .invalidRequest,
                "hold: \(request.hold) must be less than expires_in (\(request.expiresIn)), or no device is notified")
        }
    }

    private static func rules(_ content: AskRequest.Content) throws {
        guard content.rules.isEmpty || content.isApproval else {
            throw APIError(.invalidRequest, "rules: only an approval can be remembered, and this ask has questions")
        }
        var known: Set<PermissionRule> = []
        for (index, rule) in content.rules.enumerated() {
            guard known.insert(rule).inserted else {
                throw APIError(.invalidRequest, "rules[\(index)]: \(rule.text.debugDescription) is offered twice")
            }
        }
    }

    private static func input(_ content: AskRequest.Content) throws {
        guard !content.isEnrolment else {
            throw APIError(
                .invalidRequest,
                "input: must not begin with \(EnrolmentStatement.opening), which is reserved for the server's asks"
            )
        }
        let digest = InputDigest.hex(of: content.input, nonce: content.nonce) { Array(SHA256.hash(data: $0)) }
        guard digest == content.inputDigest else {
            let name = content.nonce == nil ? "SHA-256 of input" : "HMAC-SHA-256 of input, keyed with nonce,"
            throw APIError(.inputDigestMismatch, "input_digest: the \(name) is \(digest) in lower-case hex")
        }
    }

    private static func check(_ question: Question, at place: String) throws {
        guard !question.options.isEmpty || question.allowsText else {
            throw APIError(
                .invalidRequest, "\(place): offers no option and accepts no text, and therefore cannot be answered")
        }
        var labels: Set<String> = []
        for (index, option) in question.options.enumerated() {
            guard labels.insert(option.label).inserted else {
                throw APIError(
                    .invalidRequest,
                    "\(place).options[\(index)].label: \(option.label.debugDescription) is offered twice")
            }
        }
    }
}
