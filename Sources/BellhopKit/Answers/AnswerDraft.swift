import BellhopModel

/// An answer as the person gave it, and what they saw when they did.
struct AnswerDraft: Hashable, Sendable {
    var askID: AskID
    var answer: Answer
    /// The digest of the input, as the ask or its notification named it.
    var inputDigest: String
    var deadline: Timestamp
    /// The whole ask, when it is loaded. A notification carries an extract only.
    var ask: Ask?

    /// From a notification's action.
    init(askID: AskID, answer: Answer, inputDigest: String, deadline: Timestamp) {
        self.askID = askID
        self.answer = answer
        self.inputDigest = inputDigest
        self.deadline = deadline
    }

    /// From the ask itself. The deadline is always the ask's own: it is part of what is signed.
    init(to ask: Ask, _ answer: Answer, inputDigest: String? = nil) {
        askID = ask.id
        self.answer = answer
        self.inputDigest = inputDigest ?? ask.request.inputDigest
        deadline = ask.deadline
        self.ask = ask
    }
}
