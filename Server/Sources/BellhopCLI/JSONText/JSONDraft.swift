import BellhopModel

/// JSON that is to be written, its members in the order in which people should read them.
indirect enum JSONDraft: Hashable, Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([JSONDraft])
    case object([Member])

    struct Member: Hashable, Sendable {
        var name: String
        var value: JSONDraft

        init(_ name: String, _ value: JSONDraft) {
            self.name = name
            self.value = value
        }
    }

    /// What it says, without its order.
    var value: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .number(let number): .integer(Int64(number))
        case .flag(let flag): .bool(flag)
        case .list(let elements): .array(elements.map(\.value))
        case .object(let members):
            .object(Dictionary(members.map { ($0.name, $0.value.value) }, uniquingKeysWith: { _, last in last }))
        }
    }

    /// - Parameter indentation: of the line that it begins on.
    func text(_ layout: JSONLayout, at indentation: String = "") -> String {
        switch self {
        case .text(let text): Self.quoted(text)
        case .number(let number): String(number)
        case .flag(let flag): String(flag)
        case .list(let elements):
            bracketed("[", elements.map { ("", $0) }, "]", layout, indentation)
        case .object(let members):
            bracketed("{", members.map { ($0.prefix(layout), $0.value) }, "}", layout, indentation)
        }
    }

    private func bracketed(
        _ opening: String, _ items: [(prefix: String, value: JSONDraft)], _ closing: String, _ layout: JSONLayout,
        _ indentation: String
    ) -> String {
        let isList = if case .list = self { true } else { false }
        // A short list of words reads best in its line.
        let isInLine = !layout.isMultiline || items.isEmpty || isList && items.allSatisfy { $0.value.isScalar }
        let inner = isInLine ? indentation : indentation + layout.indent
        let texts = items.map { $0.prefix + $0.value.text(layout, at: inner) }
        guard !isInLine else {
            return opening + texts.joined(separator: layout.isSpaced ? ", " : ",") + closing
        }
        let lines = texts.map { layout.newline + inner + $0 }.joined(separator: ",")
        return opening + lines + layout.newline + indentation + closing
    }

    private var isScalar: Bool {
        switch self {
        case .text, .number, .flag: true
        case .list, .object: false
        }
    }

    private static func quoted(_ text: String) -> String { (try? CanonicalJSON.text(text)) ?? "\"\"" }
}

extension JSONDraft.Member {
    func prefix(_ layout: JSONLayout) -> String {
        JSONDraft.text(name).text(layout) + (layout.isMultiline || layout.isSpaced ? ": " : ":")
    }
}
