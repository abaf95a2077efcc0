import BellhopModel

/// The description of the API, served as JSON by `GET /openapi.json` and as a page by `GET /docs`.
struct APIDescription: Sendable {
    let resources: [Resource]

    var operations: [Operation] { resources.flatMap(\.operations) }
    var components: [Component] { resources.flatMap(\.components) }

    /// This server's API. The tests hold the operations and ``APIRoute/all`` equal.
    static let current = APIDescription(resources: [
        .asks, .notifications, .schedules, .campaigns, .topics, .items, .messages, .preferences, .devices, .users,
        .sessions, .liveActivities, .channels, .events, .keys, .console, .service,
    ])

    /// The schema of each route's body; routes without a body are absent.
    static let requestSchemas: [APIRoute: RequestSchema] = {
        let components = Dictionary(current.components.map { ($0.name, $0.schema) }) { first, _ in first }
        let pairs = current.operations.compactMap { operation in
            operation.body.map { (operation.route, RequestSchema(.named($0), in: components)) }
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }()

    static let summary = "The API of a Bellhop push server: notifications, and asks that a person answers on a device."

    static let conventions = """
        Bodies are JSON in UTF-8, at most 1 MiB (campaigns and schedules: 8 MiB); times are RFC 3339 in UTC, ids are UUIDs. \
        A request with an unknown field is rejected; fields may be added to responses.
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
                    "description": .string("\(Self.summary) \(Self.conventions)"),
                    "license": ["name": "Apache License 2.0", "identifier": "Apache-2.0"],
                ],
                "servers": [["url": "/", "description": "The server that serves this document."]],
                "tags": .array(resources.map { ["name": .string($0.title), "description": .string($0.note)] }),
                "paths": paths,
                "components": ["schemas": try schemas, "responses": responses, "securitySchemes": Self.keys],
            ]
        }
    }

    private var paths: JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        let place = SchemaPlace.response(copies: copies)
        for resource in resources {
            for operation in resource.operations {
                let method = operation.route.method.rawValue.lowercased()
                paths[operation.route.path, default: [:]][method] = operation.json(
                    tag: resource.title, responses: place)
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
            for component in components { try add(component.name, component.json) }
            return .object(schemas)
        }
    }

    /// The components of requests.
    private var sent: Set<String> { components(named: operations.compactMap(\.body)) }

    /// The components of requests that are in responses too: closed in requests, open in responses. A choice is the same
    /// in both.
    private var copies: Set<String> {
        let choices = titled.filter { if case .choice = $0.form { true } else { false } }.compactMap(\.title)
        return sent.intersection(components(named: operations.flatMap(\.successes).flatMap(\.names))).subtracting(
            choices)
    }

    /// Every schema with a title. Those with the same title are the same.
    var titled: [Schema] {
        components.flatMap(\.schema.titled) + operations.flatMap(\.parameters).flatMap(\.schema.titled)
    }

    /// The components with these names, and those that they name.
    private func components(named names: [String]) -> Set<String> {
        var all = Dictionary(components.map { ($0.name, $0.schema.names) }) { first, _ in first }
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
                "A key has one role: `agent` creates asks, `device` answers them, `admin` pairs devices and creates keys.",
        ]
    ]
}

/// One resource of the API: its operations, and the components that they take and give.
struct Resource: Sendable {
    let title: String
    let note: String
    let operations: [Operation]
    let components: [Component]

    init(_ title: String, _ note: String, operations: [Operation], components: [Component]) {
        self.title = title
        self.note = note
        self.operations = operations
        self.components = components
    }
}
