import BellhopModel

extension DeviceAPI {
    /// Without an `Idempotency-Key`: the last report counts, and a token that comes back after another would be taken
    /// for the repetition of the first.
    func report(
        _ report: LiveActivityReport, of session: SessionID, key: Secret
    ) async throws(CancellationError) -> ServerReply<Void> {
        guard let body = try? CanonicalJSON.encode(report) else { return .unavailable(.unwritable) }
        return try await send(
            Call(.reportLiveActivity, session.description, body: body, key: key), as: Self.acknowledgement)
    }

    func setStartToken(
        _ token: DeviceToken?, of device: DeviceID, key: Secret
    ) async throws(CancellationError) -> ServerReply<Void> {
        guard let token else {
            return try await send(Call(.removePushToStart, device.description, key: key), as: Self.acknowledgement)
        }
        guard let body = try? CanonicalJSON.encode(PushToStartRequest(token: token)) else { return .unavailable(.unwritable) }
        return try await send(
            Call(.putPushToStart, device.description, body: body, key: key), as: Self.acknowledgement)
    }
}
