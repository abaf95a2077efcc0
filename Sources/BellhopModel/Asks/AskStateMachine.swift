/// The rules for the life of an ask, as a pure function: ask + event → transition.
///
/// `pending → approved | denied | answered | expired | withdrawn`, exactly once. The store applies the transition
/// atomically; the loser of a race asks again and receives the winner's resolution. Form and size of a new ask are
/// checked by the server before, against ``APILimits``.
public enum AskStateMachine {
    public enum Event: Hashable, Sendable {
        case answered(SignedAnswer, inputDigest: String)
        case withdrawn(WithdrawalReason)
        case deadlineReached
    }

    public enum Transition: Hashable, Sendable {
        /// The ask ends with this resolution now.
        case resolve(Resolution)
        /// The ask has already ended with the same resolution; the caller returns the same receipt again.
        case unchanged(Resolution)
        case refuse(Refusal)
    }

    public enum Refusal: Error, Hashable, Sendable {
        /// Another answer came first.
        case answeredDifferently(Resolution)
        /// The deadline has passed.
        case expired(deadline: Timestamp)
        case withdrawn(Resolution)
        /// The answer names the digest of another input.
        case inputDiffers
        /// The answer does not fit the ask, such as an approval of a question or an option that was not offered.
        case answerDoesNotFit(String)
        /// The deadline has not been reached.
        case notDue
    }

    public static func transition(of event: Event, for ask: Ask, at now: Timestamp) -> Transition {
        switch event {
        case .answered(let answer, let digest): transition(of: answer, about: digest, for: ask, at: now)
        case .withdrawn(let reason): withdrawal(for: reason, of: ask, at: now)
        case .deadlineReached: expiry(of: ask, at: now)
        }
    }

    private static func transition(
        of answer: SignedAnswer, about digest: String, for ask: Ask, at now: Timestamp
    ) -> Transition {
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

    private static func withdrawal(for reason: WithdrawalReason, of ask: Ask, at now: Timestamp) -> Transition {
        if let resolution = ask.resolution {
            return resolution.state == .withdrawn ? .unchanged(resolution) : .refuse(.answeredDifferently(resolution))
        }
        guard now < ask.deadline else { return .refuse(.expired(deadline: ask.deadline)) }
        return .resolve(Resolution(state: .withdrawn, at: now, reason: reason))
    }

    private static func expiry(of ask: Ask, at now: Timestamp) -> Transition {
        if let resolution = ask.resolution {
            return resolution.state == .expired ? .unchanged(resolution) : .refuse(.answeredDifferently(resolution))
        }
        guard now >= ask.deadline else { return .refuse(.notDue) }
        return .resolve(Resolution(state: .expired, at: ask.deadline))
    }

    /// The reason why `answer` does not fit `request`, as an error message; `nil` when it fits.
    private static func mismatch(of answer: Answer, with request: AskRequest.Content) -> String? {
        switch answer {
        case .approve:
            return request.isApproval ? nil : "this ask needs replies to its questions, not an approval"
        case .approveAndRemember(let rules):
            return request.isApproval
                ? mismatch(of: rules, with: request.rules) : "this ask needs replies to its questions, not an approval"
        case .deny:
            return nil
        case .replies(let replies):
            guard !request.isApproval else { return "this ask needs approve or deny, not a reply" }
            guard replies.count == request.questions.count else {
                return "\(request.questions.count) replies expected, one for each question; got \(replies.count)"
            }
            for (reply, question) in zip(replies, request.questions) {
                if let problem = mismatch(of: reply, with: question) { return problem }
            }
            return nil
        }
    }

    private static func mismatch(of rules: [PermissionRule], with offered: [PermissionRule]) -> String? {
        guard !rules.isEmpty else { return "remember is empty: leave it out, or list the rules" }
        guard Set(rules).count == rules.count else { return "a rule is listed twice" }
        let unknown = rules.first { !offered.contains($0) }
        return unknown.map { "\($0.text.debugDescription) for \($0.scope.rawValue) is not one of the rules" }
    }

    private static func mismatch(of reply: Reply, with question: Question) -> String? {
        if reply.selected.isEmpty, reply.text?.isEmpty ?? true { return "a reply needs an option or a text" }
        if reply.selected.count > 1, !question.multiSelect { return "only one option may be chosen" }
        if reply.text != nil, !question.allowsText { return "this question does not accept a typed text" }
        let offered = Set(question.options.map(\.label))
        if let unknown = reply.selected.first(where: { !offered.contains($0) }) {
            return "\(unknown.debugDescription) is not one of the options"
        }
        return nil
    }
}
