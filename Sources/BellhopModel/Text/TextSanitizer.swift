/// Makes invisible and misleading characters of a text visible.
///
/// For display only: digests, signatures and execution use the original text. The result is safe in a notification, a
/// terminal and, after HTML escaping, a web page. No character is dropped; an invisible one is written as its code
/// point, such as `‹U+202E›`.
public enum TextSanitizer {
    public enum LineBreaks: Hashable, Sendable {
        /// Keeps line breaks and tabs; CR LF becomes one line break.
        case kept
        /// Writes them as `⏎` and `⇥`, so that the text is one line.
        case shown
    }

    /// A sanitized text and its warnings.
    public struct Result: Hashable, Sendable {
        public var text: String
        /// The warnings in order of their first occurrence, without duplicates; at most eight about look-alike letters.
        public var warnings: [TextWarning]
    }

    /// Sanitizes `text` in linear time.
    public static func sanitize(_ text: String, lineBreaks: LineBreaks = .kept) -> Result {
        if isPlain(text, lineBreaks) { return Result(text: text, warnings: []) }
        var scan = TextSanitizerScan(text, lineBreaks)
        return scan.run()
    }

    /// The maximum number of white-space characters in a row; longer runs are written as a count.
    static let maxWhiteSpace = 40
    /// The maximum number of line breaks in a row.
    static let maxLineBreaks = 4

    /// Returns whether `text` is printable ASCII with ordinary white space, as most texts are, and needs no change.
    private static func isPlain(_ text: String, _ lineBreaks: LineBreaks) -> Bool {
        var spaces = 0
        var breaks = 0
        for byte in text.utf8 {
            switch byte {
            case 0x21...0x7E:
                spaces = 0
                breaks = 0
            case 0x20:
                spaces += 1
            case 0x0A where lineBreaks == .kept:
                spaces += 1
                breaks += 1
            case 0x09 where lineBreaks == .kept:
                spaces += 1
            default:
                return false
            }
            if spaces > maxWhiteSpace || breaks > maxLineBreaks { return false }
        }
        return true
    }

    static func codePoint(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    static func codePoint(_ character: Character) -> String {
        character.unicodeScalars.map { codePoint($0) }.joined(separator: " ")
    }
}

/// A single pass over a text for ``TextSanitizer``.
struct TextSanitizerScan {
    private let scalars: [Unicode.Scalar]
    private let lineBreaks: TextSanitizer.LineBreaks
    private var index = 0
    /// The output in UTF-8. `String.UnicodeScalarView` copies itself each time several scalars are appended.
    private var output: [UInt8] = []
    private var warnings: [TextWarning] = []
    private var marks = 0
    private var words = ConfusableWordScan()

    init(_ text: String, _ lineBreaks: TextSanitizer.LineBreaks) {
        scalars = Array(text.unicodeScalars)
        self.lineBreaks = lineBreaks
        output.reserveCapacity(text.utf8.count + text.utf8.count / 8)
    }

    mutating func run() -> TextSanitizer.Result {
        while index < scalars.count {
            let scalar = scalars[index]
            if isSpace(at: index) {
                takeSpace()
            } else if let warning = InvisibleCharacters.warning(for: scalar) {
                takeHidden(warning)
            } else {
                takeVisible(scalar)
            }
        }
        return TextSanitizer.Result(text: String(decoding: output, as: UTF8.self), warnings: warnings + words.finish())
    }

    private mutating func takeVisible(_ scalar: Unicode.Scalar) {
        if InvisibleCharacters.isMark(scalar) {
            marks += 1
            if marks > Self.maxMarks {
                takeStackedMarks()
                return
            }
        } else {
            marks = 0
        }
        words.take(scalar)
        write(scalar)
        index += 1
    }

