import BellhopModel

/// The form of an elicitation as questions, with its content made from replies.
struct ElicitationForm: Hashable {
    private(set) var questionForm = QuestionForm<JSONValue>()
    private var fields: [ElicitationField] = []

    /// The option that omits a property; no choice of a form can be null.
    private static let omission = ElicitationField.Option(value: .null, label: "Leave out")

    var isEmpty: Bool { fields.isEmpty }

    /// - Returns: `nil` when the form has properties that cannot be asked on a phone, or too many.
    init?(_ schema: JSONValue) {
        guard let properties = schema["properties"]?.object else { return nil }
        let required = schema["required"]?.array?.compactMap(\.string) ?? []
        // An object has no order; its required properties have.
        let names =
            required.filter { properties[$0] != nil } + properties.keys.filter { !required.contains($0) }.sorted()
        guard Set(names).count == names.count else { return nil }
        for name in names {
            guard let property = properties[name], let field = ElicitationField(name: name, schema: property),
                // Forms must not ask for secrets (MCP, client/elicitation).
                !SecretMask.isSecretName(name), !SecretMask.isSecretName(field.title),
                add(field, isRequired: required.contains(name))
            else { return nil }
        }
    }

    private mutating func add(_ field: ElicitationField, isRequired: Bool) -> Bool {
        var options: [ElicitationField.Option]
        switch field.kind {
        case .choice(let choices), .choices(let choices, _, _):
            guard !choices.isEmpty else { return false }
            options = choices
        case .text, .integer, .number: options = []
        }
        if !isRequired { options.append(Self.omission) }
        let question = Question(
            shown: field.explanation ?? field.title, header: field.title,
            options: options.map { .init(shown: $0.label) },
            multiSelect: field.takesSeveral, allowsText: field.takesText)
        fields.append(field)
        return questionForm.add(question, values: options.map(\.value))
    }

    /// The `content` for `replies`, each value of its property's type; `nil` when one does not fit.
    func content(of replies: [Reply]) -> [String: JSONValue]? {
        guard let selections = questionForm.selections(of: replies) else { return nil }
        var content: [String: JSONValue] = [:]
        for (field, selection) in zip(fields, selections) {
            if selection == .init(chosen: [.null]) { continue }
            guard !selection.chosen.contains(.null), let value = field.value(of: selection) else { return nil }
            content[field.name] = value
        }
        return content
    }
}

extension ElicitationField {
    fileprivate var takesSeveral: Bool { if case .choices = kind { true } else { false } }

    fileprivate var takesText: Bool {
        switch kind {
        case .text, .integer, .number: true
        case .choice, .choices: false
        }
    }
}

/// A property of an elicitation's form, which is a flat JSON Schema of texts, numbers, flags and choices (MCP 2026-07-28, client/elicitation; ACP v1, elicitation).
struct ElicitationField: Hashable {
    enum Kind: Hashable {
        /// Lengths in characters. A `format` or a `pattern` is checked by the server.
        case text(minimum: Int64?, maximum: Int64?)
        case integer(minimum: Double?, maximum: Double?)
        case number(minimum: Double?, maximum: Double?)
        case choice([Option])
        /// - minimum: the minimum number of chosen options; maximum likewise.
        case choices([Option], minimum: Int64?, maximum: Int64?)
    }

    struct Option: Hashable {
        var value: JSONValue
        var label: String
    }

    let name: String
    let title: String
    let explanation: String?
    let kind: Kind

    /// - Returns: `nil` for other properties.
    init?(name: String, schema: JSONValue) {
        guard let kind = Kind(schema) else { return nil }
        self.name = name
        self.kind = kind
        title = schema["title"]?.string ?? name
        explanation = schema["description"]?.string
    }

    /// The selection as the value of the property; `nil` when it does not fit.
    func value(of selection: QuestionForm<JSONValue>.Selection) -> JSONValue? {
        switch kind {
        case .choice: return selection.chosen.count == 1 ? selection.chosen[0] : nil
        case .choices(_, let minimum, let maximum):
            let count = Int64(selection.chosen.count)
            return count >= minimum ?? 0 && count <= maximum ?? .max ? .array(selection.chosen) : nil
        case .text(let minimum, let maximum):
            guard let text = selection.text, Int64(text.count) >= minimum ?? 0, Int64(text.count) <= maximum ?? .max
            else {
                return nil
            }
            return .string(text)
        case .integer(let minimum, let maximum):
            guard let value = Self.digits(selection.text).flatMap({ Int64($0) }),
                Self.isWithin(Double(value), minimum, maximum)
            else { return nil }
            return .integer(value)
        case .number(let minimum, let maximum):
            guard let value = Self.digits(selection.text).flatMap(Double.init), value.isFinite,
                Self.isWithin(value, minimum, maximum)
            else { return nil }
            return .number(value)
        }
    }

    private static func digits(_ text: String?) -> String? {
        text.map { String($0.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()) }
    }

    private static func isWithin(_ value: Double, _ minimum: Double?, _ maximum: Double?) -> Bool {
        value >= minimum ?? -.infinity && value <= maximum ?? .infinity
    }
}

extension ElicitationField.Kind {
    fileprivate init?(_ schema: JSONValue) {
        let range = (schema["minimum"]?.number, schema["maximum"]?.number)
        switch schema["type"]?.string {
        case "string"?:
            if let options = ElicitationField.Option.list(schema) {
                self = .choice(options)
            } else {
                // Secrets are not typed into a notification.
                guard schema["enum"] == nil, schema["oneOf"] == nil, schema["format"] != "password",
                    schema["writeOnly"] != true
                else { return nil }
                self = .text(minimum: schema["minLength"]?.integer, maximum: schema["maxLength"]?.integer)
            }
        case "boolean"?: self = .choice([.init(value: true, label: "Yes"), .init(value: false, label: "No")])
        case "integer"?: self = .integer(minimum: range.0, maximum: range.1)
        case "number"?: self = .number(minimum: range.0, maximum: range.1)
        case "array"?:
            guard let items = schema["items"], let options = ElicitationField.Option.list(items) else { return nil }
            self = .choices(options, minimum: schema["minItems"]?.integer, maximum: schema["maxItems"]?.integer)
        default: return nil
        }
    }
}

extension ElicitationField.Option {
    /// The choices of a schema in any notation; `nil` when it has none. Empty when one of them cannot be shown, because the
    /// others are incomplete.
    fileprivate static func list(_ schema: JSONValue) -> [Self]? {
        if let values = schema["enum"]?.array {
            let names = schema["enumNames"]?.array ?? []
            return all(
                values.enumerated().map { index, value in
                    value.string.map { Self(value: value, label: index < names.count ? names[index].string ?? $0 : $0) }
                })
        }
        return (schema["oneOf"] ?? schema["anyOf"])?.array.map { entries in
            all(
                entries.map { entry in
                    entry["const"]?.string.map {
                        Self(value: .string($0), label: entry["title"]?.string ?? $0)
                    }
                })
        }
    }

    private static func all(_ options: [Self?]) -> [Self] {
        let shown = options.compactMap(\.self)
        return shown.count == options.count ? shown : []
    }
}
