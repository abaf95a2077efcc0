/// Letters of other scripts that are drawn like Latin ones, and signs that are drawn like those of an address.
///
/// It is for words that pretend to be commands, paths and hosts.
enum Confusables {
    /// The twins that common fonts draw alike in Cyrillic, Greek, Armenian and the IPA, the mathematical alphabets and the
    /// fullwidth forms: whole words can be made of them.
    static func latinTwin(of scalar: Unicode.Scalar) -> Character? {
        switch scalar.value {
        case 0x0250...0x0587: table[scalar]
        // Mathematical Alphanumeric Symbols: thirteen alphabets of 26 capital and 26 small letters, some left empty.
        case 0x1D400...0x1D6A3: Self.letter((scalar.value - 0x1D400) % 52)
        // Fullwidth forms.
        case 0xFF21...0xFF3A: Self.letter(scalar.value - 0xFF21)
        case 0xFF41...0xFF5A: Self.letter(scalar.value - 0xFF41 + 26)
        // In `bank.example∕login.evil.example` the host is all of it.
        case 0x2044, 0x2215, 0x29F8: "/"
        case 0x2024: "."
        default: nil
        }
    }

    /// Every other single letter of Unicode's confusables.txt (UTS #39) that looks like a letter or digit of ASCII, in
    /// whatever script: it counts within a word of ASCII only.
    static func rareTwin(of scalar: Unicode.Scalar) -> Character? { rare[scalar.value] }

    /// Made when a text first has something else than ASCII in it.
    private static let rare: [UInt32: Character] = {
        let pairs = rows.flatMap { twin, codePoints in
            codePoints.split(separator: " ").compactMap { UInt32($0, radix: 16) }.map { ($0, twin) }
        }
        return Dictionary(pairs) { first, _ in first }
    }()

    private static func letter(_ position: UInt32) -> Character {
        Character(Unicode.Scalar(UInt8(position < 26 ? 0x41 + position : 0x61 + position - 26)))
    }

    private static let table: [Unicode.Scalar: Character] = [
        // Cyrillic
        "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "у": "y", "х": "x", "ѕ": "s", "і": "i", "ј": "j",
        "ԁ": "d", "ԛ": "q", "ԝ": "w", "һ": "h", "ӏ": "l", "ѵ": "v", "ү": "y", "к": "k", "м": "m", "т": "t",
        "А": "A", "В": "B", "Е": "E", "К": "K", "М": "M", "Н": "H", "О": "O", "Р": "P", "С": "C", "Т": "T",
        "Х": "X", "Ѕ": "S", "І": "I", "Ј": "J", "У": "Y", "Ү": "Y", "Ԛ": "Q", "Ԝ": "W", "Ӏ": "I", "Һ": "H",
        "ё": "ë", "ї": "ï", "Ё": "Ë", "Ї": "Ï",
        // Greek
        "ο": "o", "α": "a", "ν": "v", "ρ": "p", "ι": "i", "υ": "u", "κ": "k", "γ": "y", "χ": "x", "ϲ": "c", "ϳ": "j",
        "Α": "A", "Β": "B", "Ε": "E", "Ζ": "Z", "Η": "H", "Ι": "I", "Κ": "K", "Μ": "M", "Ν": "N", "Ο": "O",
        "Ρ": "P", "Τ": "T", "Υ": "Y", "Χ": "X",
        // Armenian
        "օ": "o", "ս": "u", "հ": "h", "ո": "n", "զ": "q", "ց": "g", "Օ": "O", "Տ": "S", "Ս": "U",
        // IPA
        "ɑ": "a", "ɡ": "g", "ɩ": "i",
    ]
}
