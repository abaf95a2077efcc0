import BellhopModel

/// A response of an operation that is not an error.
struct Success: Sendable {
    enum Content: Sendable {
        case json(Schema)
        /// Text of this media type.
        case text(String)
        case none
    }

    let status: Int
    let note: String
    var content: Content = .none
    /// Header fields of the response: name and meaning.
    var fields: [(name: String, note: String)] = []
    /// The operations that take the `id` of this response in their path.
    var leadsTo: [String] = []

    static func json(_ body: String, status: Int = 200, _ note: String, leadsTo: [String] = []) -> Success {
        Success(status: status, note: note, content: .json(.named(body)), leadsTo: leadsTo)
    }

    static func noContent(_ note: String) -> Success { Success(status: 204, note: note) }

    /// The names of its components.
    var names: Set<String> { if case .json(let schema) = content { schema.names } else { [] } }

    /// - Parameter isRepeatable: whether the request may name an `Idempotency-Key`.
    func json(isRepeatable: Bool, in place: SchemaPlace) -> JSONValue {
        var members: [String: JSONValue] = ["description": .string(note)]
        switch content {
        case .json(let schema): members["content"] = ["application/json": ["schema": schema.json(in: place)]]
        case .text(let type): members["content"] = .object([type: ["schema": ["type": "string"]]])
        case .none: break
        }
        var headers = Dictionary(fields.map { ($0.name, Self.header($0.note)) }, uniquingKeysWith: { _, last in last })
        if isRepeatable {
            headers["Idempotency-Replayed"] = Self.header("`true` if this is a replay of the first response.")
        }
        if !headers.isEmpty { members["headers"] = .object(headers) }
        if !leadsTo.isEmpty {
            members["links"] = .object(
                Dictionary(
                    leadsTo.map { ($0, ["operationId": .string($0), "parameters": ["id": "$response.body#/id"]]) },
                    uniquingKeysWith: { _, last in last }))
        }
        return .object(members)
    }

    private static func header(_ note: String) -> JSONValue {
        ["description": .string(note), "schema": ["type": "string"]]
    }
}

/// The response of one status with one or more errors, shared by all operations that have the same.
struct ErrorResponse: Hashable, Sendable {
    let codes: [APIErrorCode]

    var name: String { codes.map(\.rawValue).joined(separator: "_or_") }

    var reference: JSONValue { ["$ref": .string("#/components/responses/\(name)")] }

    var json: JSONValue {
        let code: JSONValue = ["enum": .array(codes.map { .string($0.rawValue) })]
        var headers: [String: JSONValue] = [:]
        if codes.contains(.unauthorized) {
            headers["WWW-Authenticate"] = ["description": "`Bearer`.", "schema": ["type": "string"]]
        }
        if codes.contains(where: { [429, 503].contains($0.status) }) {
            headers["Retry-After"] = [
                "description": "Seconds to wait before the next attempt.",
                "schema": ["type": "integer", "minimum": 1],
            ]
        }
        return [
            "description": .string(
                codes.map { "`\($0.rawValue)`: \($0.meaning) \($0.remedy)" }.joined(separator: "\n\n")),
            "headers": .object(headers),
            "content": [
                "application/json": [
                    "schema": [
                        "$ref": "#/components/schemas/Error",
                        "properties": ["error": ["properties": ["code": code]]],
                    ]
                ]
            ],
        ]
    }
}
