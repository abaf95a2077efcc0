import BellhopModel

/// A value of a request outside its body.
struct Parameter: Sendable {
    enum Place: String, Sendable {
        case path, query, header
    }

    let name: String
    let place: Place
    let schema: Schema
    let note: String
    /// `true` for a required query parameter. Path parameters are always present.
    var isRequired = false

    static func query(_ name: String, _ schema: Schema, _ note: String) -> Parameter {
        Parameter(name: name, place: .query, schema: schema, note: note)
    }

    static func required(_ name: String, _ schema: Schema, _ note: String) -> Parameter {
        Parameter(name: name, place: .query, schema: schema, note: note, isRequired: true)
    }

    static let limit = query("limit", .integer(APILimits.page), "The maximum number of items to return. Default: 50.")

    static let idempotencyKey = Parameter(
        name: "Idempotency-Key", place: .header, schema: .ascii(1...255),
        note: "A unique key that makes the request idempotent: for 24 hours, a repetition returns the first response.")

    var json: JSONValue {
        [
            "name": .string(name), "in": .string(place.rawValue), "required": .bool(place == .path || isRequired),
            "schema": schema.json(in: .request), "description": .string(note),
        ]
    }
}

extension Parameter {
    /// Checks a query parameter's value against its schema.
    ///
    /// - Throws: ``APIError`` `invalid_request` with the parameter's name and the accepted values.
    func validate(_ value: Substring?) throws {
        guard let value else {
            guard isRequired else { return }
            throw APIError(.invalidRequest, "\(name): this query parameter is missing.")
        }
        if let fault = schema.fault(ofQuery: String(value)) { throw APIError(.invalidRequest, "\(name): \(fault)") }
    }
}

extension Schema {
    /// The fault of a query parameter in a few words; `nil` when it is valid.
    fileprivate func fault(ofQuery text: String) -> String? {
        switch form {
        case .text(let rules): rules.fault(of: text)
        case .choice(let texts):
            texts.contains(text) ? nil : "\(text.debugDescription) is not one of \(texts.joined(separator: ", "))"
        case .integer(let range):
            if let value = Int(text) {
                range.map { $0.contains(value) } ?? true
                    ? nil : "\(value) is not \(range.map { Self.bounds($0) } ?? "accepted")"
            } else {
                "\(text.debugDescription) is not a whole number"
            }
        case .boolean: Bool(text) == nil ? "true or false expected." : nil
        default: nil
        }
    }

    static func bounds(_ range: ClosedRange<Int>) -> String {
        range.upperBound == .max
            ? "\(range.lowerBound) or more" : "between \(range.lowerBound) and \(range.upperBound)"
    }
}
