import BellhopModel

/// Tells a Bellhop server the tokens of Live Activities, as the paired device.
struct ServerActivityTokens: ActivityTokenPort {
    let api: DeviceAPI
    let registrar: Registrar

    func report(_ token: [UInt8], of session: SessionID) async -> ActivityTokenReceipt {
        guard let token = DeviceToken(bytes: token) else { return .refused }
        return await tell(LiveActivityReport(token: token), of: session)
    }

    func takeBack(_ token: [UInt8]?, of session: SessionID) async -> ActivityTokenReceipt {
        await tell(LiveActivityReport(token: token.flatMap { DeviceToken(bytes: $0) }, state: .ended), of: session)
    }

    private func tell(_ report: LiveActivityReport, of session: SessionID) async -> ActivityTokenReceipt {
        await tell(isTakingBack: report.state == .ended) { credentials throws(CancellationError) in
            try await api.perform(API.reportLiveActivity, session, body: report, key: credentials.key)
        }
    }

    func reportStart(_ token: [UInt8]?) async -> ActivityTokenReceipt {
        let address = token.map { DeviceToken(bytes: $0) }
        // A token of no bytes is none.
        if case .some(.none) = address { return .refused }
        let receipt = await tell(isTakingBack: token == nil) { credentials throws(CancellationError) in
            guard case .some(.some(let token)) = address else {
                return try await api.perform(API.removePushToStart, credentials.deviceID, key: credentials.key)
            }
            return try await api.perform(
                API.putPushToStart, credentials.deviceID, body: PushToStartRequest(token: token), key: credentials.key)
        }
        // It is said once: a server that does not know the route may be a newer one tomorrow.
        return receipt == .refused && token != nil ? .unavailable : receipt
    }

    private func tell(
        isTakingBack: Bool,
        _ call: (DeviceCredentials) async throws(CancellationError) -> ServerReply<Void>
    ) async -> ActivityTokenReceipt {
        switch await registrar.credentials() {
        case .locked: return .unavailable
        // With the device the server has forgotten its tokens.
        case .unpaired: return isTakingBack ? .taken : .unavailable
        case .found(let credentials):
            guard let reply = try? await call(credentials) else { return .unavailable }
            switch reply {
            case .value: return .taken
            case .unavailable: return .unavailable
            case .refused(let refusal):
                guard refusal.code == .unauthorized else { return .refused }
                await registrar.keyRejected(credentials.key)
                return .unavailable
            }
        }
    }
}

extension Bellhop {
    /// Where ``LiveActivitySync`` tells the tokens of Live Activities.
    public nonisolated var activityTokens: any ActivityTokenPort {
        ServerActivityTokens(api: api, registrar: registrar)
    }
}
