import BellhopModel

/// The routes of the API that a device calls, over any transport.
struct DeviceAPI: Sendable {
    let transport: any APITransport
    let digesting: any Digesting
    /// Learns the server's time from its replies.
    var clock: ServerClock?

    /// One call, as it is sent each time.
    struct Call: Sendable {
        let method: Endpoint.Method
        /// With its query.
        let path: String
        var body: [UInt8]
        var key: Secret?
        /// Under which the server recognises a repetition.
        var idempotencyKey: String?
        var timeout: Duration
        var outlivesAppUntil: Timestamp?

        /// - Parameters:
        ///   - identifiers: one for each variable part of the path, in order.
        ///   - query: those without a value are left out.
        init(
            _ endpoint: Endpoint, _ identifiers: String..., query: [(String, String?)] = [], body: [UInt8] = [],
            key: Secret?, idempotencyKey: String? = nil, timeout: Duration = .seconds(15),
            outlivesAppUntil: Timestamp? = nil
        ) {
            method = endpoint.method
            let pairs = query.compactMap { name, value in value.map { "\(name)=\(PercentEncoding.segment($0))" } }
            path = endpoint.path(identifiers) + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
            self.body = body
            self.key = key
            self.idempotencyKey = idempotencyKey
            self.timeout = timeout
            self.outlivesAppUntil = outlivesAppUntil
        }
    }

    /// - Throws: only `CancellationError`.
    func send<Value: Sendable>(
        _ call: Call, as read: @Sendable ([UInt8]) throws -> Value
    ) async throws(CancellationError) -> ServerReply<Value> {
        var headers = ["accept": "application/json"]
        if let key = call.key { headers["authorization"] = "Bearer \(key.reveal())" }
        if !call.body.isEmpty { headers["content-type"] = "application/json" }
        if let name = call.idempotencyKey { headers["idempotency-key"] = name }
        let request = APIRequest(
            method: call.method, path: call.path, headers: headers, body: call.body, timeout: call.timeout,
            outlivesAppUntil: call.outlivesAppUntil)
        do {
            let sent = clock?.uptime
            let response = try await transport.send(request)
            let reply = ServerReplyReader.reply(to: response, as: read)
            if let clock, let sent, reply.isFromServer { await clock.learn(from: response, sent: sent) }
            return reply
        } catch {
            // Some transports say "cancelled" in errors of their own.
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            return .unavailable(.offline(Strings.current.serverUnreachable))
        }
    }

    func send<Value: Decodable & Sendable>(
        _ call: Call, as type: Value.Type = Value.self
    ) async throws(CancellationError) -> ServerReply<Value> {
        try await send(call) { try CanonicalJSON.decode(type, from: $0) }
    }

    /// The same request always has the same name, and another one another, so a repetition is known for what it is
    /// and a changed body is never taken for one.
    func idempotencyKey(for path: String, body: [UInt8]) -> String {
        Hex.encode(digesting.sha256(Array(path.utf8) + [0] + body).prefix(16))
    }
}
