import BellhopModel
import NIOConcurrencyHelpers

extension FCMBackend {
    /// Processes a send request.
    func send(
        _ request: FCMRequest, to project: String, connection: Int,
        resume: (SimulatedFCMResponse) -> @Sendable () -> Void
    ) -> FCMScriptedResponse {
        let now = clock()
        let inspection = FCMInspection(
            request, project: project, grant: grant(request.authorization, now: now), policy: configuration.devices,
            device: { token in self.state.withLockedValue { $0.devices[token] } })
        var refusal = FCMCheck.all.lazy.compactMap { $0.refusal(inspection) }.first
        return state.withLockedValue { state in
            if inspection.grant != nil,
                let wait = state.quotas[project, default: MinuteQuota()].take(
                    limit: configuration.messagesPerMinute, now: now)
            {
                refusal = .quotaExceeded(retryAfter: wait)
            }
            let fault = refusal == nil ? state.sendScript.next(for: inspection.token ?? "") : nil
            let id = "0:\(now.milliseconds)%\(state.statistics.requests)"
            var response = SimulatedFCMResponse(["name": .string("projects/\(project)/messages/\(id)")])
            if let refusal { response = SimulatedFCMResponse(refusal) }
            if case .refuse(let refusal) = fault { response = SimulatedFCMResponse(refusal) }
            if fault == .hold { state.held.append(resume(response)) }
            let isTest = inspection.json?["validate_only"]?.bool ?? inspection.json?["validateOnly"]?.bool ?? false
            if refusal == nil, fault?.delivers ?? true, !isTest,
                let message = DeliveredMessage(inspection, id: id, at: now)
            {
                state.queues[message.token.text, default: FCMDeviceQueue()].deliver(message)
            }
            let result = refusal.map(ReceivedMessage.Result.refused) ?? fault.map { .faulted($0) } ?? .accepted
            state.record(
                ReceivedMessage(
                    connection: connection, token: inspection.token ?? "", body: request.body, receivedAt: now,
                    result: result))
            return FCMScriptedResponse(response: response, fault: fault)
        }
    }
}

extension FCMBackend.State {
    fileprivate mutating func record(_ message: ReceivedMessage) {
        statistics.requests += 1
        if message.result == .accepted { statistics.accepted += 1 }
        log.append(message)
        observers.removeAll { if case .terminated = $0.yield(message) { true } else { false } }
    }
}

extension DeliveredMessage {
    /// Returns `nil` for a message to a topic, because subscriptions are not simulated.
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

extension FCMBackend {
    /// Processes a request for an access token.
    func token(_ request: FCMRequest, resume: (SimulatedFCMResponse) -> @Sendable () -> Void) -> FCMScriptedResponse {
        let now = clock()
        // The signature is verified outside of the lock, because that is slow.
        let verified = TokenInspection(request: request, accounts: state.withLockedValue { $0.accounts }, now: now)
            .verify()
        return state.withLockedValue { state in
            state.statistics.tokenRequests += 1
            switch verified {
            case .failure(let refusal):
                return FCMScriptedResponse(response: SimulatedFCMResponse(refusal))
            case .success(let account):
                let fault = state.tokenScript.next(for: "")
                if case .refuse(let refusal) = fault {
                    return FCMScriptedResponse(response: SimulatedFCMResponse(refusal), fault: fault)
                }
                state.statistics.tokensGiven += 1
                let token = "ya29.simulated-\(state.statistics.tokensGiven)-\(DeliveryID.make(at: now))"
                state.grants = state.grants.filter { $0.value.expiresAt > now }
                state.grants[token] = AccessGrant(account: account, expiresAt: now + configuration.tokenLifetime)
                let response = SimulatedFCMResponse([
                    "access_token": .string(token), "token_type": "Bearer",
                    "expires_in": .integer(configuration.tokenLifetime.components.seconds),
                ])
                if fault == .hold { state.held.append(resume(response)) }
                return FCMScriptedResponse(response: response, fault: fault)
            }
        }
    }

    /// The grant of the access token in the `authorization` field; `nil` when it is unknown or expired.
    func grant(_ authorization: String?, now: Timestamp) -> AccessGrant? {
        let scheme = "bearer "
        guard let authorization, authorization.prefix(scheme.count).lowercased() == scheme else { return nil }
        let grant = state.withLockedValue { $0.grants[String(authorization.dropFirst(scheme.count))] }
        return grant.flatMap { $0.expiresAt > now ? $0 : nil }
    }
}
