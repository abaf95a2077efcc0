/// Characters that look like Latin letters, ASCII digits or the separators of an address.
///
/// For detecting words that imitate commands, paths and hosts.
enum Confusables {
    /// The Latin look-alike of a Cyrillic, Greek, Armenian, IPA, mathematical or fullwidth letter in common fonts.
    /// Whole words can be written with these letters.
    static func latinLookalike(of scalar: Unicode.Scalar) -> Character? {
        switch scalar.value {
        case 0x0250...0x0587: table[scalar]
        // Mathematical Alphanumeric Symbols: thirteen alphabets of 26 capital and 26 small letters, some left empty.
        case 0x1D400...0x1D6A3: Self.letter((scalar.value - 0x1D400) % 52)
        // Fullwidth forms.
        case 0xFF21...0xFF3A: Self.letter(scalar.value - 0xFF21)
        case 0xFF41...0xFF5A: Self.letter(scalar.value - 0xFF41 + 26)
        // The host of `bank.example∕login.evil.example` is the whole text.
        case 0x2044, 0x2215, 0x29F8: "/"
        case 0x2024: "."
        default: nil
        }
    }

    /// The ASCII look-alike of any other letter in Unicode's confusables.txt (UTS #39). It counts within a word of
    /// ASCII only.
    static func rareLookalike(of scalar: Unicode.Scalar) -> Character? { rare[scalar.value] }

    /// Built on first use, which is a text with other than ASCII characters.
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

/// Finds words in which letters of another script imitate Latin ones, such as `pаypal` with a Cyrillic `а`.
///
/// Reports words that mix Latin letters with look-alikes, and words of look-alikes alone if the rest of the text has no
/// script with such letters. Does not report Russian and Greek text, units such as `μm`, Latin letters beside words of
/// a script without spaces, and Turkish.
struct ConfusableWordScan {
    private var word = String.UnicodeScalarView()
    private var hasLatin = false
    private var hasOther = false
    private var letters = 0
    private var length = 0
    private var first: (letter: Unicode.Scalar, twin: Character)?
    /// The first look-alike that counts only among ASCII characters.
    private var rare: (letter: Unicode.Scalar, twin: Character)?
    /// Digits count as letters beside look-alike digits, because no language mixes the two.
    private var hasDigit = false

    private var mixed: [TextWarning] = []
    private var whole: [TextWarning] = []
    private var otherScriptSeen = false
    private var dotless: [TextWarning] = []
    private var turkishSeen = false

    mutating func take(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            guard isASCIILetter(scalar) || scalar == "_" || ("0"..."9").contains(scalar) else { return endWord() }
            if isASCIILetter(scalar) {
                hasLatin = true
                letters += 1
            } else if scalar != "_" {
                hasDigit = true
            }
        } else if let lookalike = Confusables.latinLookalike(of: scalar) {
            if first == nil { first = (scalar, lookalike) }
            letters += 1
        } else if let lookalike = Confusables.rareLookalike(of: scalar) {
            if rare == nil { rare = (scalar, lookalike) }
            letters += 1
        } else if scalar.properties.isAlphabetic {
            if Self.turkish.contains(scalar) { turkishSeen = true }
            if (0xC0...0x24F).contains(scalar.value) || (0x1E00...0x1EFF).contains(scalar.value) {
                hasLatin = true
            } else {
                hasOther = true
            }
            letters += 1
        } else if !InvisibleCharacters.isMark(scalar) {
            return endWord()
        }
        // Keeps enough of the word to recognise it.
        if length < Self.maxWordLength { word.append(scalar) }
        length += 1
    }

    mutating func endWord() {
        defer { reset() }
        if hasOther || rare != nil && !hasLatin { otherScriptSeen = true }
        if let first {
            if hasLatin {
                Self.note(warning(first), in: &mixed)
            } else if !hasOther, rare == nil, letters >= 3 {
                Self.note(warning(first), in: &whole)
            }
        } else if let rare, !hasOther {
            let isStyledDigit = rare.letter.value > 0xFFFF && ("0"..."9").contains(rare.twin)
            if rare.letter == "ı", hasLatin {
                Self.note(warning(rare), in: &dotless)
            } else if hasLatin || hasDigit && isStyledDigit {
                Self.note(warning(rare), in: &mixed)
            }
        }
    }

    private func warning(_ found: (letter: Unicode.Scalar, twin: Character)) -> TextWarning {
        .lookAlike(word: String(word), letter: Character(found.letter), twin: found.twin)
    }

    mutating func finish() -> [TextWarning] {
        endWord()
        let found = mixed + (turkishSeen ? [] : dotless) + (otherScriptSeen ? [] : whole)
        return Array(found.prefix(Self.maxWarnings))
    }

    private static func note(_ warning: TextWarning, in list: inout [TextWarning]) {
        if list.count < maxWarnings, !list.contains(warning) { list.append(warning) }
    }

    private mutating func reset() {
        guard length > 0 else { return }
        word = String.UnicodeScalarView()
        hasLatin = false
        hasOther = false
        letters = 0
        length = 0
        first = nil
        rare = nil
        hasDigit = false
    }

    private func isASCIILetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    /// Letters of Turkish and Azerbaijani, in which the dotless i is an ordinary letter.
    private static let turkish: Set<Unicode.Scalar> = [
        "ğ", "Ğ", "ş", "Ş", "İ", "ç", "Ç", "ö", "Ö", "ü", "Ü", "ə", "Ə",
    ]

    private static let maxWordLength = 40
    private static let maxWarnings = 8
}
