import BellhopModel

/// A body of the API, or a part of several: a schema with a name, the Swift type that reads and writes it, and examples.
///
/// The tests hold the three together: what the type reads and writes is what the schema says, no more and no less.
struct BodyDescription: Sendable {
    let name: String
    let note: String
    let type: any (Codable & Sendable).Type
    let schema: Schema
    /// Members of the Swift type that this body never has.
    let unused: Set<String>
    private let samples: [any Encodable & Sendable]

    init<Value: Codable & Sendable>(
        _ name: String, _ type: Value.Type, _ note: String, _ schema: Schema, unused: Set<String> = [],
        examples: [any Encodable & Sendable]
    ) {
        self.name = name
        self.note = note
        self.type = type
        self.schema = schema
        self.unused = unused
        samples = examples
    }

    /// - Throws: `EncodingError`.
    var examples: [JSONValue] {
        get throws { try samples.map { try CanonicalJSON.decode(JSONValue.self, from: CanonicalJSON.encode($0)) } }
    }

    /// As a component of the document.
    func json(in place: SchemaPlace) throws -> JSONValue {
        let json = schema.json(in: place)
        guard case .object(var members) = json else { return json }
        members["description"] = .string(note)
        members["examples"] = .array(try examples)
        return .object(members)
    }
}
