import BellhopModel

/// What the texts of an answer must keep to. Whether it fits the ask is for `AskStateMachine` to say.
enum AnswerRules {
    static func check(_ answer: Answer) throws {
        switch answer {
        case .approve: break
        // Each has to be one that the ask offers, and those were checked.
        case .approveAndRemember: break
        case .deny(let message, _): try check(message)
        case .replies(let replies): for reply in replies { try check(reply.text) }
        }
    }

    private static func check(_ text: String?) throws {
        guard let text else { return }
        guard FieldRules.isStorable(text) else {
            throw APIError(.answerDoesNotFit, "A text must not hold U+0000.")
        }
        guard text.utf8.count > APILimits.text, text.count > APILimits.text else { return }
        throw APIError(
            .answerDoesNotFit, "A text of \(text.count) characters; at most \(APILimits.text) are taken.")
    }
}
