/// One member of a JSON object.
struct Property: Sendable {
    let name: String
    var schema: Schema
    var isRequired: Bool
    let note: String

    static func required(_ name: String, _ schema: Schema, _ note: String) -> Property {
        Property(name: name, schema: schema, isRequired: true, note: note)
    }

    /// May be left out or be null, which is the same.
    static func optional(_ name: String, _ schema: Schema, _ note: String) -> Property {
        Property(name: name, schema: schema.orNull, isRequired: false, note: note)
    }

    /// Left out where there is nothing to say; never null.
    static func sometimes(_ name: String, _ schema: Schema, _ note: String) -> Property {
        Property(name: name, schema: schema, isRequired: false, note: note)
    }
}

extension [Property] {
    /// What a client sent, as the server writes it: never null, and `always` there.
    func written(always names: Set<String> = []) -> [Property] {
        map { property in
            var written = property
            written.schema.isNullable = false
            written.isRequired = property.isRequired || names.contains(property.name)
            return written
        }
    }
}
