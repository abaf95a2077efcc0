/// One member of a JSON object.
struct Property: Sendable {
    let name: String
    var schema: Schema
    var isRequired: Bool
    let note: String
    /// `true` when decoding checks its presence, because that depends on other members.
    var isRequiredConditionally = false

    static func required(_ name: String, _ schema: Schema, _ note: String) -> Property {
        Property(name: name, schema: schema, isRequired: true, note: note)
    }

    /// A member that is required depending on other members, which decoding checks.
    static func requiredConditionally(_ name: String, _ schema: Schema, _ note: String) -> Property {
        Property(name: name, schema: schema, isRequired: true, note: note, isRequiredConditionally: true)
    }

    /// A member that may be absent or null, with the same meaning.
    static func optional(_ name: String, _ schema: Schema, _ note: String) -> Property {
        Property(name: name, schema: schema.orNull, isRequired: false, note: note)
    }

    /// A member that is absent when it has no value, and never null.
    static func sometimes(_ name: String, _ schema: Schema, _ note: String) -> Property {
        Property(name: name, schema: schema, isRequired: false, note: note)
    }
}

extension [Property] {
    /// A request's members as the server writes them in a response: never null, and those of `names` always present.
    func written(always names: Set<String> = []) -> [Property] {
        map { property in
            var written = property
            written.schema.isNullable = false
            written.isRequired = property.isRequired || names.contains(property.name)
            return written
        }
    }
}
