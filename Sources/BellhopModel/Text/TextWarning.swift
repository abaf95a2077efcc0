/// Something about a text that a person should know before trusting what they see.
public enum TextWarning: Hashable, Sendable {
    /// Characters that steer a terminal or a screen, such as backspace.
    case controlCharacters
    /// Escape sequences that recolour, move or overwrite what a terminal shows.
    case terminalEscapes
    /// Characters that change the direction of the text, so that it reads differently than it runs.
    case directionOverrides
    /// Characters that are not seen at all.
    case invisibleCharacters
    /// More accents on one letter than any language has.
    case stackedMarks
    /// White space so long that it pushes what follows out of sight.
    case padding
    /// `letter` stands in `word` and looks like the Latin `twin`.
    case lookAlike(word: String, letter: Character, twin: Character)
    /// A masked value may be run, opened or contacted, so that the text cannot be judged without it.
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
