/// Finds words in which letters of another script stand in for Latin ones, such as `pаypal` with a Cyrillic `а`.
///
/// Flagged is a word that mixes Latin letters with look-alikes; and a word made of look-alikes alone, if nothing else
/// in the text is written in a script that has them. Russian and Greek text, and units such as `μm`, pass.
struct LookAlikeWords {
    private var word = String.UnicodeScalarView()
    private var hasLatin = false
    private var hasOther = false
    private var letters = 0
    private var length = 0
    private var first: (letter: Unicode.Scalar, twin: Character)?

    private var mixed: [TextWarning] = []
    private var whole: [TextWarning] = []
    private var otherScriptSeen = false

    mutating func take(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            guard isASCIILetter(scalar) || scalar == "_" || ("0"..."9").contains(scalar) else { return endWord() }
            if isASCIILetter(scalar) {
                hasLatin = true
                letters += 1
            }
        } else if let twin = LookAlikes.latinTwin(of: scalar) {
            if first == nil { first = (scalar, twin) }
            letters += 1
        } else if scalar.properties.isAlphabetic {
            if (0xC0...0x24F).contains(scalar.value) || (0x1E00...0x1EFF).contains(scalar.value) {
                hasLatin = true
            } else {
                hasOther = true
            }
            letters += 1
        } else if !HiddenCharacters.isMark(scalar) {
            return endWord()
        }
        // Enough to recognise the word by.
        if length < Self.longestWord { word.append(scalar) }
        length += 1
    }

    mutating func endWord() {
        defer { reset() }
        if hasOther { otherScriptSeen = true }
        guard let first else { return }
        let warning = TextWarning.lookAlike(word: String(word), letter: Character(first.letter), twin: first.twin)
        if hasLatin {
            Self.note(warning, in: &mixed)
        } else if !hasOther, letters >= 3 {
            Self.note(warning, in: &whole)
        }
    }

    mutating func finish() -> [TextWarning] {
        endWord()
        return Array((mixed + (otherScriptSeen ? [] : whole)).prefix(Self.mostWarnings))
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
    }

    private func isASCIILetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    private static let longestWord = 40
    private static let mostWarnings = 8
}
