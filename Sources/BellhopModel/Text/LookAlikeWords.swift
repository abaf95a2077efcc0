/// Finds words in which letters of another script stand in for Latin ones, such as `pаypal` with a Cyrillic `а`.
///
/// Flagged is a word that mixes Latin letters with look-alikes; and a word made of look-alikes alone, if nothing else
/// in the text is written in a script that has them. Russian and Greek text, and units such as `μm`, pass. So do Latin
/// letters beside words of a script without spaces, and Turkish.
struct ConfusableWordScan {
    private var word = String.UnicodeScalarView()
    private var hasLatin = false
    private var hasOther = false
    private var letters = 0
    private var length = 0
    private var first: (letter: Unicode.Scalar, twin: Character)?
    /// The first of those that count only where nothing but ASCII stands beside them.
    private var rare: (letter: Unicode.Scalar, twin: Character)?
    /// A digit is as good as a letter beside digits in disguise, which no language writes.
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
        } else if let twin = Confusables.latinTwin(of: scalar) {
            if first == nil { first = (scalar, twin) }
            letters += 1
        } else if let twin = Confusables.rareTwin(of: scalar) {
            if rare == nil { rare = (scalar, twin) }
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
        // Enough to recognise the word by.
        if length < Self.longestWord { word.append(scalar) }
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
        return Array(found.prefix(Self.mostWarnings))
    }

    private static func note(_ warning: TextWarning, in list: inout [TextWarning]) {
        if list.count < mostWarnings, !list.contains(warning) { list.append(warning) }
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

    private static let longestWord = 40
    private static let mostWarnings = 8
}
