import BellhopModel

/// The fields that a request body may have, at every depth: the schema of the OpenAPI document without its value rules.
///
/// The document and the server share it, so that a body cannot have a field that is not described.
indirect enum KnownFields: Sendable {
    /// A scalar, or a value whose fields the sender chooses, such as `data`.
    case free
    case list(of: KnownFields)
    /// An object with these fields. `body` is the component that describes it, whose aliases apply.
    case object([String: KnownFields], body: String?)
    /// An object whose field names the sender chooses, and whose values have known fields.
    case map(of: KnownFields)

    /// The fields of each endpoint's body; endpoints without a body are absent.
    static let byEndpoint: [Endpoint: KnownFields] = {
        let description = APIDescription.current
        let bodies = Dictionary(description.bodies.map { ($0.name, $0.schema) }) { first, _ in first }
        let pairs = description.operations.compactMap { operation in
            operation.body.map { (operation.endpoint, KnownFields(.named($0), in: bodies)) }
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }()

    /// - Parameters:
    ///   - components: the schemas that `schema` may name.
    ///   - body: the component that `schema` is.
    init(_ schema: Schema, in components: [String: Schema], body: String? = nil) {
        switch schema.form {
        case .anything, .text, .integer, .number, .boolean, .choice, .object(_, others: .some):
            self = .free
        case .list(let item, _):
            self = .list(of: KnownFields(item, in: components))
        case .map(let value, _, _):
            self = .map(of: KnownFields(value, in: components))
        case .named(let name):
            self = components[name].map { KnownFields($0, in: components, body: name) } ?? .free
        case .object(let properties, others: nil):
            self = .object(Self.fields(properties, components), body: body)
        case .alternatives(let schemas):
            self = .object(Self.fields(schemas.flatMap(\.members), components), body: body)
        }
    }

    private static func fields(_ properties: [Property], _ components: [String: Schema]) -> [String: KnownFields] {
        Dictionary(properties.map { ($0.name, KnownFields($0.schema, in: components)) }) { first, _ in first }
    }
}
