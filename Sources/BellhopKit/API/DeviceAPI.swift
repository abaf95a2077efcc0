import BellhopModel

/// The API as a device calls it, over any transport.
struct DeviceAPI: Sendable {
    /// The number of items that a list is requested with.
    static let pageSize = 100

    let transport: any APITransport
    let digesting: any Digesting
    /// The estimate of the server's time, updated by every reply.
    var clock: ServerClock?
}

extension DeviceAPI {
    /// Calls an endpoint without a body once.
    ///
    /// - Parameters:
    ///   - arguments: one for each parameter of the path, in order.
    ///   - query: names and values; those without a value are left out.
    ///   - key: the device's key; `nil` before it is paired.
    func call<Response>(
        _ endpoint: Endpoint<EmptyBody, Response>, _ arguments: any CustomStringConvertible & Sendable...,
        query: APIQuery = [:], key: Secret?, timeout: Duration = .seconds(15)
    ) async throws(CancellationError) -> ServerReply<Response> {
        let request = Self.request(endpoint.route, arguments, query: query, key: key, timeout: timeout)
        return try await send(request, as: Self.read)
    }

    /// Calls an endpoint with a body once.
    func call<Request, Response>(
        _ endpoint: Endpoint<Request, Response>, body: Request, key: Secret?
    ) async throws(CancellationError) -> ServerReply<Response> {
        guard let body = try? CanonicalJSON.encode(body) else { return .unavailable(.unwritable) }
        return try await send(Self.request(endpoint.route, [], body: body, key: key), as: Self.read)
    }

    /// Calls an endpoint without a body once, and accepts any response of the server.
    ///
    /// - Parameter idempotencyKey: identifies a repetition of the request. Omit it for requests of which the last one
    ///   counts: the server would treat a value that returns after another one as a repetition of the first request.
    func perform<Response>(
        _ endpoint: Endpoint<EmptyBody, Response>, _ arguments: any CustomStringConvertible & Sendable...,
        key: Secret?, idempotencyKey: String? = nil
    ) async throws(CancellationError) -> ServerReply<Void> {
        let request = Self.request(endpoint.route, arguments, key: key, idempotencyKey: idempotencyKey)
        return try await send(request, as: Self.acknowledge)
    }

    /// Calls an endpoint with a body once, and accepts any response of the server.
    func perform<Request, Response>(
        _ endpoint: Endpoint<Request, Response>, _ arguments: any CustomStringConvertible & Sendable...,
        body: Request, key: Secret?, idempotencyKey: String? = nil
    ) async throws(CancellationError) -> ServerReply<Void> {
        guard let body = try? CanonicalJSON.encode(body) else { return .unavailable(.unwritable) }
        let request = Self.request(endpoint.route, arguments, body: body, key: key, idempotencyKey: idempotencyKey)
        return try await send(request, as: Self.acknowledge)
    }

    /// Lists the asks that wait for an answer: the newest ``pageSize``.
    func pendingAsks(key: Secret) async throws(CancellationError) -> ServerReply<Page<Ask>> {
        try await call(API.listAsks, query: ["state": "pending", "limit": Self.pageSize], key: key)
    }

    /// Answers an ask, under an idempotency key that follows from the answer.
    ///
    /// - Parameter end: the moment after which the answer must not be sent, by the device's clock.
    func answer(
        _ id: AskID, _ answer: AnswerRequest, key: Secret, timeout: Duration, until end: Timestamp
    ) async throws(CancellationError) -> ServerReply<Ask> {
        guard let body = try? CanonicalJSON.encode(answer) else { return .unavailable(.unwritable) }
        let idempotencyKey = idempotencyKey(for: API.answerAsk.path(id.description), body: body)
        let request = Self.request(
            API.answerAsk.route, [id], body: body, key: key, idempotencyKey: idempotencyKey, timeout: timeout,
            outlivesAppUntil: end)
        return try await send(request, as: Self.read)
    }

    /// The idempotency key of a request: the same for the same path and body, different for any other.
    func idempotencyKey(for path: String, body: [UInt8]) -> String {
        Hex.encode(digesting.sha256(Array(path.utf8) + [0] + body).prefix(16))
    }

    /// - Throws: only `CancellationError`.
    private func send<Value: Sendable>(
        _ request: APIRequest, as read: @Sendable ([UInt8]) throws -> Value
    ) async throws(CancellationError) -> ServerReply<Value> {
        do {
            let sent = clock?.uptime
            let response = try await transport.send(request)
            let reply = ServerReplyReader.reply(to: response, as: read)
            if let clock, let sent, reply.isFromServer { await clock.learn(from: response, sent: sent) }
            return reply
        } catch {
            // Some transports report a cancellation as an error of their own.
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            return .unavailable(.offline(Strings.current.serverUnreachable))
        }
    }

    private static func request(
        _ route: APIRoute, _ arguments: [any CustomStringConvertible & Sendable], query: APIQuery = [:],
        body: [UInt8] = [], key: Secret?, idempotencyKey: String? = nil, timeout: Duration = .seconds(15),
        outlivesAppUntil end: Timestamp? = nil
    ) -> APIRequest {
        var headers = ["accept": "application/json"]
        if let key { headers["authorization"] = "Bearer \(key.reveal())" }
        if !body.isEmpty { headers["content-type"] = "application/json" }
        if let idempotencyKey { headers["idempotency-key"] = idempotencyKey }
        return APIRequest(
            method: route.method, path: route.target(arguments.map(\.description), query: query), headers: headers,
            body: body, timeout: timeout, outlivesAppUntil: end)
    }

    @Sendable private static func read<Value: Decodable>(_ body: [UInt8]) throws -> Value {
        try CanonicalJSON.decode(Value.self, from: body)
    }

    /// Accepts an empty body or JSON. A captive portal's page with status 200 is neither.
    @Sendable private static func acknowledge(_ body: [UInt8]) throws {
        if !body.isEmpty { _ = try CanonicalJSON.decode(JSONValue.self, from: body) }
    }
}

extension Unavailability {
    fileprivate static var unwritable: Self { Self(message: Strings.current.serverUnwritable, isOffline: false) }
}
