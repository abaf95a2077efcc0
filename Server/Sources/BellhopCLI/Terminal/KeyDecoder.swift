/// Makes keys of what a terminal sends, which may end in the middle of a character (UTF-8, RFC 3629).
struct KeyDecoder: Sendable {
    /// The beginning of a character.
    private var rest: [UInt8] = []

    /// Keys that send more than a character (xterm's control sequences, in both of its cursor modes).
    private static let sequences: [String: Key] = [
        "[A": .up, "OA": .up, "[B": .down, "OB": .down, "[5~": .pageUp, "[6~": .pageDown,
    ]

    mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
        rest += bytes
        let whole = rest.dropLast(Self.unfinished(rest))
        var text = Substring(String(decoding: whole, as: UTF8.self))
        rest.removeFirst(whole.count)
        var keys: [Key] = []
        while let character = text.popFirst() {
            if character == "\u{1B}", let sequence = Self.sequence(text) {
                text = text.dropFirst(sequence.count)
                // One that is not known is nothing that any screen here listens to.
                if let key = Self.sequences[String(sequence)] { keys.append(key) }
            } else if let key = Self.key(character) {
                keys.append(key)
            }
        }
        return keys
    }

    /// The rest of an escape sequence, up to its final byte (ECMA-48, 5.4); `nil` for a lone escape character.
    private static func sequence(_ text: Substring) -> Substring? {
        guard let first = text.first, first == "[" || first == "O" else { return nil }
        guard let end = text.dropFirst().firstIndex(where: { ("@"..."~").contains($0) }) else { return text }
        return text[...end]
    }

    private static func key(_ character: Character) -> Key? {
        switch character {
        case "\n", "\r", "\r\n": .enter
        case "\u{1B}": .escape
        case "\u{7F}", "\u{08}": .backspace
        case "\u{03}": .interrupt
        case "\u{04}": .end
        case "\t": .character(" ")
        default: character.unicodeScalars.contains { $0.value < 0x20 } ? nil : .character(character)
        }
    }

    /// How many bytes at the end begin a character that has more.
    private static func unfinished(_ bytes: [UInt8]) -> Int {
        for (count, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return length > count + 1 ? count + 1 : 0
        }
        return 0
    }
}
