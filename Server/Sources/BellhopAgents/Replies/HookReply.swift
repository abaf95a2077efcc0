import BellhopModel

/// What a hook writes to its standard output.
public enum HookReply: Hashable, Sendable {
    /// Exactly these bytes: one JSON object.
    case decision([UInt8])
    /// The same, for a gate that has no answer to pass on: a no, and why in one line for standard error.
    case refusal([UInt8], why: String)
    /// Nothing, so that the agent's own prompt stands; and why, in one line for standard error.
    case silence(String)

    /// Empty for silence.
    public var standardOutput: [UInt8] {
        switch self {
        case .decision(let bytes), .refusal(let bytes, _): bytes
        case .silence: []
        }
    }

    /// One line for standard error; `nil` where the agent is told what a person decided.
    public var remark: String? {
        switch self {
        case .decision: nil
        case .refusal(_, let why), .silence(let why): why
        }
    }
}

extension HookReply {
    /// What is said when there is no answer to pass on: nothing where a prompt stands, no where a gate stands.
    ///
    /// - Parameter dialect: `nil` for an event that decides nothing.
    public static func failure(_ why: String, in dialect: ReplyDialect?) -> HookReply {
        guard let dialect, dialect.isGate else { return .silence(why) }
        let deny = PermissionDecision.deny(message: "Not approved: \(why)", interrupt: false)
        // Text alone: it can always be written.
        guard let bytes = try? CanonicalJSON.encode(deny.json(in: dialect)) else { return .silence(why) }
        return .refusal(bytes, why: why)
    }

    /// The words of `draft`'s agent for what came of its ask.
    ///
    /// There is no way to an "allow" but through a ``VerifiedAnswer`` to this very input.
    public init(to draft: AskDraft, _ verdict: AnswerVerification.Verdict) {
        switch verdict {
        case .refused(let refusal): self = .failure(refusal.description, in: draft.dialect)
        case .verified(let answer): self.init(to: draft, answer)
        }
    }

    /// The same for an answer that has been found good.
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
