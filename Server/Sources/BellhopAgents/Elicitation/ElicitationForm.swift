import BellhopModel

/// The form of an elicitation as questions, and replies as its content.
struct ElicitationForm: Hashable {
    private(set) var sheet = ReplySheet<JSONValue>()
    private var fields: [ElicitationField] = []

    /// Stands for a property that is left out; no choice of a form can be null.
    private static let omission = ElicitationField.Option(value: .null, label: "Leave out")

    var isEmpty: Bool { fields.isEmpty }

    /// - Returns: `nil` when the form has something that cannot be asked on a phone, or too much of it.
    init?(_ schema: JSONValue) {
        guard let properties = schema["properties"]?.object else { return nil }
        let required = schema["required"]?.array?.compactMap(\.string) ?? []
        // An object has no order; what is required says one.
        let names =
            required.filter { properties[$0] != nil } + properties.keys.filter { !required.contains($0) }.sorted()
        guard Set(names).count == names.count else { return nil }
        for name in names {
            guard let property = properties[name], let field = ElicitationField(name: name, schema: property),
                // Forms must not ask for secrets (MCP, client/elicitation), and none is typed into a phone for one.
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
        return sheet.add(question, standingFor: options.map(\.value))
    }

    /// The `content` that `replies` amount to, each value of its property's type; `nil` when one does not fit.
    func content(of replies: [Reply]) -> [String: JSONValue]? {
        guard let picks = sheet.picks(of: replies) else { return nil }
        var content: [String: JSONValue] = [:]
        for (field, pick) in zip(fields, picks) {
            if pick == .init(chosen: [.null]) { continue }
            guard !pick.chosen.contains(.null), let value = field.value(of: pick) else { return nil }
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
