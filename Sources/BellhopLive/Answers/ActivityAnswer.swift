public import BellhopModel

/// An answer that was given in a Live Activity.
public struct ActivityAnswer: Hashable, Sendable {
    public let askID: AskID
    public let answer: Answer
    /// Of what the activity showed; see ``AskRequest/Content/inputDigest``.
    public let inputDigest: String
    public let deadline: Timestamp

    public init(askID: AskID, answer: Answer, inputDigest: String, deadline: Timestamp) {
        self.askID = askID
        self.answer = answer
        self.inputDigest = inputDigest
        self.deadline = deadline
    }

    /// Out of an intent's parameters, which outlive versions of the app.
    ///
    /// - Parameter deadline: in milliseconds, as text: an integer parameter of an intent is shown with separators.
    /// - Returns: `nil` when they name no ask.
    init?(askID: String, answer: Answer, inputDigest: String, deadline: String) {
        guard let id = AskID(askID), let deadline = Int64(deadline), !inputDigest.isEmpty else { return nil }
        self.init(
            askID: id, answer: answer, inputDigest: inputDigest, deadline: Timestamp(milliseconds: deadline))
    }
}
