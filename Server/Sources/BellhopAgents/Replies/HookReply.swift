import BellhopModel

/// The reply of a hook to its agent.
public enum HookReply: Hashable, Sendable {
    /// A person's decision: one JSON object.
    case decision([UInt8])
    /// The denial of a gate without an answer, and its reason in one line.
    case refusal([UInt8], why: String)
    /// No output, so that the agent's own prompt decides, and the reason in one line.
    case silence(String)

    /// The bytes for standard output; empty for silence.
    public var standardOutput: [UInt8] {
        switch self {
        case .decision(let bytes), .refusal(let bytes, _): bytes
        case .silence: []
        }
    }

    /// The line for standard error; `nil` for a person's decision.
    public var remark: String? {
        switch self {
        case .decision: nil
        case .refusal(_, let why), .silence(let why): why
        }
    }
}

extension HookReply {
    /// The message of a denial without one.
    public static let defaultDenial = "Denied from phone"

    /// The reply without an answer: silence beside a prompt, a denial from a gate.
    ///
    /// - Parameter dialect: `nil` for an event that decides nothing.
    public static func failure(_ why: String, in dialect: ReplyDialect?) -> HookReply {
        guard let dialect, dialect.isGate else { return .silence(why) }
        let deny = PermissionDecision.deny(message: "Not approved: \(why)", interrupt: false)
        // Text can always be encoded.
        guard let bytes = try? CanonicalJSON.encode(deny.json(in: dialect)) else { return .silence(why) }
        return .refusal(bytes, why: why)
    }

    /// The reply to `draft`'s agent after the verification of the answer.
    ///
    /// Only a ``VerifiedAnswer`` to this input leads to an "allow".
    public init(to draft: AskDraft, _ result: AnswerVerification.Result) {
        switch result {
        case .refused(let refusal): self = .failure(refusal.description, in: draft.dialect)
        case .verified(let answer): self.init(to: draft, answer)
        }
    }

    /// The reply for a verified answer.
    public init(to draft: AskDraft, _ answer: VerifiedAnswer) {
        guard answer.inputDigest == draft.content.inputDigest else {
            self = .failure(AnswerVerification.Refusal.otherInput.description, in: draft.dialect)
            return
        }
        guard let decision = PermissionDecision(answer.answer, to: draft) else {
            self = .failure("the answer does not fit what \(draft.agent.name) asked", in: draft.dialect)
            return
        }
        guard let bytes = try? CanonicalJSON.encode(decision.json(in: draft.dialect)) else {
            self = .failure("the answer cannot be written as JSON", in: draft.dialect)
            return
        }
        self = .decision(bytes)
    }
}
