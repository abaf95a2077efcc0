/// Makes visible whatever a text would do to its reader unseen.
///
/// For what is *shown*; what is digested, signed and run is always the original. The result is safe to put into a
/// notification, a web page (after HTML escaping) or a terminal. Nothing is dropped: each hidden character is written
/// as its code point, such as `‹U+202E›`.
public enum TextSanitizer {
    public enum LineBreaks: Hashable, Sendable {
        /// Line breaks and tabs stay; CR LF becomes one line break.
        case kept
        /// They are written as `⏎` and `⇥`: the text is one line.
        case shown
    }

    /// A text that hides nothing, and what was found in it.
    public struct Result: Hashable, Sendable {
        public var text: String
        /// In the order found; each once, at most eight of them about look-alike letters.
        public var warnings: [TextWarning]
    }

    /// Takes time linear in the length of `text`.
    public static func sanitize(_ text: String, lineBreaks: LineBreaks = .kept) -> Result {
        if isPlain(text, lineBreaks) { return Result(text: text, warnings: []) }
        var scan = NeutralisingScan(text, lineBreaks)
        return scan.run()
    }

    /// Longer white space than this is counted, not shown.
    static let longestSpace = 40
    /// The same in line breaks.
    static let mostLineBreaks = 4

    /// Printable ASCII with ordinary white space needs no work, and is what nearly all texts are.
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
            if spaces > longestSpace || breaks > mostLineBreaks { return false }
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
