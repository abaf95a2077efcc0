/// Characters that are invisible, or displayed at another position.
enum InvisibleCharacters {
    /// The warning for a character that must be written as its code point; `nil` for visible characters. White space is
    /// not checked.
    static func warning(for scalar: Unicode.Scalar) -> TextWarning? {
        switch scalar.value {
        case 0x21...0x7E: nil
        case 0x1B, 0x9B: .terminalEscapes
        case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: .controlCharacters
        case 0xA1...0xAC, 0xAE...0x2FF: nil
        // The nine directional formatting characters of UAX #9 §2, and the three implicit marks.
        case 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: .directionOverrides
        // The blank Braille pattern looks like a space and is a letter.
        case 0x2800: .invisibleCharacters
        // Signs of Arabic, Syriac and Kaithi that are format characters but visible (Prepended_Concatenation_Mark).
        case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD: nil
        default: isInvisible(scalar.properties) ? .invisibleCharacters : nil
        }
    }

    private static func isInvisible(_ properties: Unicode.Scalar.Properties) -> Bool {
        if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint { return true }
        return switch properties.generalCategory {
        // The font of the device decides how a private-use character looks.
        case .format, .control, .privateUse, .surrogate: true
        default: false
        }
    }

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20, 0xA0, 0x09, 0x0A, 0x0D: true
        case 0x00...0x167F: false
        default: scalar.properties.generalCategory == .spaceSeparator
        }
    }

    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        let category = scalar.properties.generalCategory
        return category == .nonspacingMark || category == .enclosingMark
    }

    /// The number of scalars from `index` on that belong to a visible sequence with invisible parts.
    ///
    /// Emoji and scripts with joined letters use some of these characters, and would be misspelt without them.
    static func drawnSequence(in scalars: [Unicode.Scalar], at index: Int) -> Int {
        guard index > 0 else { return 0 }
        let before = scalars[index - 1]
        let after = index + 1 < scalars.count ? scalars[index + 1] : nil
        switch scalars[index].value {
        case 0xFE0E, 0xFE0F:
            // After a digit, `#` or `*` the selector is valid in a keycap only.
            if before.isASCII { return before.properties.isEmoji && after?.value == 0x20E3 ? 1 : 0 }
            return before.properties.isEmoji ? 1 : 0
        case 0x200D:
            guard let after else { return 0 }
            let joinsEmoji = isEmojiPart(before) && after.properties.isEmoji && !after.isASCII
            return joinsEmoji || joinsLetters(before, after, isJoiner: true) ? 1 : 0
        case 0x200C:
            guard let after else { return 0 }
            return joinsLetters(before, after, isJoiner: false) ? 1 : 0
        case 0xE0067 where before.value == 0x1F3F4:
            return flags.first { scalars[index...].prefix($0.count).map(\.value) == $0 }?.count ?? 0
        default:
            return 0
        }
    }

    private static func isEmojiPart(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && (scalar.properties.isEmoji || scalar.value == 0xFE0F)
    }

    /// RFC 5892 appendix A.1 and A.2, with the joining scripts approximated by their blocks.
    private static func joinsLetters(_ before: Unicode.Scalar, _ after: Unicode.Scalar, isJoiner: Bool) -> Bool {
        if before.properties.canonicalCombiningClass == .virama { return true }
        return !isJoiner && isArabic(before) && isArabic(after)
    }

    private static func isArabic(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0620...0x074F, 0x0750...0x077F, 0x08A0...0x08C9: scalar.properties.isAlphabetic
        default: false
        }
    }

    /// The flags of England, Scotland and Wales after the black flag: the only tag sequences that are recommended for
    /// general interchange (UTS #51 §2.6, emoji-sequences.txt).
    private static let flags: [[UInt32]] = ["gbeng", "gbsct", "gbwls"].map { tag in
        tag.utf8.map { 0xE0000 + UInt32($0) } + [0xE007F]
    }
}
