import BellhopModel
import Foundation
import Testing

@testable import BellhopServer

@Suite("The description of the API")
struct DescriptionTests {
    private let description = APIDescription.current

    @Test("Every endpoint has exactly one operation, and every operation an endpoint")
    func operations() {
        let described = description.operations.map(\.route)
        #expect(described.count == Set(described).count)
        #expect(Set(described) == Set(APIRoute.all))
    }

    @Test("The components of every operation describe the types of its endpoint")
    func types() {
        let types = Dictionary(uniqueKeysWithValues: description.components.map { ($0.name, $0.type) })
        for operation in description.operations {
            let request = operation.body.map { types[$0] } ?? EmptyBody.self
            #expect(request == operation.types.request, "\(operation.route.id)")
            for name in operation.successes.flatMap(\.names) {
                #expect(types[name] == operation.types.response, "\(operation.route.id)")
            }
        }
    }

    @Test("Operations and bodies have unique names")
    func names() {
        let ids = description.operations.map(\.route.id)
        #expect(ids.count == Set(ids).count)
        let bodies = description.components.map(\.name)
        #expect(bodies.count == Set(bodies).count)
        #expect(Set(ids).isDisjoint(with: bodies))
    }

    @Test("Every alternative, choice and inner object is a named component")
    func components() throws {
        let document = try description.json
        let schemas = try #require(document["components"]?["schemas"]?.object)
        #expect(Dictionary(grouping: schemas.keys) { $0.lowercased() }.values.filter { $0.count > 1 }.isEmpty)
        for (name, schema) in schemas {
            for alternative in schema["oneOf"]?.array ?? [] { #expect(alternative["$ref"] != nil, "\(name)") }
            for (field, property) in schema["properties"]?.object ?? [:] {
                for part in [property, property["items"] ?? [:], property["additionalProperties"] ?? [:]] {
                    let isNamed = part["enum"] == nil && part["oneOf"] == nil && part["properties"] == nil
                    #expect(isNamed, "\(name).\(field)")
                }
            }
        }
    }

    @Test("A title names one schema, and no body")
    func titles() {
        let titled = description.titled
        #expect(Set(titled.compactMap(\.title)).isDisjoint(with: description.components.map(\.name)))
        for (title, same) in Dictionary(grouping: titled, by: \.title) {
            #expect(Set(same.map { $0.definition(in: .inline) }).count == 1, "\(title ?? "")")
        }
    }

    @Test("Request bodies are closed at every depth, and responses are open")
    func closed() throws {
        let document = try description.json
        let schemas = try #require(document["components"]?["schemas"])
        for operation in description.operations {
            if let body = operation.body { #expect(Self.isClosed(schemas[body], in: schemas) == true, "\(body)") }
            for name in operation.successes.flatMap(\.names) {
                let copy = schemas["\(name)Output"] == nil ? name : "\(name)Output"
                #expect(Self.isClosed(schemas[copy], in: schemas) == false, "\(copy)")
            }
        }
    }

    /// `true` when all described objects of a schema are closed, `false` when all are open, `nil` when some are.
    private static func isClosed(_ schema: JSONValue?, in schemas: JSONValue) -> Bool? {
        var closed: Set<Bool> = []
        func collect(_ value: JSONValue) {
            switch value {
            case .object(let members):
                let isFree = members["additionalProperties"]?.object != nil
                if members["properties"]?.object?.isEmpty == false, !isFree {
                    closed.insert(members["additionalProperties"] == false)
                }
                if let name = members["$ref"]?.string?.split(separator: "/").last {
                    collect(schemas[String(name)] ?? [:])
                }
                for (name, member) in members where name != "examples" { collect(member) }
            case .array(let items): for item in items { collect(item) }
            default: break
            }
        }
        collect(schema ?? [:])
        return closed.count == 1 ? closed.first : nil
    }

    @Test("Every reference resolves, and every body is referenced")
    func references() throws {
        let document = try description.json
        let validator = SchemaValidator(document: document)
        var found: Set<String> = []
        Self.references(in: document, &found)
        for reference in found { #expect(validator.resolve(reference) != nil, "\(reference)") }
        // The frames of a WebSocket are no response.
        for body in description.components where body.name != "Event" {
            #expect(found.contains("#/components/schemas/\(body.name)"), "\(body.name)")
        }
    }

    @Test("Every operation that a response links to exists and takes an id")
    func links() {
        for operation in description.operations {
            for id in operation.successes.flatMap(\.leadsTo) {
                let target = description.operations.first { $0.route.id == id }
                #expect(target?.route.path.contains("{id}") == true, "\(id)")
            }
        }
    }

    @Test("Exactly the operations with a described body refuse an invalid body")
    func bodies() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let keys: [Role: Secret] = [.agent: server.agent, .admin: server.admin, .device: phone.key]
            for operation in APIDescription.current.operations {
                let endpoint = operation.route
                let path = endpoint.path.replacing("{id}", with: "00000000-0000-7000-8000-000000000000")
                    .replacing("{user}", with: "ada")
                let isGet = endpoint.method == .get
                let answered = try await server.send(
                    endpoint.method.rawValue, path, key: operation.roles?.first.flatMap { keys[$0] },
                    body: isGet ? nil : "{")
                // The object of the path may be looked up before the body is read.
                let minds = answered.error == "invalid_json" || path != endpoint.path && answered.status == 404
                if operation.body == nil {
                    #expect(answered.error != "invalid_json", "\(operation.route.id)")
                } else {
                    #expect(minds && !isGet, "\(operation.route.id)")
                }
            }
        }
    }

    @Test("The description is served as one document with an ETag")
    func served() async throws {
        try await TestServer.run { server in
            let answered = try await server.send("GET", "/openapi.json")
            #expect(answered.status == 200)
            #expect(answered.headers["content-type"] == "application/json; charset=utf-8")
            let value = try CanonicalJSON.decode(JSONValue.self, from: answered.body)
            #expect(value == (try APIDescription.current.json))
            #expect(try CanonicalJSON.encode(value) == Array(answered.body))
            let tag = try #require(answered.headers["etag"])
            for names in [tag, "\"other\", \(tag)", "W/\(tag)", "*"] {
                let again = try await server.send("GET", "/openapi.json", headers: ["if-none-match": names])
                #expect(again.status == 304)
                #expect(again.body.isEmpty)
                #expect(again.headers["etag"] == tag)
            }
            let changed = try await server.send("GET", "/openapi.json", headers: ["if-none-match": "\"other\""])
            #expect(changed.status == 200)
        }
    }

    private static func references(in value: JSONValue, _ found: inout Set<String>) {
        switch value {
        case .object(let members):
            if let reference = members["$ref"]?.string { found.insert(reference) }
            for (name, member) in members where name != "examples" { references(in: member, &found) }
        case .array(let items):
            for item in items { references(in: item, &found) }
        default: break
        }
    }
}
