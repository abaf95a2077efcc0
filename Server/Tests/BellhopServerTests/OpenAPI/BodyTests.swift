import BellhopModel
import Testing

@testable import BellhopServer

/// A body as an argument of a test.
struct NamedBody: Sendable, CustomTestStringConvertible {
    let body: Component
    var testDescription: String { body.name }

    static let all = APIDescription.current.components.map(NamedBody.init)
}

@Suite("Bodies match the API description")
struct BodyTests {
    private let validator: SchemaValidator

    init() throws { validator = SchemaValidator(document: try #require(Contract.document)) }

    @Test("Each example fits its schema, is decoded by its type, and is encoded unchanged", arguments: NamedBody.all)
    func examples(of named: NamedBody) throws {
        let body = named.body
        #expect(try !body.examples.isEmpty)
        for example in try body.examples {
            #expect(validator.faults(of: example, against: body.schema.json) == [])
            #expect(try Self.again(body.type, example) == example)
        }
    }

    @Test("The schema has every member that the type reads or writes, and no other", arguments: NamedBody.all)
    func members(of named: NamedBody) throws {
        let body = named.body
        let notes = KeyRecorder.Notes()
        for example in try body.examples {
            _ = try body.type.init(from: KeyRecorder(value: example, place: "$", notes: notes))
            Self.note(example, "$", notes)
        }
        var described: [String: Set<String>] = [:]
        Self.collect(body.schema.json, "$", &described)
        for (place, members) in described {
            let known = notes.members[place, default: []].subtracting(place == "$" ? body.unused : [])
            #expect(known == members, "\(place)")
        }
    }

    @Test(
        "A request without a required member is not decoded; without an optional member it is", arguments: NamedBody.all
    )
    func required(of named: NamedBody) throws {
        let body = named.body
        guard APIDescription.current.operations.contains(where: { $0.body == body.name }) else { return }
        for example in try body.examples {
            for property in body.schema.members {
                guard case .object(var members) = example, members.removeValue(forKey: property.name) != nil else {
                    continue
                }
                let isRead = (try? Self.again(body.type, .object(members))) != nil
                #expect(isRead == !property.isRequired, "\(property.name)")
            }
        }
    }

    private static func again(_ type: any (Codable & Sendable).Type, _ value: JSONValue) throws -> JSONValue {
        let read = try CanonicalJSON.decode(type, from: CanonicalJSON.encode(value))
        return try CanonicalJSON.decode(JSONValue.self, from: CanonicalJSON.encode(read))
    }

    private static func note(_ value: JSONValue, _ place: String, _ notes: KeyRecorder.Notes) {
        switch value {
        case .object(let members):
            notes.members[place, default: []].formUnion(members.keys)
            for (name, member) in members { note(member, "\(place).\(name)", notes) }
        case .array(let items):
            for item in items { note(item, "\(place)[]", notes) }
        default: break
        }
    }

    /// The members that `schema` describes, by path. Objects whose member names the sender chooses have
    /// none, and referenced bodies are tested separately.
    private static func collect(_ schema: JSONValue, _ place: String, _ found: inout [String: Set<String>]) {
        for alternative in schema["oneOf"]?.array ?? schema["anyOf"]?.array ?? [] {
            collect(alternative, place, &found)
        }
        if let items = schema["items"] { collect(items, "\(place)[]", &found) }
        guard let properties = schema["properties"]?.object, schema["additionalProperties"] == nil else { return }
        found[place, default: []].formUnion(properties.keys)
        for (name, property) in properties { collect(property, "\(place).\(name)", &found) }
    }
}
