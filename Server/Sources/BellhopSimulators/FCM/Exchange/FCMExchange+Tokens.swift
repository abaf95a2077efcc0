import BellhopModel
import Synchronization

extension FCMExchange {
    /// Gives out an access token, or says why not.
    func token(_ request: FCMRequest, resume: (FCMAnswer) -> @Sendable () -> Void) -> FCMReaction {
        let now = clock()
        // Verifying a signature takes a while, which nobody has to wait for.
        let verdict = TokenInspection(request: request, accounts: state.withLock { $0.accounts }, now: now).verdict()
        return state.withLock { state in
            state.statistics.tokenRequests += 1
            switch verdict {
            case .failure(let refused):
                return FCMReaction(answer: FCMAnswer(refused.refusal))
            case .success(let account):
                let fault = state.tokenScript.next(for: "")
                if case .refuse(let refusal) = fault { return FCMReaction(answer: FCMAnswer(refusal), fault: fault) }
                state.statistics.tokensGiven += 1
                let token = "ya29.simulated-\(state.statistics.tokensGiven)-\(DeliveryID.make(at: now))"
                state.grants = state.grants.filter { $0.value.expiresAt > now }
                state.grants[token] = AccessGrant(account: account, expiresAt: now + configuration.tokenLifetime)
                let answer = FCMAnswer([
                    "access_token": .string(token), "token_type": "Bearer",
                    "expires_in": .integer(configuration.tokenLifetime.components.seconds),
                ])
                if fault == .hold { state.held.append(resume(answer)) }
                return FCMReaction(answer: answer, fault: fault)
            }
        }
    }

    /// What the `authorization` field was given out for; `nil` when it is none of ours, or over.
    func grant(_ authorization: String?, now: Timestamp) -> AccessGrant? {
        let scheme = "bearer "
        guard let authorization, authorization.prefix(scheme.count).lowercased() == scheme else { return nil }
        let grant = state.withLock { $0.grants[String(authorization.dropFirst(scheme.count))] }
        return grant.flatMap { $0.expiresAt > now ? $0 : nil }
    }
}
