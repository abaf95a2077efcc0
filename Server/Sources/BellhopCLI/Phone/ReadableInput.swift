import BellhopKit
import BellhopModel

/// An ask's exact input for a person to read: each value under its name, in place of JSON.
struct ReadableInput: Hashable, Sendable {
    struct Field: Hashable, Sendable {
        /// Its path in the input, such as `edits 1 old_string`; empty for an input that is no JSON object.
        let name: String
        let value: String
    }

    let fields: [Field]

    /// - Parameter input: as it was signed; it is masked and made visible here.
    init(_ input: String) {
        guard let value = try? CanonicalJSON.decode(JSONValue.self, from: input.utf8), value.object != nil else {
            fields = [Field(name: "", value: Self.shown(input))]
            return
        }
        fields = Self.fields(of: value, at: [])
    }

    /// The fields whose values `told` does not contain.
    func besides(_ told: String) -> [Field] { fields.filter { !$0.value.isEmpty && !told.contains($0.value) } }

    /// The name of the member that holds what the tool is given; the names in it need no other.
    private static let inputMember = "tool_input"

    private static func fields(of value: JSONValue, at path: [String]) -> [Field] {
        switch value {
        case .object(let members):
            members.sorted { rank($0.key) < rank($1.key) }.flatMap { name, value in
                fields(of: value, at: path.isEmpty && name == inputMember ? [] : path + [shown(name)])
            }
        case .array(let values):
            values.enumerated().flatMap { fields(of: $1, at: path + ["\($0 + 1)"]) }
        case .null: []
        case .string(let text): [Field(name: path.joined(separator: " "), value: shown(text))]
        case .bool, .integer, .number:
            [Field(name: path.joined(separator: " "), value: (try? CanonicalJSON.text(value)) ?? "")]
        }
    }

    /// Sorts the tool's input before the other members, and those by name.
    private static func rank(_ name: String) -> String { name == inputMember ? "" : name }

    private static func shown(_ text: String) -> String { CutText(text, characters: nil).head }
}
