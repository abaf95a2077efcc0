public import BellhopModel

/// The result of an answer, for the person who gave it.
public enum AnswerResult: Codable, Hashable, Sendable {
    /// The server accepted the answer, which decided the ask.
    case sent(Ask)
    /// The agent received the answer and continued.
    case agentWentOn(Ask)
    /// The deadline had passed: the agent no longer waits.
    case tooLate
    /// Another answer was first; the resolution has its device and time.
    case answeredElsewhere(by: Resolution)
    /// The agent no longer needs an answer, for example because it was given in the terminal.
    case withdrawn(reason: WithdrawalReason?)
    /// The answer was not sent, or the server refused it. Another attempt may succeed.
    case refused(message: String)
    /// The answer waits for the network until the deadline.
    case queuedOffline
    /// The deadline passed before the server was reachable.
    case expiredOffline

    /// The result is final. Two final results may be replaced: ``sent(_:)`` by ``agentWentOn(_:)``, and
    /// ``expiredOffline`` by the server's result when only its receipt was lost.
    public var isFinal: Bool { self != .queuedOffline }
}

/// A result and its answer.
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

extension AnswerResult {
    /// The result for `answer`, from the server's state of its ask; `nil` while the ask is pending.
    init?(of ask: Ask, for answer: Answer) {
        guard let resolution = ask.resolution else { return nil }
        switch resolution.state {
        case .pending: return nil
        case .expired: self = .tooLate
        case .withdrawn: self = .withdrawn(reason: resolution.reason)
        case .approved, .denied, .answered:
            guard resolution.answer?.answer == answer else {
                self = .answeredElsewhere(by: resolution)
                return
            }
            self = ask.appliedAt == nil ? .sent(ask) : .agentWentOn(ask)
        }
    }

    /// The ask no longer waits for an answer.
    var endsAsk: Bool {
        switch self {
        case .sent, .agentWentOn, .tooLate, .answeredElsewhere, .withdrawn, .expiredOffline: true
        case .refused, .queuedOffline: false
        }
    }
}
