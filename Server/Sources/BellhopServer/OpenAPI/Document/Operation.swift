import BellhopModel

/// What one endpoint takes and gives, beyond what ``Endpoint`` says.
struct Operation: Sendable {
    let endpoint: Endpoint
    /// What generated clients call it.
    let id: String
    var details = ""
    /// Besides the path's `{id}`, `{user}` and `Idempotency-Key`, which follow from the endpoint.
    var query: [Parameter] = []
    /// Of the path's `{id}`.
    var pathID: Schema = .id
    /// The name of the body it takes.
    var body: String?
    var isBodyRequired = true
    /// A key is looked at when one is sent, though none is asked for.
    var takesKey = false
    let successes: [Success]
    /// Errors beyond those that every endpoint of its kind has.
    var errors: [APIErrorCode] = []

    init(
        _ endpoint: Endpoint, id: String, details: String = "", query: [Parameter] = [], pathID: Schema = .id,
        body: String? = nil, isBodyRequired: Bool = true, takesKey: Bool = false, errors: [APIErrorCode] = [],
        _ successes: Success...
    ) {
        self.endpoint = endpoint
        self.id = id
        self.details = details
        self.query = query
        self.pathID = pathID
        self.body = body
        self.isBodyRequired = isBodyRequired
        self.takesKey = takesKey
        self.errors = errors
        self.successes = successes
    }

    /// Who may call it, in the order of the roles; `nil` for everyone.
    var roles: [Role]? {
        guard case .roles(let roles) = endpoint.access else { return nil }
        return Role.allCases.filter(roles.contains)
    }

    /// A POST of a known caller may name an `Idempotency-Key`.
    var isRepeatable: Bool { endpoint.method == .post && (roles != nil || takesKey) }

    var parameters: [Parameter] {
        var parameters = query
        if endpoint.path.contains("{id}") {
            parameters.insert(Parameter(name: "id", place: .path, schema: pathID, note: "Which one."), at: 0)
        }
        if endpoint.path.contains("{user}") {
            parameters.insert(Parameter(name: "user", place: .path, schema: .name, note: "Which user."), at: 1)
        }
        if isRepeatable { parameters.append(.idempotencyKey) }
        return parameters
    }

    /// What any route may answer, whoever calls it for whatever.
    static let commonErrors: Set<APIErrorCode> = [
        .unauthorized, .hostNotAllowed, .tooManyRequests, .internalError, .storageUnavailable, .shuttingDown,
    ]

    /// Every error it can answer with, in the order of the table: its own, and those of `RouteTable`, through which
    /// every request goes.
    var allErrors: [APIErrorCode] {
        var codes = Self.commonErrors
        if let roles {
            codes.insert(.forbidden)
            if roles.contains(.device) { codes.formUnion([.deviceNotTrusted, .keyStorageNotAllowed]) }
        }
        if endpoint.method != .get { codes.formUnion([.requestTimeout, .bodyTooLarge, .unsupportedMediaType]) }
        if isRepeatable { codes.formUnion([.invalidRequest, .idempotencyKeyReused]) }
        if body != nil { codes.formUnion([.invalidJSON, .invalidRequest]) }
        if !query.isEmpty { codes.insert(.invalidRequest) }
        if endpoint.path.contains("{id}") { codes.insert(.notFound) }
        codes.formUnion(errors)
        return APIErrorCode.allCases.filter(codes.contains)
    }

    /// The same, by status.
    var errorsByStatus: [(status: Int, codes: [APIErrorCode])] {
        Dictionary(grouping: allErrors, by: \.status).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
