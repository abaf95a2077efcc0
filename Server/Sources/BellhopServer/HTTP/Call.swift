import BellhopCore
import BellhopFoundation
import BellhopModel
import BellhopStore
import Hummingbird
import Logging
import NIOCore

/// One authenticated request, as a handler gets it.
final class Call: Sendable {
    let request: Request
    let context: BellhopContext
    let services: Services
    let credentials: Credentials
    /// The caller's key, or the key whose rights its session has; `nil` only on routes that are open to everyone.
    let caller: KeyRecord?
    /// The caller's login to the console.
    let session: ConsoleSession?
    /// The whole body; empty if there is none.
    let body: [UInt8]
    /// The schema of the body; `nil` for a route without a body.
    let schema: RequestSchema?
    /// Creates the record of this call's reply; `nil` without an `Idempotency-Key`.
    let idempotency: IdempotencyClaim?

    init(
        request: Request, context: BellhopContext, services: Services, credentials: Credentials, caller: KeyRecord?,
        session: ConsoleSession?, body: [UInt8], schema: RequestSchema?, idempotency: IdempotencyClaim?
    ) {
        self.request = request
        self.context = context
        self.services = services
        self.credentials = credentials
        self.caller = caller
        self.session = session
        self.body = body
        self.schema = schema
        self.idempotency = idempotency
    }

    /// The caller of a route that only keys may call.
    func key() throws -> KeyRecord {
        guard let caller else { throw APIError(.unauthorized) }
        return caller
    }

    /// Validates and decodes the body.
    ///
    /// - Throws: ``APIError`` `invalid_json`, or `invalid_request` with the field's name and the accepted values.
    func decode<Body: Decodable>(_ type: Body.Type = Body.self) throws -> Body {
        guard let schema else { throw APIError(.internalError) }
        return try RequestBody(body, as: schema).decode()
    }

    /// The percent-decoded path parameter `name`.
    func parameter(_ name: String) -> String {
        let text = context.parameters.get(name) ?? ""
        return PercentEncoding.decode(text[...]) ?? text
    }

    /// The path parameter `{id}`. An invalid id is not found.
    func id<Kind>() throws -> Identifier<Kind> {
        let text = context.parameters.get("id") ?? ""
        guard let id = Identifier<Kind>(text) else {
            throw APIError(.notFound, "\(text.debugDescription) is not an id.")
        }
        return id
    }

    /// The path parameter `{parameter}`.
    func externalID<Kind>(_ parameter: String = "id") throws -> ExternalID<Kind> {
        let text = self.parameter(parameter)
        guard let name = ExternalID<Kind>(text) else {
            throw APIError(.notFound, "\(text.debugDescription) is not an id.")
        }
        return name
    }

    /// The query parameter `name` as a `Value`; `nil` when it was not sent. The operation's schema has accepted it.
    func query<Value: LosslessStringConvertible>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
        guard let text = request.uri.queryParameters[Substring(name)] else { return nil }
        guard let value = Value(String(text)) else {
            throw APIError(.invalidRequest, "\(name): \(String(text).debugDescription) is not valid.")
        }
        return value
    }

    /// The query parameter `name` for a body that lacks `field`.
    func query<Value: LosslessStringConvertible>(
        _ name: String, instead value: Value?, of field: String
    ) throws -> Value? {
        let given = try query(name, as: Value.self)
        guard value == nil || given == nil else {
            throw APIError(.invalidRequest, "\(field): also given in the query; omit one of them.")
        }
        return value ?? given
    }

    /// The maximum number of items of a list; 50 by default.
    func limit() throws -> Int { try query("limit") ?? 50 }
}

extension Call {
    /// Replies with the value that `accept` accepted, or with the first reply when the request is a repetition.
    ///
    /// - Parameters:
    ///   - kept: the body for repetitions; by default the same. It omits secrets that are shown once.
    ///   - accept: gets a function that creates the record of the reply, which it stores in the transaction of its
    ///     work; `nil` without an idempotency key.
    func accepted<Value: Encodable & Sendable>(
        _ status: Int,
        keeping kept: @escaping @Sendable (Value) throws -> [UInt8] = { try CanonicalJSON.encode($0) },
        _ accept: (ResponseRecorder<Value>?) async throws -> IdempotentResult<Value>
    ) async throws -> Reply {
        let recorder = idempotency.map { claim in
            { @Sendable (value: Value) throws -> IdempotencyRecord in
                claim.record(status: status, body: try kept(value))
            }
        }
        switch try await accept(recorder) {
        case .accepted(let value):
            var reply = try Reply.json(value, status: status)
            reply.isKept = true
            return reply
        case .repeated(let record):
            guard let idempotency else { throw APIError(.internalError) }
            try idempotency.check(record)
            return .repeated(record.status, record.body)
        }
    }
}

/// Hummingbird's context of a request, with its connection.
struct BellhopContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let connection: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        connection = source.channel
    }
}
