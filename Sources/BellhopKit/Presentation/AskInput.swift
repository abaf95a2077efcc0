import BellhopModel

/// An ask's `input` as a person reads it.
///
/// The shown text is made on this device from the text that is digested and signed. The asking side's summary
/// (``AskRequest/Content/body``) proves nothing.
public enum AskInput {
    /// Canonical JSON is written as lines of `name: value`, with the names of nested fields joined by dots and texts as
    /// they are, so that a command reads as it runs. Everything else, also JSON of which a reader could see less than a
    /// program, such as one with a name twice, stays as it is.
    public static func text(of input: String) -> String {
        guard input.utf8.first == UInt8(ascii: "{"),
            let json = try? CanonicalJSON.decode(JSONValue.self, from: Array(input.utf8)),
            let fields = json.object, !fields.isEmpty,
            let written = try? CanonicalJSON.text(json), written.utf8.elementsEqual(input.utf8)
        else { return input }
        return lines(of: fields, under: "").joined(separator: "\n")
    }

    private static func lines(of fields: [String: JSONValue], under path: String) -> [String] {
        fields.sorted { rank($0.key) == rank($1.key) ? $0.key < $1.key : rank($0.key) < rank($1.key) }
            .flatMap { key, value in lines(of: value, at: path + name(key)) }
    }

    private static func lines(of value: JSONValue, at path: String) -> [String] {
        switch value {
        case .object(let fields) where !fields.isEmpty: return lines(of: fields, under: path + ".")
        case .array(let values) where !values.isEmpty:
            return values.enumerated().flatMap { lines(of: $1, at: "\(path)[\($0)]") }
        case .string(let text) where text.utf8.contains(0x0A):
            // Indented, so that no line of a text can pass for a field.
            let rows = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            return ["\(path):"] + rows.map { "  " + String(decoding: $0, as: UTF8.self) }
        case .string(let text): return ["\(path): \(text)"]
        default: return ["\(path): \((try? CanonicalJSON.text(value)) ?? "…")"]
        }
    }

    /// A name that could be taken for something else is written as JSON.
    private static func name(_ key: String) -> String {
        let isPlain = !key.isEmpty && key.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !":.[]\"".utf8.contains($0) }
        return isPlain ? key : (try? CanonicalJSON.text(JSONValue.string(key))) ?? "…"
    }

    /// The order of fields: the action comes before its place and its recipient.
    private static func rank(_ key: String) -> Int {
        ["tool_name", "tool_input", "params", "details", "elicitation"].firstIndex(of: key) ?? .max
    }
}
