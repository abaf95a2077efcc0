import BellhopModel
import BellhopPush
import BellhopStore

extension PlannedLiveActivityPush {
    /// - Throws: what the payload's writer throws.
    func push(for facts: ClaimedLiveActivity, in environment: PushEnvironment, at now: Timestamp) throws -> Push {
        let id = facts.activity.id
        return Push(
            id: .make(at: now), token: token, environment: environment, app: facts.device.app, kind: .liveActivity,
            payload: try payload(of: facts.session).encoded(), urgency: urgency, expiration: .at(expires),
            // Two starts that wait for a device that is off are one.
            collapseID: deed == .start ? "live-start-\(id)" : "live-\(id)")
    }

    private func payload(of session: AgentSession) -> PushPayload {
        var payload: PushPayload
        switch deed {
        case .start:
            let attributes = SessionAttributes(session)
            payload = .liveActivityStart(
                state, at: timestamp, stale: stale, attributesType: SessionAttributes.typeName,
                attributes: attributes.json,
                // The system wants one; what begins is no reason for a sound.
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
