import BellhopModel

/// What the kit itself has to say to a person about an answer, in plain words of their language.
enum AnswerWording {
    static var inputForged: String { Words.current.answerInputForged }
    static var inputChanged: String { Words.current.answerInputChanged }
    static var keyRevoked: String { Words.current.answerKeyRevoked }
    static var notPaired: String { Words.current.answerNotPaired }
    static var otherOwner: String { Words.current.answerOtherOwner }
    static var storageFull: String { Words.current.answerStorageFull }
    static var storageLocked: String { Words.current.answerStorageLocked }
    static var incomplete: String { Words.current.answerIncomplete }
    static var unknownAsk: String { Words.current.answerUnknownAsk }

    static func alreadyAnswered(_ answer: Answer) -> String {
        Words.current.answerAlreadyAnswered(answer: summary(of: answer))
    }

    static func summary(of answer: Answer) -> String {
        let words = Words.current
        switch answer {
        case .approve: return words.answerApproved
        case .approveAndRemember: return words.answerRemembered
        case .deny(nil, let interrupt): return interrupt ? words.answerStopped : words.answerDenied
        case .deny(let message?, let interrupt):
            return interrupt
                ? words.answerStoppedSaying(message: message) : words.answerDeniedSaying(message: message)
        case .replies(let replies):
            let texts = replies.map { ($0.selected + [$0.text].compactMap(\.self)).joined(separator: ", ") }
            return words.answerQuoted(text: texts.joined(separator: "; "))
        }
    }

    /// `text` with a capital first letter and a full stop.
    static func sentence(_ text: String) -> String {
        let end = text.last.map { ".!?".contains($0) } == true ? "" : "."
        return text.prefix(1).uppercased() + text.dropFirst() + end
    }
}
