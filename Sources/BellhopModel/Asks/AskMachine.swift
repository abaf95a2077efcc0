/// The life of an ask as a pure function: an ask and something that happens to it give what follows.
///
/// `pending → approved | denied | answered | expired | withdrawn`, exactly once. The store applies the transition
/// atomically; whoever loses the race asks again and is told what the winner did.
public enum AskStateMachine {
    public enum Happening: Hashable, Sendable {
        case answered(SignedAnswer, inputDigest: String)
        case withdrawn(WithdrawalReason)
        case deadlineReached
    }

    public enum Consequence: Hashable, Sendable {
        /// The ask ends this way, now.
        case resolve(Resolution)
        /// It had already ended this very way: the same receipt again.
        case unchanged(Resolution)
        case refuse(Refusal)
    }

    public enum Refusal: Error, Hashable, Sendable {
        /// Somebody gave a different answer before.
        case answeredDifferently(Resolution)
        /// The deadline has passed.
        case expired(deadline: Timestamp)
        case withdrawn(Resolution)
        /// The answer is about another input than the ask's.
        case inputDiffers
        /// The answer does not fit the ask: an approval of a question, an option that was not offered.
        case answerDoesNotFit(String)
        /// The deadline has not been reached.
        case notDue
    }

    public static func consequence(of happening: Happening, for ask: Ask, at now: Timestamp) -> Consequence {
        switch happening {
        case .answered(let answer, let digest): consequence(of: answer, about: digest, for: ask, at: now)
        case .withdrawn(let reason): withdrawal(for: reason, of: ask, at: now)
        case .deadlineReached: expiry(of: ask, at: now)
        }
    }

    private static func consequence(
        of answer: SignedAnswer, about digest: String, for ask: Ask, at now: Timestamp
    ) -> Consequence {
        guard digest == ask.request.inputDigest else { return .refuse(.inputDiffers) }
        if let problem = mismatch(of: answer.answer, with: ask.request) { return .refuse(.answerDoesNotFit(problem)) }
        if let resolution = ask.resolution {
            if let given = resolution.answer {
                return given.answer == answer.answer
                    ? .unchanged(resolution) : .refuse(.answeredDifferently(resolution))
            }
            return resolution.state == .withdrawn
                ? .refuse(.withdrawn(resolution)) : .refuse(.expired(deadline: ask.deadline))
        }
        guard now < ask.deadline else { return .refuse(.expired(deadline: ask.deadline)) }
        return .resolve(Resolution(state: answer.answer.state, at: now, answer: answer))
    }

    private static func withdrawal(for reason: WithdrawalReason, of ask: Ask, at now: Timestamp) -> Consequence {
        if let resolution = ask.resolution {
            return resolution.state == .withdrawn ? .unchanged(resolution) : .refuse(.answeredDifferently(resolution))
        }
        guard now < ask.deadline else { return .refuse(.expired(deadline: ask.deadline)) }
        return .resolve(Resolution(state: .withdrawn, at: now, reason: reason))
    }

    private static func expiry(of ask: Ask, at now: Timestamp) -> Consequence {
        if let resolution = ask.resolution {
            return resolution.state == .expired ? .unchanged(resolution) : .refuse(.answeredDifferently(resolution))
        }
        guard now >= ask.deadline else { return .refuse(.notDue) }
        return .resolve(Resolution(state: .expired, at: ask.deadline))
    }

    /// What is wrong with `answer` as an answer to `request`, in words for the person who sent it.
    private static func mismatch(of answer: Answer, with request: AskRequest.Content) -> String? {
        switch answer {
        case .approve:
            return request.isApproval ? nil : "this ask wants a reply to its question, not an approval"
        case .approveAndRemember(let rules):
            return request.isApproval
                ? mismatch(of: rules, with: request.rules) : "this ask wants a reply to its question, not an approval"
        case .deny:
            return nil
        case .replies(let replies):
            guard !request.isApproval else { return "this ask wants approve or deny, not a reply" }
            guard replies.count == request.questions.count else {
                return "\(request.questions.count) replies expected, one for each question; got \(replies.count)"
            }
            for (reply, question) in zip(replies, request.questions) {
                if let problem = mismatch(of: reply, with: question) { return problem }
            }
            return nil
        }
    }

    private static func mismatch(of rules: [OfferedRule], with offered: [OfferedRule]) -> String? {
        guard !rules.isEmpty else { return "this approval says that something is remembered, but not what" }
        guard Set(rules).count == rules.count else { return "a rule is remembered twice" }
        let unknown = rules.first { !offered.contains($0) }
        return unknown.map { "\($0.text.debugDescription) for \($0.scope.rawValue) is not one of the rules" }
    }

    private static func mismatch(of reply: Reply, with question: Question) -> String? {
        if reply.selected.isEmpty, reply.text?.isEmpty ?? true { return "a reply needs an option or a text" }
        if reply.selected.count > 1, !question.multiSelect { return "only one option may be chosen" }
        if reply.text != nil, !question.allowsText { return "this question takes no text of your own" }
        let offered = Set(question.options.map(\.label))
        if let unknown = reply.selected.first(where: { !offered.contains($0) }) {
            return "\(unknown.debugDescription) is not one of the options"
        }
        return nil
    }
}
