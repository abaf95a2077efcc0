import BellhopModel

/// The complete input of an ask in parts, with a record of the parts that have been on the screen.
///
/// The rule for every screen that can approve: an ask is approved only after all of it was shown, and while no masked
/// value is executed. Pure.
public struct AskReading: Hashable, Sendable {
    /// The parts in order; together they are the complete input.
    public private(set) var parts: [Part]
    /// The device's owner has revealed the masked values.
    public private(set) var isRevealed = false
    /// The number of values that are masked before they are revealed.
    public let maskedCount: Int

    private let input: String
    private let mostLines: Int
    private let mostCharacters: Int
    private let isMaskUsed: Bool
    private var unseen: Set<Int>

    /// A part that fits on a screen.
    public struct Part: Hashable, Sendable, Identifiable {
        /// The index of the part, from 0.
        public let id: Int
        public let text: String
        /// The part continues the last line of the part before it.
        public let isContinuation: Bool
    }

    /// The reason that an ask cannot be approved yet.
    public enum Obstacle: Hashable, Sendable {
        /// The number of parts that were not on the screen.
        case unread(Int)
        /// A masked value is used.
        case masked
    }

    /// - Parameters:
    ///   - input: the signed input of the ask.
    ///   - lines: the maximum number of lines of a part.
    ///   - characters: the maximum number of characters of a part.
    public init(_ input: String, lines: Int = 12, characters: Int = 600) {
        self.input = AskInput.text(of: input)
        mostLines = max(1, lines)
        mostCharacters = max(8, characters)
        let masked = SecretMask.masked(self.input)
        maskedCount = masked.count
        isMaskUsed = masked.used > 0
        parts = Self.parts(of: masked.text, mostLines, mostCharacters)
        unseen = Set(parts.indices)
    }

    /// The reason that the ask cannot be approved yet; `nil` when it can.
    public var obstacle: Obstacle? {
        if !unseen.isEmpty { return .unread(unseen.count) }
        return isMaskUsed && !isRevealed ? .masked : nil
    }

    public var mayBeApproved: Bool { obstacle == nil }

    /// Records that the whole part has been on the screen.
    public mutating func see(_ part: Int) { unseen.remove(part) }

    public mutating func see(_ parts: Range<Int>) { unseen.subtract(parts) }

    /// Shows the masked values. Parts with masks must be read again.
    ///
    /// Call it only after the device's owner has authenticated.
    public mutating func reveal() {
        guard maskedCount > 0, !isRevealed else { return }
        isRevealed = true
        parts = Self.parts(of: input, mostLines, mostCharacters)
        unseen = Set(parts.indices)
    }

    private static func parts(of text: String, _ lines: Int, _ characters: Int) -> [Part] {
        var parts: [Part] = []
        var rows: [Substring] = []
        var length = 0
        var isContinuation = false
        func close(continuing: Bool = false) {
            guard !rows.isEmpty else { return }
            parts.append(
                Part(id: parts.count, text: rows.joined(separator: "\n"), isContinuation: isContinuation))
            (rows, length, isContinuation) = ([], 0, continuing)
        }
        for line in TextSanitizer.sanitize(text).text.split(separator: "\n", omittingEmptySubsequences: false) {
            var rest = line
            if rows.count == lines || length + rest.count > characters { close() }
            while let end = rest.index(rest.startIndex, offsetBy: characters, limitedBy: rest.endIndex),
                end < rest.endIndex
            {
                rows = [rest[..<end]]
                close(continuing: true)
                rest = rest[end...]
            }
            rows.append(rest)
            length += rest.count
        }
        close()
        return parts
    }
}

/// The readable form of an ask's `input`.
///
/// The text is made on this device from the digested and signed input. The sender's summary
/// (``AskRequest/Content/body``) proves nothing.
package enum AskInput {
    /// Canonical JSON is written as lines of `name: value`, with the names of nested fields joined by dots and texts
    /// unescaped, so that a command reads as it runs. All other input is unchanged, including JSON that a person and a
    /// program could read differently, for example with a duplicate name.
    package static func text(of input: String) -> String {
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
            // Indented, so that no line of a text can imitate a field.
            let rows = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            return ["\(path):"] + rows.map { "  " + String(decoding: $0, as: UTF8.self) }
        case .string(let text): return ["\(path): \(text)"]
        default: return ["\(path): \((try? CanonicalJSON.text(value)) ?? "…")"]
        }
    }

    /// The name of a field; an ambiguous one is written as JSON.
    private static func name(_ key: String) -> String {
        let isPlain = !key.isEmpty && key.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !":.[]\"".utf8.contains($0) }
        return isPlain ? key : (try? CanonicalJSON.text(JSONValue.string(key))) ?? "…"
    }

    /// The order of fields: the action comes before its place and its recipient.
    private static func rank(_ key: String) -> Int {
        ["tool_name", "tool_input", "params", "details", "elicitation"].firstIndex(of: key) ?? .max
    }
}