    private mutating func takeHidden(_ warning: TextWarning) {
        let drawn = InvisibleCharacters.drawnSequence(in: scalars, at: index)
        if drawn > 0 {
            for scalar in scalars[index..<index + drawn] { write(scalar) }
            index += drawn
            return
        }
        let scalar = scalars[index]
        var end = index + 1
        while end < scalars.count, scalars[end] == scalar { end += 1 }
        let count = end - index
        write(count == 1 ? "‹\(TextSanitizer.codePoint(scalar))›" : "‹\(TextSanitizer.codePoint(scalar)) ×\(count)›")
        note(warning)
        words.endWord()
        marks = 0
        index = end
    }

    /// Writes a run of white space, or its length when it would move the following text out of sight.
    private mutating func takeSpace() {
        let start = index
        var breaks = 0
        while index < scalars.count, isSpace(at: index) {
            if scalars[index] == "\n" { breaks += 1 }
            index += 1
        }
        let length = index - start
        if length > TextSanitizer.maxWhiteSpace || breaks > TextSanitizer.maxLineBreaks {
            write(lineBreaks == .kept && breaks > 0 ? "\n" : " ")
            write("‹\(length) characters of white space›")
            write(lineBreaks == .kept && breaks > 0 ? "\n" : " ")
            note(.padding)
        } else {
            for scalar in scalars[start..<index] { writeSpace(scalar) }
        }
        words.endWord()
        marks = 0
    }

    private mutating func writeSpace(_ scalar: Unicode.Scalar) {
        switch (scalar, lineBreaks) {
        // A carriage return before a line break is part of that break; see `isSpace`.
        case ("\r", _): break
        case ("\n", .shown): write("⏎")
        case ("\t", .shown): write("⇥")
        default: write(scalar)
        }
    }

    /// A carriage return alone is not white space: terminals overwrite the line after it.
    private func isSpace(at index: Int) -> Bool {
        let scalar = scalars[index]
        if scalar == "\r" { return index + 1 < scalars.count && scalars[index + 1] == "\n" }
        return InvisibleCharacters.isSpace(scalar)
    }

    private mutating func takeStackedMarks() {
        let start = index
        while index < scalars.count, InvisibleCharacters.isMark(scalars[index]),
            InvisibleCharacters.warning(for: scalars[index]) == nil
        { index += 1 }
        write("‹\(index - start) more accents›")
        note(.stackedMarks)
        marks = 0
    }

    private mutating func note(_ warning: TextWarning) {
        if !warnings.contains(warning) { warnings.append(warning) }
    }

    private mutating func write(_ text: String) { output.append(contentsOf: text.utf8) }

    private mutating func write(_ scalar: Unicode.Scalar) {
        if scalar.isASCII { output.append(UInt8(scalar.value)) } else { output.append(contentsOf: scalar.utf8) }
    }

    /// The maximum number of marks on one letter: Vietnamese uses two, Hebrew with all points and accents four.
    private static let maxMarks = 6
}

/// A property of a text that makes its display misleading.
public enum TextWarning: Hashable, Sendable {
    /// Characters that control a terminal or a screen, such as backspace.
    case controlCharacters
    /// Escape sequences that recolour, move or overwrite text in a terminal.
    case terminalEscapes
    /// Characters that change the direction of the text, so that its display differs from its meaning.
    case directionOverrides
    /// Invisible characters.
    case invisibleCharacters
    /// More accents on one letter than any language uses.
    case stackedMarks
    /// White space that moves the following text out of sight.
    case padding
    /// A `letter` of `word` that looks like the Latin `twin`.
    case lookAlike(word: String, letter: Character, twin: Character)
    /// A masked value that the text may run, open or contact, so that the text cannot be judged without it.
    case maskedValueUsed
}

extension TextWarning: CustomStringConvertible {
    public var description: String {
        switch self {
        case .controlCharacters: "control characters"
        case .terminalEscapes: "terminal escapes"
        case .directionOverrides: "characters that reverse the text"
        case .invisibleCharacters: "invisible characters"
        case .stackedMarks: "stacked accents"
        case .padding: "long white space"
        case .maskedValueUsed: "a masked value is used here"
        case .lookAlike(let word, let letter, let twin):
            "“\(word)” has \(letter) (\(TextSanitizer.codePoint(letter))), which looks like \(twin)"
        }
    }
}
