import BellhopCore
import BellhopModel

/// An endpoint with the data for generated clients, documentation and the server that ``Endpoint`` lacks: its schemas,
/// its parameters, its responses and its handler.
struct Operation: Sendable {
    let route: APIRoute
    let types: (request: any (Codable & Sendable).Type, response: any (Codable & Sendable).Type)
    let details: String
    /// The parameters besides the path's `{id}` and `{user}` and `Idempotency-Key`, which follow from the route.
    let query: [Parameter]
    /// The schema of the path's `{id}`.
    let pathID: Schema
    /// The name of the component that describes its body.
    let body: String?
    let isBodyRequired: Bool
    /// `true` when a key is optional, but checked when sent.
    let takesKey: Bool
    let successes: [Success]
    let handle: @Sendable (Call) async throws -> Reply

    private init<Request, Response>(
        _ endpoint: Endpoint<Request, Response>, _ details: String, _ query: [Parameter], _ pathID: Schema,
        _ body: String?,
        _ isBodyRequired: Bool, _ takesKey: Bool, _ successes: [Success],
        _ handle: @escaping @Sendable (Call) async throws -> Reply
    ) {
        route = endpoint.route
        types = (Request.self, Response.self)
        self.details = details
        self.query = query
        self.pathID = pathID
        self.body = body
        self.isBodyRequired = isBodyRequired
        self.takesKey = takesKey
        self.successes = successes
        self.handle = handle
    }

    /// An operation whose handler creates the whole reply.
    init<Request, Response>(
        _ endpoint: Endpoint<Request, Response>, details: String = "", query: [Parameter] = [], pathID: Schema = .id,
        body: String? = nil, isBodyRequired: Bool = true, takesKey: Bool = false, _ successes: Success...,
        reply: @escaping @Sendable (Call) async throws -> Reply
    ) {
        self.init(endpoint, details, query, pathID, body, isBodyRequired, takesKey, successes, reply)
    }

    /// An operation whose handler returns the response's body, or nothing for an empty one.
    init<Response>(
        _ endpoint: Endpoint<EmptyBody, Response>, details: String = "", query: [Parameter] = [],
        pathID: Schema = .id, _ success: Success, handle: @escaping @Sendable (Call) async throws -> Response
    ) {
        self.init(endpoint, details, query, pathID, nil, false, false, [success]) { call in
            try .json(try await handle(call), status: success.status)
        }
    }

    /// An operation whose handler receives the request's body and returns the response's.
    init<Request, Response>(
        _ endpoint: Endpoint<Request, Response>, details: String = "", query: [Parameter] = [], pathID: Schema = .id,
        body: String, _ success: Success, handle: @escaping @Sendable (Request, Call) async throws -> Response
    ) {
        self.init(endpoint, details, query, pathID, body, true, false, [success]) { call in
            try .json(try await handle(try call.decode(), call), status: success.status)
        }
    }

    /// An operation whose handler stores the record of its reply in the transaction of its work.
    ///
    /// - Parameter empty: the request when there is no body; `nil` where the body is required.
    init<Request, Response>(
        _ endpoint: Endpoint<Request, Response>, details: String = "", pathID: Schema = .id, body: String,
        orEmpty empty: Request? = nil, _ success: Success,
        accept:
            @escaping @Sendable (Request, Call, ResponseRecorder<Response>?) async throws -> IdempotentResult<Response>
    ) {
        self.init(endpoint, details, [], pathID, body, empty == nil, false, [success]) { call in
            let request = if let empty, call.body.isEmpty { empty } else { try call.decode(Request.self) }
            return try await call.accepted(success.status) { try await accept(request, call, $0) }
        }
    }

    /// An operation whose body is optional, with the default `empty`.
    init<Request, Response>(
        _ endpoint: Endpoint<Request, Response>, details: String = "", pathID: Schema = .id, body: String,
        orEmpty empty: Request, _ success: Success,
        handle: @escaping @Sendable (Request, Call) async throws -> Response
    ) {
        self.init(endpoint, details, [], pathID, body, false, false, [success]) { call in
            try .json(try await handle(call.body.isEmpty ? empty : try call.decode(), call), status: success.status)
        }
    }
}

extension Operation {
    /// The roles that may call it, in the order of the roles; `nil` for everyone.
    var roles: [Role]? {
        guard case .roles(let roles) = route.access else { return nil }
        return Role.allCases.filter(roles.contains)
    }

    /// `true` when it accepts an `Idempotency-Key`: a POST of a known caller.
    var isRepeatable: Bool { route.method == .post && (roles != nil || takesKey) }

    var parameters: [Parameter] {
        var parameters = query
        if route.path.contains("{id}") {
            parameters.insert(Parameter(name: "id", place: .path, schema: pathID, note: "The id of the object."), at: 0)
        }
        if route.path.contains("{user}") {
            parameters.insert(
                Parameter(name: "user", place: .path, schema: .name, note: "The name of the user."), at: 1)
        }
        if isRepeatable { parameters.append(.idempotencyKey) }
        return parameters
    }

    /// The errors of every route.
    static let commonErrors: Set<APIErrorCode> = [
        .unauthorized, .hostNotAllowed, .tooManyRequests, .internalError, .storageUnavailable, .shuttingDown,
    ]

    /// Its errors, in the order of the table: its own, and those of `RequestPipeline`, which handles every request.
    var allErrors: [APIErrorCode] {
        var codes = Self.commonErrors
        if let roles {
            codes.insert(.forbidden)
            if roles.contains(.device) { codes.formUnion([.deviceNotTrusted, .keyStorageNotAllowed]) }
        }
        if route.method != .get { codes.formUnion([.requestTimeout, .bodyTooLarge, .unsupportedMediaType]) }
        if isRepeatable { codes.formUnion([.invalidRequest, .idempotencyKeyReused]) }
        if body != nil { codes.formUnion([.invalidJSON, .invalidRequest]) }
        if !query.isEmpty { codes.insert(.invalidRequest) }
        if route.path.contains("{id}") { codes.insert(.notFound) }
        codes.formUnion(route.errors)
        return APIErrorCode.allCases.filter(codes.contains)
    }

    /// Its errors by status.
    var errorsByStatus: [(status: Int, codes: [APIErrorCode])] {
        Dictionary(grouping: allErrors, by: \.status).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension Operation {
    /// Its description in the document.
    func json(tag: String, responses place: SchemaPlace) -> JSONValue {
        var members: [String: JSONValue] = [
            "operationId": .string(route.id), "summary": .string(route.summary), "tags": [.string(tag)],
            "responses": responses(in: place), "security": security,
        ]
        if !details.isEmpty { members["description"] = .string(details) }
        if !parameters.isEmpty { members["parameters"] = .array(parameters.map(\.json)) }
        if let body {
            members["requestBody"] = [
                "required": .bool(isBodyRequired),
                "content": ["application/json": ["schema": Schema.named(body).json(in: .request)]],
            ]
        }
        return .object(members)
    }

    /// One requirement for each role, because one of them is sufficient. OpenAPI 3.1 allows roles without OAuth.
    private var security: JSONValue {
        guard let roles else { return takesKey ? [[:], ["key": []]] : [] }
        return .array(roles.map { ["key": [.string($0.rawValue)]] })
    }

    private func responses(in place: SchemaPlace) -> JSONValue {
        var responses: [String: JSONValue] = [:]
        for success in successes {
            responses[String(success.status)] = success.json(isRepeatable: isRepeatable, in: place)
        }
        for (status, codes) in errorsByStatus { responses[String(status)] = ErrorResponse(codes: codes).reference }
        return .object(responses)
    }
}
