import BellhopModel

extension Operation {
    /// As it stands in the document.
    func json(chapter: String, responses place: SchemaPlace) -> JSONValue {
        var members: [String: JSONValue] = [
            "operationId": .string(id), "summary": .string(endpoint.summary), "tags": [.string(chapter)],
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

    /// Roles of keys that are not OAuth's stand in the requirement since OpenAPI 3.1. One requirement for each, because
    /// one of them is enough.
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
