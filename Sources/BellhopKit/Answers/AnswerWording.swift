import BellhopModel

/// What the kit itself has to say to a person about an answer, in plain words.
enum AnswerWording {
    static let inputForged =
        "Nothing was sent: what this request shows is not what its fingerprint stands for."
    static let inputChanged =
        "Nothing was decided: the request is not the one you saw any more. Read it again, then answer."
    static let keyRevoked = "Nothing was sent: the server no longer knows this device. Pair it again."
    static let notPaired = "Nothing was sent: this device is not paired with a server."
    static let otherOwner = "Nothing was sent: this device belongs to another user now."
    static let storageFull = "Nothing was sent: the answer could not be kept. Is the device's storage full?"
    static let storageLocked = "Nothing was sent: unlock the device once after its restart, then answer again."
    static let incomplete =
        "Nothing was sent: the notification does not say what exactly it asks. Open the app to answer."
    static let unknownAsk = "Nothing was sent: there is no such request."

    static func alreadyAnswered(_ answer: Answer) -> String {
        "This device already answered: \(summary(of: answer)). That answer stands."
    }

    static func summary(of answer: Answer) -> String {
        switch answer {
        case .approve: return "approved"
        case .deny(nil): return "denied"
        case .deny(let message?): return "denied, “\(message)”"
        case .replies(let replies):
            let texts = replies.map { ($0.selected + [$0.text].compactMap(\.self)).joined(separator: ", ") }
            return "“\(texts.joined(separator: "; "))”"
        }
    }

    /// `text` with a capital first letter and a full stop.
    static func sentence(_ text: String) -> String {
        let end = text.last.map { ".!?".contains($0) } == true ? "" : "."
        return text.prefix(1).uppercased() + text.dropFirst() + end
    }
}
