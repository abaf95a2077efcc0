public import BellhopModel

/// What came of an answer, for the person who gave it.
public enum AnswerResult: Codable, Hashable, Sendable {
    /// The server has it, and it decided the ask.
    case sent(Ask)
    /// The agent took it and went on.
    case agentWentOn(Ask)
    /// The deadline had passed: the agent no longer waits.
    case tooLate
    /// Somebody gave another answer first: what, who and when.
    case answeredElsewhere(by: Resolution)
    /// The agent no longer needs an answer, for example because it was given in the terminal.
    case withdrawn(reason: WithdrawalReason?)
    /// It was not sent, or not taken, and why. Another attempt may succeed.
    case refused(message: String)
    /// It waits for the network, until the deadline.
    case queuedOffline
    /// The deadline passed before the server could be reached.
    case expiredOffline

    /// Whether this is the end of it. Only ``sent(_:)`` can still become ``agentWentOn(_:)``, and
    /// ``expiredOffline``, when the server did get the answer and only its receipt was lost, what the server says.
    public var isFinal: Bool { self != .queuedOffline }
}

/// A result, and of what.
public struct AnswerReport: Hashable, Sendable {
    public let askID: AskID
    public let answer: Answer
    public let result: AnswerResult

    public init(askID: AskID, answer: Answer, result: AnswerResult) {
        self.askID = askID
        self.answer = answer
        self.result = result
    }
}
