import BellhopModel

/// What the server's word means for an answer. Pure.
enum AnswerVerdict: Hashable, Sendable {
    case ended(AnswerResult)
    case tryAgain(atLeast: Duration?)
    /// The server does not know this device's key.
    case keyRejected(AnswerResult)

    static func of(_ reply: ServerReply<Ask>, to draft: AnswerRecord) -> Self {
        switch reply {
        case .value(let ask):
            guard ask.id == draft.askID, let result = result(of: ask, for: draft.answer) else {
                return .tryAgain(atLeast: nil)
            }
            return .ended(result)
        case .unavailable(let why): return .tryAgain(atLeast: why.retryAfter)
        case .refused(let refusal): return of(refusal)
        }
    }

    /// - Returns: `nil` while the ask is pending.
    static func result(of ask: Ask, for answer: Answer) -> AnswerResult? {
        guard let resolution = ask.resolution else { return nil }
        switch resolution.state {
        case .pending: return nil
        case .expired: return .tooLate
        case .withdrawn: return .withdrawn(reason: resolution.reason)
        case .approved, .denied, .answered:
            guard resolution.answer?.answer == answer else { return .answeredElsewhere(by: resolution) }
            return ask.appliedAt == nil ? .sent(ask) : .agentWentOn(ask)
        }
    }

    private static func of(_ refusal: Refusal) -> Self {
        switch refusal.code {
        case .askExpired: return .ended(.tooLate)
        case .askWithdrawn: return .ended(.withdrawn(reason: refusal.resolution?.reason))
        case .askAlreadyAnswered:
            guard let resolution = refusal.resolution else { return .ended(.refused(message: refusal.message)) }
            return .ended(.answeredElsewhere(by: resolution))
        case .inputDigestMismatch: return .ended(.refused(message: AnswerWording.inputChanged))
        case .unauthorized: return .keyRejected(.refused(message: AnswerWording.keyRevoked))
        default: return .ended(.refused(message: refusal.message))
        }
    }
}
