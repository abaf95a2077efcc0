/// Text made ready to be shown in a notification: secrets masked, hidden characters made visible, cut to a length.
///
/// In this order: a secret is recognised before anything in it is rewritten, and whole rather than cut in two.
public enum ShownText {
    /// What a notification shows without being expanded; the source of ``Shortening/prefix(_:characters:)``'s default.
    public static let usualLength = 200

    /// One line, cut at its end: titles and names.
    public static func line(_ text: String, characters limit: Int = usualLength) -> String {
        Shortening.prefix(neutral(text, .shown).text, characters: limit)
    }

    /// Lines, cut at their end: what is told.
    public static func paragraph(_ text: String, characters limit: Int = usualLength) -> String {
        Shortening.prefix(neutral(text, .kept).text, characters: limit)
    }

    /// Lines, cut in their middle: what is decided on. Under a line of their own, not counted in `limit`, that says
    /// what is suspicious about them, if anything is.
    public static func evidence(_ text: String, characters limit: Int) -> String {
        let neutral = neutral(text, .kept)
        let body = Shortening.headAndTail(neutral.text, characters: limit)
        guard !neutral.warnings.isEmpty else { return body }
        let warnings = neutral.warnings.map(\.description).joined(separator: "; ")
        return "⚠ \(Shortening.prefix(warnings, characters: usualLength))\n\(body)"
    }

    private static func neutral(_ text: String, _ lineBreaks: Neutralising.LineBreaks) -> Neutralising.Result {
        Neutralising.neutralise(SecretMask.mask(text), lineBreaks: lineBreaks)
    }
}
