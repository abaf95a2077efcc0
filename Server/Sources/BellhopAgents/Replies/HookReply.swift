import BellhopModel

/// What a hook writes to its standard output.
public enum HookReply: Hashable, Sendable {
    /// Exactly these bytes: one JSON object.
    case decision([UInt8])
    /// Nothing, so that the agent's own prompt stands; and why, in one line for standard error.
    case silence(String)

    /// Empty for silence.
    public var standardOutput: [UInt8] {
        switch self {
        case .decision(let bytes): bytes
        case .silence: []
        }
    }
}

extension HookReply {
    /// The words of `draft`'s agent for what came of its ask.
    ///
    /// There is no way to an "allow" but through a ``VerifiedAnswer`` to this very input.
    public init(to draft: AskDraft, _ verdict: AnswerVerification.Verdict) {
        switch verdict {
        case .refused(let refusal): self = .silence(refusal.description)
        case .verified(let answer): self.init(to: draft, answer)
        }
    }

    /// The same for an answer that has been found good.
    public init(to draft: AskDraft, _ answer: VerifiedAnswer) {
        guard answer.inputDigest == draft.content.inputDigest else {
            self = .silence(AnswerVerification.Refusal.otherInput.description)
            return
        }
        guard let decision = PermissionDecision(answer.answer, to: draft) else {
            self = .silence("the answer does not fit what \(draft.agent.name) asked")
            return
        }
        guard let bytes = try? CanonicalJSON.encode(decision.json) else {
            self = .silence("the answer cannot be written as JSON")
            return
        }
        self = .decision(bytes)
    }
}
