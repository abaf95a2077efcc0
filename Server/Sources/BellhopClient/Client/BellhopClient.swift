public import BellhopModel

/// Calls one Bellhop server with one key.
///
/// ``call(_:_:query:body:idempotencyKey:)`` calls any ``BellhopModel/Endpoint``. Every method throws ``ClientError``,
/// or `CancellationError` when its task is cancelled. Failed attempts are repeated for a few seconds (``RetryPolicy``);
/// POST requests carry an `Idempotency-Key`, the same for all attempts, so that they are executed once.
///
/// A client has its own thread and connections: keep one client, and call ``shutdown()`` at the end.
public final class BellhopClient: Sendable {
    public let address: ServerAddress
    let key: Secret?
    let configuration: Configuration
    let transport: HTTPTransport

    public struct Configuration: Sendable {
        /// A PEM file of certificate authorities that are trusted besides the system's.
        public var certificateAuthorityFile: String?
        /// The timeout of one connection attempt.
        public var connectTimeout: Duration = .seconds(5)
        /// The timeout of one attempt from its first to its last byte; waiting for an answer adds its own time.
        public var timeout: Duration = .seconds(10)
        /// The silence after which an event connection counts as dead: the server sends a ping every 30 seconds.
        public var longestSilence: Duration = .seconds(75)
        public var retry = RetryPolicy()
        public var time: ClientTime = .system

        public init(certificateAuthorityFile: String? = nil) {
            self.certificateAuthorityFile = certificateAuthorityFile
        }
    }

    /// - Parameter key: `nil` for routes without authentication.
    /// - Throws: ``ClientError/badFile(path:reason:)`` when the file of certificates cannot be read.
    public init(_ address: ServerAddress, key: Secret?, configuration: Configuration = .init()) throws(ClientError) {
        self.address = address
        self.key = key
        self.configuration = configuration
        transport = HTTPTransport(
            Connector(
                to: address, roots: try TrustRoots(file: configuration.certificateAuthorityFile),
                timeout: configuration.connectTimeout))
    }

    /// Creates a client like ``init(_:key:configuration:)``, with the address as text.
    public convenience init(
        url: String, key: Secret?, configuration: Configuration = .init()
    ) throws(ClientError) {
        try self.init(ServerAddress(url), key: key, configuration: configuration)
    }

    /// Starts to connect before the first call.
    public func connectEarly() { transport.connectEarly() }

    /// Closes all connections. Must be called once, before the client is released.
    public func shutdown() async { await transport.shutdown() }

    /// Runs `work` with a client that is shut down afterwards, whether `work` returns or throws.
    public static func with<Result>(
        _ address: ServerAddress, key: Secret?, configuration: Configuration = .init(),
        _ work: (BellhopClient) async throws -> Result
    ) async throws -> Result {
        let client = try BellhopClient(address, key: key, configuration: configuration)
        do {
            let result = try await work(client)
            await client.shutdown()
            return result
        } catch {
            await client.shutdown()
            throw error
        }
    }
}

extension BellhopClient {
    /// Calls an endpoint with a body, and repeats failed attempts.
    ///
    /// - Parameters:
    ///   - arguments: one for each parameter of the path, in order.
    ///   - query: names and values; names without a value are omitted.
    ///   - idempotencyKey: 1 to 255 printable ASCII characters; random by default. A second call with the same key and
    ///     body gets the first response.
    @discardableResult
    public func call<Request, Response>(
        _ endpoint: Endpoint<Request, Response>, _ arguments: any CustomStringConvertible & Sendable...,
        query: APIQuery = [:], body: Request, idempotencyKey: String? = nil
    ) async throws -> Response {
        var call = Call(endpoint.route, arguments, query: query, idempotencyKey: idempotencyKey)
        call.body = try CanonicalJSON.encode(body)
        return try decode(Response.self, from: try await perform(call))
    }

    /// Calls an endpoint without a body, and repeats failed attempts.
    @discardableResult
    public func call<Response>(
        _ endpoint: Endpoint<EmptyBody, Response>, _ arguments: any CustomStringConvertible & Sendable...,
        query: APIQuery = [:]
    ) async throws -> Response {
        try decode(Response.self, from: try await perform(Call(endpoint.route, arguments, query: query)))
    }

    /// Registers devices that never answer, such as those of another server. Needs an admin's key.
    ///
    /// - Parameter devices: at most ``APILimits/imports``, each as a ``DeviceRegistration`` with its user and its app,
    ///   which the server checks.
    public func importDevices(_ devices: [some Encodable & Sendable]) async throws -> ImportedDevices {
        var call = Call(API.importDevices.route)
        call.body = try CanonicalJSON.encode(["devices": devices])
        return try decode(ImportedDevices.self, from: try await perform(call))
    }

    /// Checks once that the server's database works.
    public func checkReadiness() async throws {
        _ = try await attempt(Call(API.readiness.route), within: configuration.timeout)
    }

