import BellhopModel

/// A ``Schema`` prepared for validating requests: references are resolved, and alternatives are merged into one object,
/// which decoding distinguishes.
final class RequestSchema: Sendable {
    enum Form: Sendable {
        case anything
        case text(TextRules)
        case integer(ClosedRange<Int>?)
        case number(ClosedRange<Double>?)
        case boolean
        case choice([String])
        case list(of: RequestSchema, atLeast: Int, atMost: Int)
        case object(Fields)
        /// An object whose member names the sender chooses.
        case map(of: RequestSchema, names: TextRules?, atMost: Int)
    }

    /// The members of an object.
    struct Fields: Sendable {
        struct Field: Sendable {
            let name: String
            let bytes: [UInt8]
            let schema: RequestSchema
        }

        let all: [Field]
        /// A bit for each required field.
        let required: UInt64
        /// The name of the component, whose aliases apply.
        let component: String?
        /// `true` when other members are accepted, with any value.
        let isOpen: Bool
        /// The rules of the other members' names.
        let otherNames: TextRules?

        var names: [String] { all.map(\.name) }
        func schema(of name: String) -> RequestSchema? { all.first { $0.name == name }?.schema }
    }

    let form: Form
    let isNullable: Bool

    /// - Parameters:
    ///   - components: the schemas that `schema` may reference.
    ///   - component: the component name of `schema`, if it has one.
    init(_ schema: Schema, in components: [String: Schema], component: String? = nil) {
        var (schema, component) = (schema, component)
        var isNullable = schema.isNullable
        while case .named(let name) = schema.form, let named = components[name] {
            (schema, component) = (named, name)
            isNullable = isNullable || named.isNullable
        }
        self.isNullable = isNullable
        func compile(_ inner: Schema) -> RequestSchema { RequestSchema(inner, in: components) }
        form =
            switch schema.form {
            case .anything, .named: .anything
            case .text(let rules): .text(rules)
            case .integer(let range): .integer(range)
            case .number(let range): .number(range)
            case .boolean: .boolean
            case .choice(let texts): .choice(texts + schema.otherChoices)
            case .list(let item, let minimum, let limit):
                .list(of: compile(item), atLeast: minimum, atMost: limit ?? .max)
            case .map(let value, let names, let limit):
                .map(of: compile(value), names: names.textRules, atMost: limit)
            case .object(let properties, let others):
                .object(
                    Self.fields([properties], others, component, schema.memberNames, compile))
            case .alternatives(let schemas):
                .object(Self.fields(schemas.map(\.members), nil, component, nil, compile))
            }
    }

    /// The fields of all alternatives. A field is required if all alternatives require it.
    private static func fields(
        _ alternatives: [[Property]], _ others: Schema?, _ component: String?,
        _ otherNames: TextRules?, _ compile: (Schema) -> RequestSchema
    ) -> Fields {
        var (fields, required): ([Fields.Field], UInt64) = ([], 0)
        for property in alternatives.joined() where !fields.contains(where: { $0.name == property.name }) {
            let same = alternatives.compactMap { $0.first { $0.name == property.name } }
            let isRequired =
                same.count == alternatives.count
                && same.allSatisfy { $0.isRequired && !$0.isRequiredConditionally }
            if isRequired { required |= 1 << UInt64(fields.count) }
            var schema = property.schema
            let choices = same.flatMap { if case .choice(let texts) = $0.schema.form { texts } else { [String]() } }
            if same.count > 1, !choices.isEmpty { schema.form = .choice(choices) }
            fields.append(.init(name: property.name, bytes: Array(property.name.utf8), schema: compile(schema)))
        }
        precondition(fields.count <= 64, "an object of a request has at most 64 fields")
        return Fields(
            all: fields, required: required, component: component, isOpen: others != nil, otherNames: otherNames)
    }
}
