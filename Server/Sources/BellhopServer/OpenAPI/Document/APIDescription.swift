import BellhopModel

/// The whole API in words that machines read: what `GET /openapi.json` gives, and what `GET /docs` is made from.
struct APIDescription: Sendable {
    let chapters: [Chapter]

    var operations: [Operation] { chapters.flatMap(\.operations) }
    var bodies: [BodyDescription] { chapters.flatMap(\.bodies) }

    static let introduction = """
        Notifications that come back with an answer. JSON in UTF-8; times are RFC 3339 in UTC, ids are UUIDs. Fields \
        that are not known are ignored, in both directions. Bodies have at most 1 MiB.
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
        for chapter in chapters {
            for operation in chapter.operations {
                let method = operation.endpoint.method.rawValue.lowercased()
                paths[operation.endpoint.path, default: [:]][method] = operation.json(chapter: chapter.title)
            }
        }
        return .object(paths.mapValues(JSONValue.object))
    }

    private var schemas: JSONValue {
        get throws {
            .object(Dictionary(try bodies.map { ($0.name, try $0.json) }, uniquingKeysWith: { first, _ in first }))
        }
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
