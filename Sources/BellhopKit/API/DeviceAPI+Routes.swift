import BellhopModel

/// How many items a list is asked for at once.
enum PageLimit {
    static let items = 100
    static let query: (String, String?) = ("limit", String(items))
}

extension DeviceAPI {
    /// Without an `Idempotency-Key`: the last registration counts, and a token that comes back after another would be
    /// taken for the repetition of the first.
    func register(
        _ registration: DeviceRegistration, key: Secret?
    ) async throws(CancellationError) -> ServerReply<RegisteredDevice> {
        guard let body = try? CanonicalJSON.encode(registration) else { return .unavailable(.unwritable) }
        return try await send(Call(.registerDevice, body: body, key: key))
    }

    func removeDevice(_ id: DeviceID, key: Secret) async throws(CancellationError) -> ServerReply<Void> {
        try await send(Call(.removeDevice, id.description, key: key), as: Self.acknowledgement)
    }

    /// - Parameter end: when it must not be sent any more, by the device's clock.
    func answer(
        _ id: AskID, _ request: AnswerRequest, key: Secret, timeout: Duration, until end: Timestamp
    ) async throws(CancellationError) -> ServerReply<Ask> {
        guard let body = try? CanonicalJSON.encode(request) else { return .unavailable(.unwritable) }
        var call = Call(
            .answerAsk, id.description, body: body, key: key, timeout: timeout, outlivesAppUntil: end)
        call.idempotencyKey = idempotencyKey(for: call.path, body: body)
        return try await send(call)
    }

    func ask(
        _ id: AskID, key: Secret, timeout: Duration = .seconds(15)
    ) async throws(CancellationError) -> ServerReply<Ask> {
        try await send(Call(.getAsk, id.description, key: key, timeout: timeout))
    }

    func pendingAsks(key: Secret) async throws(CancellationError) -> ServerReply<Page<Ask>> {
        try await send(Call(.listAsks, query: [("state", "pending"), PageLimit.query], key: key))
    }

    func sessions(key: Secret) async throws(CancellationError) -> ServerReply<Page<AgentSession>> {
        try await send(Call(.listSessions, key: key))
    }

    func sendReceipt(_ receipt: Receipt, key: Secret) async throws(CancellationError) -> ServerReply<Void> {
        guard let body = try? CanonicalJSON.encode(receipt) else { return .unavailable(.unwritable) }
        return try await send(Call(.sendReceipt, body: body, key: key), as: Self.acknowledgement)
    }

    func markRead(_ id: NotificationID, key: Secret) async throws(CancellationError) -> ServerReply<Void> {
        try await send(Call(.readNotification, id.description, key: key), as: Self.acknowledgement)
    }

    /// Nothing or JSON: a sign-in page that answers 200 is neither.
    static let acknowledgement: @Sendable ([UInt8]) throws -> Void = { body in
        if !body.isEmpty { _ = try CanonicalJSON.decode(JSONValue.self, from: body) }
    }
}

extension Unavailability {
    static var unwritable: Self { Self(message: Strings.current.serverUnwritable, isOffline: false) }
}
