import BellhopModel
import Foundation

/// Validates JSON against the schemas of one document, with the keywords of JSON Schema 2020-12 that the document uses.
///
/// Stricter than the standard in one point: a member that no schema describes is a fault, unless the schema describes
/// additional members. An unknown keyword is a fault too, so that none is ignored.
struct SchemaValidator {
    let document: JSONValue

    /// The faults of `value` with their paths; empty for a valid value.
    func faults(of value: JSONValue, against schema: JSONValue, at place: String = "$") -> [String] {
        let (faults, described) = check(value, schema, place)
        guard case .object(let members) = value, let described else { return faults }
        return faults
            + members.keys.filter { !described.contains($0) }.sorted().map { "\(place).\($0) is not described" }
    }

    /// The schema that `$ref` references.
    func resolve(_ reference: String) -> JSONValue? {
        guard reference.hasPrefix("#/") else { return nil }
        return reference.dropFirst(2).split(separator: "/").reduce(document) { value, part in
            value?[String(part)]
        }
    }

    private static let annotations: Set<String> = ["description", "examples", "required", "properties", "title"]

    /// - Returns: the faults, and the described members of an object; `nil` where any member is allowed.
    private func check(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> ([String], Set<String>?) {
        guard case .object(let keywords) = schema else { return (["\(place): the schema is no object"], nil) }
        guard !keywords.isEmpty else { return ([], nil) }
        var faults: [String] = []
        var described: Set<String>? = []
        func join(_ other: (faults: [String], described: Set<String>?)) {
            faults += other.faults
            described = if let ours = described, let theirs = other.described { ours.union(theirs) } else { nil }
        }
        for (keyword, rule) in keywords {
            switch keyword {
            case "$ref":
                guard let target = rule.string.flatMap(resolve) else { return (["\(place): \(rule) dangles"], nil) }
                join(check(value, target, place))
            case "oneOf", "anyOf":
                let results = (rule.array ?? []).map { ($0, check(value, $0, place)) }
                let fitting = results.filter { $0.1.0.isEmpty }
                if fitting.isEmpty || keyword == "oneOf" && fitting.count > 1 {
                    faults.append("\(place): \(fitting.count) alternatives fit")
                }
                for result in fitting { join(result.1) }
            case "properties":
                let properties = rule.object ?? [:]
                described?.formUnion(properties.keys)
                for (name, rule) in properties {
                    guard let member = value[name] else { continue }
                    // A schema beside `$ref` narrows the referenced one.
                    let isNarrowing = keywords["$ref"] != nil
                    faults +=
                        isNarrowing
                        ? check(member, rule, "\(place).\(name)").0
                        : self.faults(of: member, against: rule, at: "\(place).\(name)")
                }
            case "required":
                for name in (rule.array ?? []).compactMap(\.string) where value.object != nil && value[name] == nil {
                    faults.append("\(place).\(name) is missing")
                }
            case "additionalProperties" where rule == false:
                // Undescribed members are faults anyway.
                continue
            case "additionalProperties":
                let known = keywords["properties"]?.object ?? [:]
                for (name, member) in value.object ?? [:] where known[name] == nil {
                    faults += self.faults(of: member, against: rule, at: "\(place).\(name)")
                }
                described = nil
            case "propertyNames":
                for name in (value.object ?? [:]).keys { faults += check(.string(name), rule, "\(place).\(name)").0 }
            case "items":
                for (index, item) in (value.array ?? []).enumerated() {
                    faults += self.faults(of: item, against: rule, at: "\(place)[\(index)]")
                }
            case let annotation where Self.annotations.contains(annotation):
                continue
            default:
                if !ScalarRules.holds(keyword, rule, value) {
                    faults.append("\(place): \(value) breaks \(keyword) \(rule)")
                }
            }
        }
        return (faults, described)
    }
}

/// The keywords that apply to one value, and not to its members.
private enum ScalarRules {
    static func holds(_ keyword: String, _ rule: JSONValue, _ value: JSONValue) -> Bool {
        switch keyword {
        case "type":
            let types = rule.array ?? [rule]
            return types.contains { isOf($0.string ?? "", value) }
        case "const": return rule == value
        case "enum": return (rule.array ?? []).contains(value)
        case "minLength": return value.string.map { Int64($0.unicodeScalars.count) >= rule.integer ?? 0 } ?? true
        case "maxLength": return value.string.map { Int64($0.unicodeScalars.count) <= rule.integer ?? 0 } ?? true
        case "minimum": return value.number.map { $0 >= rule.number ?? 0 } ?? true
        case "maximum": return value.number.map { $0 <= rule.number ?? 0 } ?? true
        case "minItems": return value.array.map { Int64($0.count) >= rule.integer ?? 0 } ?? true
        case "maxItems": return value.array.map { Int64($0.count) <= rule.integer ?? 0 } ?? true
        case "maxProperties": return value.object.map { Int64($0.count) <= rule.integer ?? 0 } ?? true
        case "pattern": return value.string.map { matches($0, rule.string ?? "") } ?? true
        case "format": return value.string.map { isFormatted($0, rule.string ?? "") } ?? true
        default: return false
        }
    }

    private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
        switch (type, value) {
        case ("null", .null), ("boolean", .bool), ("string", .string), ("array", .array), ("object", .object),
            ("number", .number), ("number", .integer), ("integer", .integer):
            true
        case ("integer", .number(let number)): number.rounded() == number
        default: false
        }
    }

    private static func matches(_ text: String, _ pattern: String) -> Bool {
        guard let expression = try? NSRegularExpression(pattern: pattern) else { return false }
        return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }

    private static func isFormatted(_ text: String, _ format: String) -> Bool {
        switch format {
        case "uuid": AskID(text)?.description == text
        case "date-time": Timestamp(text)?.description == text
        default: false
        }
    }
}
