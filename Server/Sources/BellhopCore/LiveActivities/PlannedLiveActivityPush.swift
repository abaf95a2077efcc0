import BellhopModel
import BellhopPush
import BellhopStore

extension PlannedLiveActivityPush {
    /// - Throws: errors of the payload encoder.
    func push(for facts: ClaimedLiveActivity, in environment: PushEnvironment, at now: Timestamp) throws -> Push {
        let id = facts.activity.id
        return Push(
            id: .make(at: now), token: token, environment: environment, app: facts.device.app, kind: .liveActivity,
            payload: try payload(of: facts.session).encoded(), urgency: urgency, expiration: .at(expires),
            // One collapse id for all starts: APNs delivers only the last to a device that was offline.
            collapseID: operation == .start ? "live-start-\(id)" : "live-\(id)")
    }

    private func payload(of session: AgentSession) -> PushPayload {
        var payload: PushPayload
        switch operation {
        case .start:
            let attributes = SessionAttributes(session)
            payload = .liveActivityStart(
                state, at: timestamp, stale: stale, attributesType: SessionAttributes.typeName,
                attributes: attributes.json,
                // ActivityKit requires an alert; a start needs no sound.
                alert: PushAlert(title: attributes.title, body: attributes.project ?? state.status.rawValue))
            payload.aps.sound = nil
        case .update:
            payload = .liveActivityUpdate(state, at: timestamp, stale: stale)
        case .end, .endFormer:
            payload = .liveActivityEnd(state, at: timestamp, dismissal: dismissal)
        }
        payload.aps.relevanceScore = state.status == .waiting ? 100 : 50
        return payload
    }
}

extension LiveActivityAttempt.Ending {
    /// The result of a push about a Live Activity, by the gateway's outcome.
    ///
    /// - Parameters:
    ///   - tokenAt: when the token was registered, if known; an older statement of the gateway does not apply to it.
    ///   - delay: the backoff after this attempt.
    ///   - credentialPause: the delay before the next send to a gateway that has refused our credential.
    init(
        _ outcome: Outcome, _ operation: LiveActivityAttempt.Operation, tokenAt: Timestamp?, at now: Timestamp,
        delay: Duration,
        credentialPause: Duration
    ) {
        switch outcome {
        case .accepted: self = .sent
        case .deferred(let deferral): self = .deferred(until: max(deferral.until ?? now, now + delay))
        case .rejected(let rejection):
            let reason = rejection.reason.rawValue
            switch rejection.cause {
            case .pushInvalid: self = .failed(reason: reason)
            case .deviceGone(let since?) where tokenAt.map { since < $0 } ?? false:
                self = .deferred(until: now + delay)
            case .deviceGone: self = .tokenGone(reason: reason)
            // A wrong app configuration has the same response, and the app does not report a start token twice.
            case .deviceSuspect: self = operation == .start ? .failed(reason: reason) : .tokenGone(reason: reason)
            case .credentialInvalid: self = .deferred(until: now + max(delay, credentialPause))
            }
        }
    }
}

extension Outcome {
    /// Indicates whether the push has reached the gateway, or may have reached it.
    var mayHaveArrived: Bool {
        switch self {
        case .accepted: true
        case .deferred(let deferral): [.connectionLost, .timeout].contains(deferral.reason)
        case .rejected: false
        }
    }
}
