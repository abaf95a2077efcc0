import BellhopModel

/// What the kit itself has to say to a person about an answer, in plain words of their language.
enum AnswerWording {
    static var inputForged: String { Strings.current.answerInputForged }
    static var inputChanged: String { Strings.current.answerInputChanged }
    static var keyRevoked: String { Strings.current.answerKeyRevoked }
    static var notPaired: String { Strings.current.answerNotPaired }
    static var otherOwner: String { Strings.current.answerOtherOwner }
    static var storageFull: String { Strings.current.answerStorageFull }
    static var storageLocked: String { Strings.current.answerStorageLocked }
    static var incomplete: String { Strings.current.answerIncomplete }
    static var unknownAsk: String { Strings.current.answerUnknownAsk }

    static func alreadyAnswered(_ answer: Answer) -> String {
        Strings.current.answerAlreadyAnswered(answer: summary(of: answer))
    }

    static func summary(of answer: Answer) -> String {
        let words = Strings.current
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
