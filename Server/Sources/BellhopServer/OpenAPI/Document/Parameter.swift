import BellhopModel

/// A value that a request carries outside its body.
struct Parameter: Sendable {
    enum Place: String, Sendable {
        case path, query, header
    }

    let name: String
    let place: Place
    let schema: Schema
    let note: String
    /// What stands in the path always is.
    var isRequired = false

    static func query(_ name: String, _ schema: Schema, _ note: String) -> Parameter {
        Parameter(name: name, place: .query, schema: schema, note: note)
    }

    static func required(_ name: String, _ schema: Schema, _ note: String) -> Parameter {
        Parameter(name: name, place: .query, schema: schema, note: note, isRequired: true)
    }

    static let limit = query("limit", .integer(APILimits.page), "How many items at most; 50 unless given.")

    static let idempotencyKey = Parameter(
        name: "Idempotency-Key", place: .header, schema: .visible(1...255),
        note: "Makes the request happen once: the same key again gets the first response again, for 24 hours.")

    var json: JSONValue {
        [
            "name": .string(name), "in": .string(place.rawValue), "required": .bool(place == .path || isRequired),
            "schema": schema.json(in: .request), "description": .string(note),
        ]
    }
}
