import BellhopModel

/// What can be known about an answer before it is sent. Pure.
enum AnswerPreflight {
    /// - Returns: what came of the answer already, or `nil` when it has to be sent to find out.
    static func result(for draft: AnswerDraft, at now: Timestamp, digesting: any Digesting) -> AnswerResult? {
        if let ask = draft.ask, let result = result(for: draft, to: ask, at: now, digesting: digesting) {
            return result
        }
        return now < draft.deadline ? nil : .tooLate
    }

    private static func result(
        for draft: AnswerDraft, to ask: Ask, at now: Timestamp, digesting: any Digesting
    ) -> AnswerResult? {
        // What was shown and what is signed must be one and the same text, whoever stands between agent and phone.
        let digest = InputDigest.hex(of: ask.request.input, nonce: ask.request.nonce, sha256: digesting.sha256)
        guard digest == ask.request.inputDigest else { return .refused(message: AnswerWording.inputForged) }
        guard draft.inputDigest == digest else { return .refused(message: AnswerWording.inputChanged) }

        let answer = SignedAnswer(
            answer: draft.answer, deviceID: DeviceID(high: 0, low: 0), deviceName: "", signature: "")
        switch AskStateMachine.transition(of: .answered(answer, inputDigest: digest), for: ask, at: now) {
        case .resolve: return nil
        case .unchanged: return AnswerVerdict.result(of: ask, for: draft.answer)
        case .refuse(let refusal): return result(of: refusal)
        }
    }

    private static func result(of refusal: AskStateMachine.Refusal) -> AnswerResult? {
        switch refusal {
        case .answeredDifferently(let resolution): .answeredElsewhere(by: resolution)
        case .expired: .tooLate
        case .withdrawn(let resolution): .withdrawn(reason: resolution.reason)
        case .inputDiffers: .refused(message: AnswerWording.inputChanged)
        case .answerDoesNotFit(let why): .refused(message: AnswerWording.sentence(why))
        case .notDue: nil
        }
    }
}
