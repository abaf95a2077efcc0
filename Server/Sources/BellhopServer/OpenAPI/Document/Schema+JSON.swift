import BellhopModel

extension Schema {
    /// As it stands in the document.
    var json: JSONValue {
        switch form {
        case .named(let name):
            let reference: JSONValue = ["$ref": .string("#/components/schemas/\(name)")]
            return isNullable ? ["anyOf": .array([reference, ["type": "null"]])] : reference
        case .alternatives(let schemas):
            return ["oneOf": .array(schemas.map(\.json) + (isNullable ? [["type": "null"]] : []))]
        default:
            return .object(keywords)
        }
    }

    private var keywords: [String: JSONValue] {
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
        case .number:
            return ["type": type("number")]
        case .boolean:
            return ["type": type("boolean")]
        case .choice(let texts):
            return ["type": type("string"), "enum": .array(texts.map(JSONValue.string) + (isNullable ? [.null] : []))]
        case .list(let item, let limit):
            var members: [String: JSONValue] = ["type": type("array"), "items": item.json]
            members["maxItems"] = limit.map { .integer(Int64($0)) }
            return members
        case .object(let properties, let others):
            return object(properties, others)
        case .map(let value, let names, let limit):
            return [
                "type": type("object"), "additionalProperties": value.json, "propertyNames": names.json,
                "maxProperties": .integer(Int64(limit)),
            ]
        }
    }

    private func type(_ name: String) -> JSONValue { isNullable ? .array([.string(name), "null"]) : .string(name) }

    private func object(_ properties: [Property], _ others: Schema?) -> [String: JSONValue] {
        var members: [String: JSONValue] = ["type": type("object")]
        members["properties"] = .object(
            Dictionary(properties.map { ($0.name, $0.json) }, uniquingKeysWith: { first, _ in first }))
        let required = properties.filter(\.isRequired).map(\.name).sorted()
        if !required.isEmpty { members["required"] = .array(required.map(JSONValue.string)) }
        members["additionalProperties"] = others?.json
        return members
    }
}

extension Property {
    /// The schema with what the member means; siblings of `$ref` count since JSON Schema 2019-09.
    fileprivate var json: JSONValue {
        guard case .object(var members) = schema.json else { return schema.json }
        members["description"] = .string(note)
        return .object(members)
    }
}
