import BellhopModel

/// Checks an answer before it is sent.
enum AnswerPreflight {
    /// - Returns: the result when it is known without asking the server.
    static func result(for draft: AnswerDraft, at now: Timestamp, digesting: any Digesting) -> AnswerResult? {
        if let ask = draft.ask, let result = result(for: draft, to: ask, at: now, digesting: digesting) {
            return result
        }
        return now < draft.deadline ? nil : .tooLate
    }

    private static func result(
        for draft: AnswerDraft, to ask: Ask, at now: Timestamp, digesting: any Digesting
    ) -> AnswerResult? {
        // The text that was shown must be the text that is signed, even when a relay between agent and phone changed one.
        let digest = InputDigest.hex(of: ask.request.input, nonce: ask.request.nonce, sha256: digesting.sha256)
        guard digest == ask.request.inputDigest else { return .refused(message: AnswerMessages.inputForged) }
        guard draft.inputDigest == digest else { return .refused(message: AnswerMessages.inputChanged) }

        let answer = SignedAnswer(
            answer: draft.answer, deviceID: DeviceID(high: 0, low: 0), deviceName: "", signature: "")
        switch AskStateMachine.transition(of: .answered(answer, inputDigest: digest), for: ask, at: now) {
        case .resolve: return nil
        case .unchanged: return AnswerResult(of: ask, for: draft.answer)
        case .refuse(let refusal): return result(of: refusal)
        }
    }

    private static func result(of refusal: AskStateMachine.Refusal) -> AnswerResult? {
        switch refusal {
        case .answeredDifferently(let resolution): .answeredElsewhere(by: resolution)
        case .expired: .tooLate
        case .withdrawn(let resolution): .withdrawn(reason: resolution.reason)
        case .inputDiffers: .refused(message: AnswerMessages.inputChanged)
        case .answerDoesNotFit(let why): .refused(message: AnswerMessages.sentence(why))
        case .notDue: nil
        }
    }
}
