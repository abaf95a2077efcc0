import BellhopModel

/// A response that is not an error.
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
    /// Header fields that may come with it: name and meaning.
    var fields: [(name: String, note: String)] = []
    /// Operations that take the `id` of this response in their path.
    var leadsTo: [String] = []

    static func json(_ body: String, status: Int = 200, _ note: String, leadsTo: [String] = []) -> Success {
        Success(status: status, note: note, content: .json(.named(body)), leadsTo: leadsTo)
    }

    static func noContent(_ note: String) -> Success { Success(status: 204, note: note) }

    /// The components that it names.
    var names: Set<String> { if case .json(let schema) = content { schema.names } else { [] } }

    /// - Parameter isRepeatable: the request may name an `Idempotency-Key`.
    func json(isRepeatable: Bool, in place: SchemaPlace) -> JSONValue {
        var members: [String: JSONValue] = ["description": .string(note)]
        switch content {
        case .json(let schema): members["content"] = ["application/json": ["schema": schema.json(in: place)]]
        case .text(let type): members["content"] = .object([type: ["schema": ["type": "string"]]])
        case .none: break
        }
        var headers = Dictionary(fields.map { ($0.name, Self.header($0.note)) }, uniquingKeysWith: { _, last in last })
        if isRepeatable {
            headers["Idempotency-Replayed"] = Self.header("`true` where this is the first response once more.")
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
