import BellhopModel

/// The position of a schema in the document.
struct SchemaPlace: Sendable {
    /// `true` in a request, where an undescribed field is refused. Responses may gain fields in a later version.
    var isClosed = false
    /// Components with a closed form for requests and an open form for responses, whose name ends in `Output`.
    var copies: Set<String> = []
    /// `true` to write schemas with a title in place instead of as components.
    var isInline = false

    static let request = Self(isClosed: true)
    static let inline = Self(isInline: true)
    static func response(copies: Set<String>) -> Self { Self(copies: copies) }

    /// The name of a component for this place.
    func name(of component: String) -> String { copies.contains(component) ? component + "Output" : component }
}

extension Schema {
    /// The schema alone, outside of the document.
    var json: JSONValue { json(in: .inline) }

    /// - Parameter place: its place in the document.
    func json(in place: SchemaPlace) -> JSONValue {
        if let title, !place.isInline {
            var reference = Schema.named(title)
            reference.isNullable = isNullable
            return reference.json(in: place)
        }
        switch form {
        case .named(let name):
            let reference: JSONValue = ["$ref": .string("#/components/schemas/\(place.name(of: name))")]
            return isNullable ? ["anyOf": .array([reference, ["type": "null"]])] : reference
        case .alternatives(let schemas):
            return ["oneOf": .array(schemas.map { $0.json(in: place) } + (isNullable ? [["type": "null"]] : []))]
        default:
            return .object(keywords(in: place))
        }
    }

    /// The schema as a component named by its title.
    func definition(in place: SchemaPlace) -> JSONValue {
        var schema = self
        (schema.title, schema.isNullable) = (nil, false)
        guard case .object(var members) = schema.json(in: place) else { return schema.json(in: place) }
        members["title"] = title.map { .string(place.name(of: $0)) }
        return .object(members)
    }

    private func keywords(in place: SchemaPlace) -> [String: JSONValue] {
        switch form {
        case .anything, .named, .alternatives:
            return [:]
        case .text(let rules):
            var members: [String: JSONValue] = ["type": type("string")]
            if let length = rules.length {
                if length.lowerBound > 0 { members["minLength"] = .integer(Int64(length.lowerBound)) }
                if length.upperBound < .max { members["maxLength"] = .integer(Int64(length.upperBound)) }
            }
            members["pattern"] = rules.pattern.map(JSONValue.string)
            members["format"] = rules.format.map(JSONValue.string)
            return members
        case .integer(let range):
            var members: [String: JSONValue] = ["type": type("integer")]
            if let range {
                members["minimum"] = .integer(Int64(range.lowerBound))
                if range.upperBound < .max { members["maximum"] = .integer(Int64(range.upperBound)) }
            }
            return members
        case .number(let range):
            var members: [String: JSONValue] = ["type": type("number")]
            if let range {
                members["minimum"] = Self.plain(range.lowerBound)
                members["maximum"] = Self.plain(range.upperBound)
            }
            return members
        case .boolean:
            return ["type": type("boolean")]
        case .choice(let texts) where texts.count == 1 && !isNullable:
            return ["type": "string", "const": .string(texts[0])]
        case .choice(let texts):
            return ["type": type("string"), "enum": .array(texts.map(JSONValue.string) + (isNullable ? [.null] : []))]
        case .list(let item, let minimum, let limit):
            var members: [String: JSONValue] = ["type": type("array"), "items": item.json(in: place)]
            if minimum > 0 { members["minItems"] = .integer(Int64(minimum)) }
            members["maxItems"] = limit.map { .integer(Int64($0)) }
            return members
        case .object(let properties, let others):
            return object(properties, others, in: place)
        case .map(let value, let names, let limit):
            return [
                "type": type("object"), "additionalProperties": value.json(in: place), "propertyNames": names.json,
                "maxProperties": .integer(Int64(limit)),
            ]
        }
    }

    /// The number as JSON: an integer if it has no fraction.
    private static func plain(_ value: Double) -> JSONValue {
        Int64(exactly: value).map(JSONValue.integer) ?? .number(value)
    }

    private func type(_ name: String) -> JSONValue { isNullable ? .array([.string(name), "null"]) : .string(name) }

    private func object(
        _ properties: [Property], _ others: Schema?, in place: SchemaPlace
    ) -> [String: JSONValue] {
        var members: [String: JSONValue] = ["type": type("object")]
        if !properties.isEmpty {
            members["properties"] = .object(
                Dictionary(properties.map { ($0.name, $0.json(in: place)) }, uniquingKeysWith: { first, _ in first }))
        }
        let required = properties.filter(\.isRequired).map(\.name).sorted()
        if !required.isEmpty { members["required"] = .array(required.map(JSONValue.string)) }
        if let memberNames { members["propertyNames"] = Schema(form: .text(memberNames)).json }
        if let others {
            members["additionalProperties"] = others.json(in: place)
        } else if place.isClosed {
            members["additionalProperties"] = false
        }
        return members
    }
}

extension Property {
    /// The schema with the member's description; siblings of `$ref` are valid since JSON Schema 2019-09.
    fileprivate func json(in place: SchemaPlace) -> JSONValue {
        let json = schema.json(in: place)
        guard case .object(var members) = json else { return json }
        members["description"] = .string(note)
        return .object(members)
    }
}
