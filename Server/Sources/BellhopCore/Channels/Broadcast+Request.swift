import BellhopModel
import BellhopPush

extension Broadcast {
    /// What a request becomes at the moment `now`, which orders it among the channel's updates.
    ///
    /// - Throws: `APIError` `invalid_request`, also when the payload is larger than a broadcast may be: nothing in
    ///   somebody else's state can be shortened.
    init(_ request: BroadcastRequest, to channel: ChannelID, at now: Timestamp) throws {
        try ChannelRules.check(request)
        let payload = try PushPayload(request, at: now).encoded()
        guard payload.count <= PayloadLimits.broadcast else {
            throw APIError(
                .invalidRequest,
                "content_state: the payload has \(payload.count) bytes; \(PayloadLimits.broadcast) are taken")
        }
        let expiresIn = request.expiresIn ?? 0
        self.init(
            id: .make(at: now), channel: channel, environment: request.environment, app: request.app, payload: payload,
            urgency: request.priority == .considerate ? .considerate : .immediate,
            expiration: expiresIn > 0 ? now + .seconds(expiresIn) : nil)
    }
}

extension PushPayload {
    fileprivate init(_ request: BroadcastRequest, at now: Timestamp) {
        let push = LiveActivityPush(
            event: request.event == .end ? .end : .update, timestamp: now, contentState: .object(request.contentState),
            staleDate: request.staleIn.map { now + .seconds($0) },
            dismissalDate: request.dismissIn.map { now + .seconds($0) })
        let alert = request.alert.map { PushAlert(title: $0.title, body: $0.body) }
        self.init(aps: APS(alert: alert, sound: alert == nil ? nil : .default, liveActivity: push))
    }
}
