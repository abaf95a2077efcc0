import BellhopModel

/// A tool's input on its way into words: which of its fields have been told, so that the rest can be.
struct ToolText {
    private let input: [String: JSONValue]
    private var told: Set<String> = []

    init(_ input: [String: JSONValue]) { self.input = input }

    /// The first of `fields` that holds a text, which may be empty.
    mutating func take(_ fields: String...) -> String? {
        for field in fields {
            guard let text = input[field]?.lenientText else { continue }
            told.insert(field)
            return text
        }
        return nil
    }

    /// The first of `fields` that holds a text that is not empty.
    mutating func takeFilled(_ fields: [String]) -> String? {
        guard let field = fields.first(where: { input[$0]?.lenientText?.isEmpty == false }) else { return nil }
        told.insert(field)
        return input[field]?.lenientText
    }

    /// Whether one of `fields` is set. One that holds no flag is not told thereby.
    mutating func takeFlag(_ fields: String...) -> Bool {
        let flags = fields.filter { input[$0]?.lenientFlag != nil }
        told.formUnion(flags)
        return flags.contains { input[$0]?.lenientFlag == true }
    }

    /// These are told elsewhere.
    mutating func leaveOut(_ fields: [String]) { told.formUnion(fields) }

    /// These too, where all that they hold stands in `text` word for word.
    mutating func leaveOut(_ fields: [String], toldBy text: String) {
        told.formUnion(fields.filter { input[$0].map { Self.isTold($0, by: text) } ?? false })
    }

    private static func isTold(_ value: JSONValue, by text: String) -> Bool {
        switch value {
        case .string(let word): text.contains(word)
        case .array(let values): values.allSatisfy { isTold($0, by: text) }
        default: false
        }
    }

    /// What has not been told, each under its name, in the order of the names.
    var rest: [String] {
        input.filter { !told.contains($0.key) && $0.value != .null }.sorted { $0.key < $1.key }.map { name, value in
            let text = value.lenientText.flatMap { $0.isEmpty ? nil : $0 }
            // A value that was read from JSON can be written as JSON.
            return "\(DisplayText.line(name)): \(text ?? (try? CanonicalJSON.text(value)) ?? "…")"
        }
    }
}
