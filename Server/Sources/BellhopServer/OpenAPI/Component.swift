import BellhopModel

/// A component of the OpenAPI document: a schema with a name, the Swift type that reads and writes it, and examples.
///
/// The tests hold the three equal: the type reads and writes exactly the members of the schema.
struct Component: Sendable {
    let name: String
    let note: String
    let type: any (Codable & Sendable).Type
    let schema: Schema
    /// The members of the Swift type that this component never has.
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

    /// Its definition in the document.
    func json(in place: SchemaPlace) throws -> JSONValue {
        let json = schema.json(in: place)
        guard case .object(var members) = json else { return json }
        members["description"] = .string(note)
        members["examples"] = .array(try examples)
        return .object(members)
    }
}

extension Component {
    /// A page of a list. Only the list of notifications has page numbers.
    static func page<Item: Codable & Hashable & Sendable>(
        _ name: String, of item: Component, _ example: Item, hasNumbers: Bool = false
    ) -> Component {
        var properties: [Property] = [.required("items", .list(of: .named(item.name)), "The items of this page.")]
        if hasNumbers { properties += numbers }
        return Component(
            name, Page<Item>.self, "A page of a list.", .object(properties), unused: hasNumbers ? [] : pageNumbers,
            examples: [
                Page(
                    items: [example], unread: hasNumbers ? 1 : nil,
                    number: hasNumbers ? PageNumber(page: 1, limit: 50, total: 1) : nil)
            ])
    }

    /// The members of a page that lists without page numbers leave out.
    static let pageNumbers: Set<String> = ["unread", "page"]

    private static let numbers: [Property] = [
        .sometimes(
            "unread", .integer(0...Int.max),
            "The badge: the number of unread notifications that are neither expired nor snoozed."),
        .sometimes(
            "page", .integer(1...Int.max), "The page number. With a cursor, this and the following fields are omitted."),
        .sometimes("limit", .integer(APILimits.page), "The maximum number of items of a page."),
        .sometimes("total", .integer(0...Int.max), "The number of items on all pages."),
        .sometimes("pages", .integer(0...Int.max), "The number of pages."),
    ]
}
