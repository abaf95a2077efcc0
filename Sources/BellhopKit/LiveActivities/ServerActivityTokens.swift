import BellhopModel

/// Reports tokens of Live Activities to a Bellhop server, as the paired device.
struct ServerActivityTokens: ActivityTokenPort {
    let api: DeviceAPI
    let registrar: Registrar

    func report(_ token: [UInt8], of session: SessionID) async -> ActivityTokenReceipt {
        guard let token = DeviceToken(bytes: token) else { return .refused }
        return await send(LiveActivityReport(token: token), of: session)
    }

    func revoke(_ token: [UInt8]?, of session: SessionID) async -> ActivityTokenReceipt {
        await send(LiveActivityReport(token: token.flatMap { DeviceToken(bytes: $0) }, state: .ended), of: session)
    }

    private func send(_ report: LiveActivityReport, of session: SessionID) async -> ActivityTokenReceipt {
        await send(isRevocation: report.state == .ended) { credentials throws(CancellationError) in
            try await api.perform(API.reportLiveActivity, session, body: report, key: credentials.key)
        }
    }

    func reportStart(_ token: [UInt8]?) async -> ActivityTokenReceipt {
        let address = token.map { DeviceToken(bytes: $0) }
        // A token without bytes is invalid.
        if case .some(.none) = address { return .refused }
        let receipt = await send(isRevocation: token == nil) { credentials throws(CancellationError) in
            guard case .some(.some(let token)) = address else {
                return try await api.perform(API.removePushToStart, credentials.deviceID, key: credentials.key)
            }
            return try await api.perform(
                API.putPushToStart, credentials.deviceID, body: PushToStartRequest(token: token), key: credentials.key)
        }
        // The system reports the token only once, so a refused report is retried: an older server does not know the route
        // until it is upgraded.
        return receipt == .refused && token != nil ? .unavailable : receipt
    }

    private func send(
        isRevocation: Bool,
        _ call: (DeviceCredentials) async throws(CancellationError) -> ServerReply<Void>
    ) async -> ActivityTokenReceipt {
        switch await registrar.credentials() {
        case .locked: return .unavailable
        // The server removes a device's tokens with the device.
        case .unpaired: return isRevocation ? .taken : .unavailable
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
    /// The server side of ``LiveActivitySync``.
    public nonisolated var activityTokens: any ActivityTokenPort {
        ServerActivityTokens(api: calls.api, registrar: calls.registrar)
    }
}
