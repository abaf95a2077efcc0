import BellhopModel

/// How many items a list is asked for at once.
enum PageLimit {
    static let items = 100
}

extension DeviceAPI {
    /// Without an `Idempotency-Key`: the last registration counts, and a token that comes back after another would be
    /// taken for the repetition of the first.
    func register(
        _ registration: DeviceRegistration, key: Secret?
    ) async throws(CancellationError) -> ServerReply<RegisteredDevice> {
        guard let body = try? CanonicalJSON.encode(registration) else { return .unavailable(.unwritable) }
        return try await send(
            Call(endpoint: .registerDevice, path: Endpoint.registerDevice.path, body: body, key: key))
    }

    func removeDevice(_ id: DeviceID, key: Secret) async throws(CancellationError) -> ServerReply<Void> {
        try await send(
            Call(endpoint: .removeDevice, path: Endpoint.removeDevice.path("\(id)"), key: key), as: Self.acknowledgement
        )
    }

    /// - Parameter end: when it must not be sent any more, by the device's clock.
    func answer(
        _ id: AskID, _ request: AnswerRequest, key: Secret, timeout: Duration, until end: Timestamp
    ) async throws(CancellationError) -> ServerReply<Ask> {
        guard let body = try? CanonicalJSON.encode(request) else { return .unavailable(.unwritable) }
        let path = Endpoint.answerAsk.path("\(id)")
        return try await send(
            Call(
                endpoint: .answerAsk, path: path, body: body, key: key,
                idempotencyKey: idempotencyKey(for: path, body: body), timeout: timeout, outlivesAppUntil: end))
    }

    func ask(
        _ id: AskID, key: Secret, timeout: Duration = .seconds(15)
    ) async throws(CancellationError) -> ServerReply<Ask> {
        try await send(Call(endpoint: .getAsk, path: Endpoint.getAsk.path("\(id)"), key: key, timeout: timeout))
    }

    func pendingAsks(key: Secret) async throws(CancellationError) -> ServerReply<Page<Ask>> {
        let path = "\(Endpoint.listAsks.path)?state=pending&limit=\(PageLimit.items)"
        return try await send(Call(endpoint: .listAsks, path: path, key: key))
    }

    func history(key: Secret) async throws(CancellationError) -> ServerReply<Page<UserNotification>> {
        let path = "\(Endpoint.notificationHistory.path)?limit=\(PageLimit.items)"
        return try await send(Call(endpoint: .notificationHistory, path: path, key: key))
    }

    func sessions(key: Secret) async throws(CancellationError) -> ServerReply<Page<AgentSession>> {
        try await send(Call(endpoint: .listSessions, path: Endpoint.listSessions.path, key: key))
    }

    func sendReceipt(_ receipt: Receipt, key: Secret) async throws(CancellationError) -> ServerReply<Void> {
        guard let body = try? CanonicalJSON.encode(receipt) else { return .unavailable(.unwritable) }
        return try await send(
            Call(endpoint: .sendReceipt, path: Endpoint.sendReceipt.path, body: body, key: key),
            as: Self.acknowledgement)
    }

    func markRead(_ id: NotificationID, key: Secret) async throws(CancellationError) -> ServerReply<Void> {
        try await send(
            Call(endpoint: .readNotification, path: Endpoint.readNotification.path("\(id)"), key: key),
            as: Self.acknowledgement)
    }

    /// Nothing or JSON: a sign-in page that answers 200 is neither.
    static let acknowledgement: @Sendable ([UInt8]) throws -> Void = { body in
        if !body.isEmpty { _ = try CanonicalJSON.decode(JSONValue.self, from: body) }
    }
}

extension Unavailability {
    static var unwritable: Self { Self(message: Words.current.serverUnwritable, isOffline: false) }
}
