import BellhopModel
import Synchronization

extension FCMExchange {
    /// Takes a message, or says why not.
    func send(
        _ request: FCMRequest, to project: String, connection: Int, resume: (FCMAnswer) -> @Sendable () -> Void
    ) -> FCMReaction {
        let now = clock()
        let inspection = FCMInspection(
            request, project: project, grant: grant(request.authorization, now: now), policy: configuration.devices,
            device: { token in self.state.withLock { $0.devices[token] } })
        var refusal = FCMCheck.all.lazy.compactMap { $0.refusal(inspection) }.first
        return state.withLock { state in
            if inspection.grant != nil,
                let wait = state.quotas[project, default: MinuteQuota()].take(
                    limit: configuration.messagesPerMinute, now: now)
            {
                refusal = .quotaExceeded(retryAfter: wait)
            }
            let fault = refusal == nil ? state.sendScript.next(for: inspection.token ?? "") : nil
            let id = "0:\(now.milliseconds)%\(state.statistics.requests)"
            var answer = FCMAnswer(["name": .string("projects/\(project)/messages/\(id)")])
            if let refusal { answer = FCMAnswer(refusal) }
            if case .refuse(let refusal) = fault { answer = FCMAnswer(refusal) }
            if fault == .hold { state.held.append(resume(answer)) }
            let isTest = inspection.json?["validate_only"]?.bool ?? inspection.json?["validateOnly"]?.bool ?? false
            if refusal == nil, fault?.delivers ?? true, !isTest,
                let message = DeliveredMessage(inspection, id: id, at: now)
            {
                state.mailboxes[message.token.text, default: FCMMailbox()].post(message)
            }
            let result = refusal.map(ReceivedMessage.Result.refused) ?? fault.map { .faulted($0) } ?? .accepted
            state.record(
                ReceivedMessage(
                    connection: connection, token: inspection.token ?? "", body: request.body, receivedAt: now,
                    result: result))
            return FCMReaction(answer: answer, fault: fault)
        }
    }
}

extension FCMExchange.State {
    fileprivate mutating func record(_ message: ReceivedMessage) {
        statistics.requests += 1
        if message.result == .accepted { statistics.accepted += 1 }
        log.append(message)
        observers.removeAll { if case .terminated = $0.yield(message) { true } else { false } }
    }
}

extension DeliveredMessage {
    /// `nil` for a message to a topic: nobody can subscribe here.
    fileprivate init?(_ inspection: FCMInspection, id: String, at now: Timestamp) {
        guard let token = inspection.token.flatMap({ DeviceToken($0) }) else { return nil }
        let notification = inspection.notification
        self.init(
            token: token, id: id, data: inspection.data.compactMapValues(\.string), notification: notification,
            isHigh: inspection.android?["priority"]?.string?.uppercased() == "HIGH",
            lifetime: AndroidMessage.lifetime(inspection.android?["ttl"]?.string) ?? AndroidMessage.longestLifetime,
            collapseKey: inspection.android?["collapse_key"]?.string ?? (notification == nil ? nil : "the app"),
            receivedAt: now)
    }
}
