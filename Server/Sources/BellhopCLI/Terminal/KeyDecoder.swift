/// Makes keys of what a terminal sends, which may end in the middle of a character (UTF-8, RFC 3629).
struct KeyDecoder: Sendable {
    /// The beginning of a character.
    private var rest: [UInt8] = []

    mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
        rest += bytes
        let whole = rest.dropLast(Self.unfinished(rest))
        let text = String(decoding: whole, as: UTF8.self)
        rest.removeFirst(whole.count)
        // An escape sequence (an arrow key, say) is nothing that any screen here listens to.
        if text.count > 1, text.first == "\u{1B}" { return [] }
        return text.compactMap { character in
            switch character {
            case "\n", "\r", "\r\n": .enter
            case "\u{1B}": .escape
            case "\u{7F}", "\u{08}": .backspace
            case "\u{03}", "\u{04}": .end
            case "\t": .character(" ")
            default: character.unicodeScalars.contains { $0.value < 0x20 } ? nil : .character(character)
            }
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
