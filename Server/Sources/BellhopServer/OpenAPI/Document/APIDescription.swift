import BellhopModel

/// The whole API in words that machines read: what `GET /openapi.json` gives, and what `GET /docs` is made from.
struct APIDescription: Sendable {
    let chapters: [Chapter]

    var operations: [Operation] { chapters.flatMap(\.operations) }
    var bodies: [BodyDescription] { chapters.flatMap(\.bodies) }

    static let introduction = """
        Notifications that come back with an answer. JSON in UTF-8; times are RFC 3339 in UTC, ids are UUIDs. A request \
        with an unknown field is refused; responses may gain fields. Bodies have at most 1 MiB.
        """

    /// The document, as OpenAPI 3.1.
    ///
    /// - Throws: `EncodingError`, for an example that cannot be written.
    var json: JSONValue {
        get throws {
            [
                "openapi": "3.1.1",
                "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
                "info": [
                    "title": "Bellhop", "version": .string(BellhopVersion.current),
                    "description": .string(Self.introduction),
                    "license": ["name": "Apache License 2.0", "identifier": "Apache-2.0"],
                ],
                "servers": [["url": "/", "description": "The server that this document comes from."]],
                "tags": .array(chapters.map { ["name": .string($0.title), "description": .string($0.note)] }),
                "paths": paths,
                "components": ["schemas": try schemas, "responses": responses, "securitySchemes": Self.keys],
            ]
        }
    }

    private var paths: JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        let place = SchemaPlace.response(copies: copies)
        for chapter in chapters {
            for operation in chapter.operations {
                let method = operation.endpoint.method.rawValue.lowercased()
                paths[operation.endpoint.path, default: [:]][method] = operation.json(
                    chapter: chapter.title, responses: place)
            }
        }
        return .object(paths.mapValues(JSONValue.object))
    }

    private var schemas: JSONValue {
        get throws {
            let (sent, open) = (sent, SchemaPlace.response(copies: copies))
            var schemas: [String: JSONValue] = [:]
            func add(_ name: String, _ json: (SchemaPlace) throws -> JSONValue) rethrows {
                if sent.contains(name) { schemas[name] = try json(.request) }
                if !sent.contains(name) || open.copies.contains(name) { schemas[open.name(of: name)] = try json(open) }
            }
            for schema in titled { if let title = schema.title { add(title, schema.definition) } }
            for body in bodies { try add(body.name, body.json) }
            return .object(schemas)
        }
    }

    /// The components of requests.
    private var sent: Set<String> { components(named: operations.compactMap(\.body)) }

    /// Those that stand in responses too: closed where they are sent, open where they are read. A choice is the same in
    /// both.
    private var copies: Set<String> {
        let choices = titled.filter { if case .choice = $0.form { true } else { false } }.compactMap(\.title)
        return sent.intersection(components(named: operations.flatMap(\.successes).flatMap(\.names))).subtracting(
            choices)
    }

    /// Every schema with a title. Those with the same title are the same.
    var titled: [Schema] {
        bodies.flatMap(\.schema.titled) + operations.flatMap(\.parameters).flatMap(\.schema.titled)
    }

    /// The components with these names, and those that they name.
    private func components(named names: [String]) -> Set<String> {
        var all = Dictionary(bodies.map { ($0.name, $0.schema.names) }) { first, _ in first }
        for schema in titled { if let title = schema.title { all[title] = schema.names } }
        var (found, open): (Set<String>, Set<String>) = ([], Set(names))
        while let name = open.popFirst() {
            if found.insert(name).inserted { open.formUnion(all[name] ?? []) }
        }
        return found
    }

    private var responses: JSONValue {
        let all = Set(operations.flatMap { $0.errorsByStatus.map { ErrorResponse(codes: $0.codes) } })
        return .object(Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.json) }))
    }

    private static let keys: JSONValue = [
        "key": [
            "type": "http", "scheme": "bearer",
            "description":
                "A key has one role: `agent` asks and never answers, `device` answers, `admin` pairs and makes keys.",
        ]
    ]
}
