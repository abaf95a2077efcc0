import BellhopModel

/// A JSON Schema (draft 2020-12), as much of it as the API needs: it is the OpenAPI document, and validates requests.
struct Schema: Sendable {
    indirect enum Form: Sendable {
        case anything
        case text(TextRules)
        case integer(ClosedRange<Int>?)
        case number(ClosedRange<Double>?)
        case boolean
        /// One of these texts.
        case choice([String])
        case list(of: Schema, atLeast: Int, atMost: Int?)
        /// - others: the schema of members beyond `properties`; `nil` where a request may not have any.
        case object([Property], others: Schema?)
        /// An object whose member names the sender chooses.
        case map(of: Schema, names: Schema, atMost: Int)
        /// Exactly one of these, each with a ``title``.
        case alternatives([Schema])
        /// One of the document's components.
        case named(String)
    }

    var form: Form
    var isNullable = false
    /// The rules of an object's member names beyond its properties.
    var memberNames: TextRules?
    /// The choices of other servers that requests may use too. The document leaves them out.
    var otherChoices: [String] = []
    /// The name of its component in the document and of its type in generated clients. Every alternative, choice and inner
    /// object has one, so that no generator has to invent a name.
    var title: String?

    static let anything = Schema(form: .anything)
    static let boolean = Schema(form: .boolean)
    static let integer = Schema(form: .integer(nil))

    static func number(_ range: ClosedRange<Double>) -> Schema { Schema(form: .number(range)) }
    static func integer(_ range: ClosedRange<Int>) -> Schema { Schema(form: .integer(range)) }
    static func choice(_ texts: [String]) -> Schema { Schema(form: .choice(texts)) }
    static func list(of item: Schema, atLeast minimum: Int = 0, atMost limit: Int? = nil) -> Schema {
        Schema(form: .list(of: item, atLeast: minimum, atMost: limit))
    }
    static func object(_ properties: [Property], others: Schema? = nil, names: Schema? = nil) -> Schema {
        Schema(form: .object(properties, others: others), memberNames: names?.textRules)
    }
    static func map(of value: Schema, names: Schema, atMost limit: Int) -> Schema {
        Schema(form: .map(of: value, names: names, atMost: limit))
    }
    static func alternatives(_ schemas: [Schema]) -> Schema { Schema(form: .alternatives(schemas)) }
    static func named(_ name: String) -> Schema { Schema(form: .named(name)) }

    func titled(_ title: String) -> Schema {
        var schema = self
        schema.title = title
        return schema
    }

    /// Every value of a closed set, titled by its type: `ScheduleState` for `Schedule.State`.
    static func choice<Value: CaseIterable & RawRepresentable<String>>(of type: Value.Type) -> Schema {
        let name = String(reflecting: type).split(separator: ".").dropFirst().joined()
        return .choice(Value.allCases.map(\.rawValue)).titled(name)
    }

    /// The same choice, in requests also by the names of other servers.
    func accepting(_ choices: String...) -> Schema {
        var schema = self
        schema.otherChoices = choices
        return schema
    }

    var orNull: Schema {
        var schema = self
        schema.isNullable = true
        return schema
    }

    /// The rules of a text; `nil` for any other schema.
    var textRules: TextRules? { if case .text(let rules) = form { rules } else { nil } }

    /// The components it names, itself and in its parts.
    var names: Set<String> {
        if case .named(let name) = form { return [name] }
        return parts.reduce(into: title.map { [$0] } ?? []) { $0.formUnion($1.names) }
    }

    /// The schemas with a title, itself and in its parts.
    var titled: [Schema] { (title == nil ? [] : [self]) + parts.flatMap(\.titled) }

    private var parts: [Schema] {
        switch form {
        case .anything, .text, .integer, .number, .boolean, .choice, .named: []
        case .list(let item, _, _): [item]
        case .object(let properties, let others): properties.map(\.schema) + (others.map { [$0] } ?? [])
        case .map(let value, let names, _): [value, names]
        case .alternatives(let schemas): schemas
        }
    }

    /// The members of an object, or of all alternatives.
    var members: [Property] {
        switch form {
        case .object(let properties, _): properties
        case .alternatives(let schemas): schemas.flatMap(\.members)
        default: []
        }
    }
}
