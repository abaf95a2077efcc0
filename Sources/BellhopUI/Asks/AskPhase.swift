import BellhopKit
public import BellhopModel

/// Where an ask's screen stands.
public enum AskPhase: Hashable, Sendable {
    case loading
    /// It is gone, or belongs to somebody else.
    case notFound
    /// The server could not be asked.
    case unavailable
    /// It waits for an answer.
    case open
    case sending
    /// Answered here; it is sent when there is a network, until the deadline.
    case queued
    case sent
    /// The agent took the answer.
    case agentWentOn
    case tooLate
    /// The deadline passed before the server could be reached.
    case expiredOffline
    case answeredElsewhere(Resolution)
    case withdrawn(WithdrawalReason?)
}

extension AskPhase {
    /// - Returns: `nil` when the answer was refused, and so the ask is as it was.
    init?(_ result: AnswerResult) {
        switch result {
        case .sent: self = .sent
        case .agentWentOn: self = .agentWentOn
        case .tooLate: self = .tooLate
        case .answeredElsewhere(let resolution): self = .answeredElsewhere(resolution)
        case .withdrawn(let reason): self = .withdrawn(reason)
        case .queuedOffline: self = .queued
        case .expiredOffline: self = .expiredOffline
        case .refused: return nil
        }
    }

    /// How the server says that it ended.
    init(_ resolution: Resolution) {
        switch resolution.state {
        case .pending: self = .open
        case .expired: self = .tooLate
        case .withdrawn: self = .withdrawn(resolution.reason)
        case .approved, .denied, .answered: self = .answeredElsewhere(resolution)
        }
    }
}