    /// Diagnoses the server, in one attempt. The server calls its gateways, which takes seconds when one is
    /// unreachable.
    public func diagnose(_ request: DiagnosisRequest = DiagnosisRequest()) async throws -> Diagnosis {
        var call = Call(API.diagnose.route)
        call.body = try CanonicalJSON.encode(request)
        return try decode(Diagnosis.self, from: try await attempt(call, within: .seconds(45)))
    }

    /// Sends one request unchanged, once, and returns the response of any status: for callers with their own protocol
    /// and retries, such as an app's core.
    ///
    /// The client's key is sent unless `headers` has an `Authorization` field. A body is declared as JSON unless
    /// `headers` has another `Content-Type`.
    ///
    /// - Parameters:
    ///   - target: the path with its query, beginning with `/`.
    ///   - limit: the timeout of the whole exchange; by default the configuration's.
    /// - Throws: ``ClientError`` when there is no reply, `CancellationError` when the task is cancelled.
    public func send(
        _ method: String, _ target: String, headers: [String: String] = [:], body: [UInt8] = [],
        within limit: Duration? = nil
    ) async throws -> HTTPReply {
        // RFC 9110 §9.2.2; other requests are idempotent by their key.
        let isRepeatable =
            ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"].contains(method)
            || headers.keys.contains { $0.lowercased() == "idempotency-key" }
        return try await send(
            method, target, headers: headers, body: body, isRepeatable: isRepeatable,
            within: limit ?? configuration.timeout)
    }

    private func send(
        _ method: String, _ target: String, headers: [String: String], body: [UInt8], isRepeatable: Bool,
        within limit: Duration
    ) async throws -> HTTPReply {
        var fields = headers
        let names = Set(headers.keys.map { $0.lowercased() })
        if let key, !names.contains("authorization") { fields["Authorization"] = try Self.authorization(key) }
        if !body.isEmpty, !names.contains("content-type") { fields["Content-Type"] = "application/json" }
        if !names.contains("accept") { fields["Accept"] = "application/json" }
        if !names.contains("user-agent") { fields["User-Agent"] = "bellhop" }
        return try await transport.send(
            method, target, headers: fields, body: body.isEmpty ? nil : body, isRepeatable: isRepeatable, within: limit)
    }

    /// - Throws: ``ClientError/badKey(_:)`` for an invalid key, most often one that was copied with its line break.
    static func authorization(_ key: Secret) throws(ClientError) -> String {
        let key = key.reveal()
        guard key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .badKey("The key contains a space, a line break or another invalid character: copy it again.")
        }
        return "Bearer \(key)"
    }
}

extension BellhopClient {
    /// One call of an endpoint, equal for all attempts.
    struct Call: Sendable {
        let route: APIRoute
        /// The path with its query.
        let target: String
        var body: [UInt8] = []
        /// The key of every attempt of a POST; by default 128 random bits in hex.
        let idempotencyKey: String?

        init(
            _ route: APIRoute, _ arguments: [any CustomStringConvertible & Sendable] = [], query: APIQuery = [:],
            idempotencyKey: String? = nil
        ) {
            self.route = route
            target = route.target(arguments.map(\.description), query: query)
            self.idempotencyKey = route.method == .post ? idempotencyKey ?? Hex.random(bytes: 16) : nil
        }
    }

    /// Attempts `call` until it succeeds, fails permanently, or the time of the retry policy is over.
    func perform(_ call: Call) async throws -> HTTPReply {
        let (time, policy) = (configuration.time, configuration.retry)
        let end = time.now() + policy.timeLimit
        var failures = 0
        while true {
            do {
                return try await attempt(call, within: configuration.timeout)
            } catch let error as ClientError where error.isRetryable {
                guard call.route.repetition == .allowed || !error.mayHaveSucceeded else { throw error }
                failures += 1
                let pause = policy.pause(after: failures, retryAfter: error.retryAfter)
                guard time.now() + pause < end else { throw error }
                try await time.sleep(pause)
            }
        }
    }

    /// Makes one attempt, and throws for any status except success.
    func attempt(_ call: Call, within limit: Duration) async throws -> HTTPReply {
        let headers = call.idempotencyKey.map { ["Idempotency-Key": $0] } ?? [:]
        let reply = try await send(
            call.route.method.rawValue, call.target, headers: headers, body: call.body,
            isRepeatable: call.route.repetition == .allowed, within: limit)
        if let error = ClientError(reply, from: address) { throw error }
        return reply
    }

    func decode<Value: Decodable>(_ type: Value.Type, from reply: HTTPReply) throws -> Value {
        if let empty = EmptyBody() as? Value { return empty }
        do {
            return try CanonicalJSON.decode(type, from: reply.body)
        } catch {
            throw ClientError.unexpectedReply(
                address: address.description, status: reply.status, reason: "the body is not a valid \(type)")
        }
    }
}
