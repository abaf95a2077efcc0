import BellhopModel

/// JSON to be written, with its members in a readable order.
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

    /// The value without the order of its members.
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

    /// - Parameter indentation: the indentation of the line on which the value begins.
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
        // Lists of scalars stay on one line.
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

/// The layout of a JSON text, so that added members look like the existing ones.
struct JSONLayout: Hashable, Sendable {
    /// The indentation of one level.
    var indent = "  "
    var newline = "\n"
    /// Each member is on its own line.
    var isMultiline = true
    /// Commas and colons are followed by a space when all members are on one line.
    var isSpaced = true

    /// Two spaces for each level, one line for each member.
    static let standard = JSONLayout()

    private init() {}

    init(of text: JSONText) {
        if let end = text.bytes.firstIndex(of: 0x0A), end > 0, text.bytes[end - 1] == 0x0D { newline = "\r\n" }
        guard let first = text.root.items.first else { return }
        if let space = text.space(before: first.lowerBound) {
            if !space.isEmpty { indent = space }
        } else {
            isMultiline = false
            isSpaced =
                text.root.members?.first.map { member in
                    text.bytes[member.value.range.lowerBound - 1] == UInt8(ascii: " ")
                } ?? true
        }
    }
}

extension JSONText {
    /// The white space between the line's beginning and `position`; `nil` when other characters precede `position`.
    func space(before position: Int) -> String? {
        let head = bytes[..<position]
        guard let newline = head.lastIndex(of: 0x0A) else { return nil }
        let space = head[(newline + 1)...]
        guard space.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { return nil }
        return String(decoding: space, as: UTF8.self)
    }

    /// The indentation of the line of `position`.
    func indentation(at position: Int) -> String {
        let start = bytes[..<position].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return String(decoding: bytes[start..<position].prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
    }
}
