/// Text made ready to be shown in a notification: secrets masked, hidden characters made visible, cut to a length.
///
/// In this order: a secret is recognised before anything in it is rewritten, and whole rather than cut in two.
public enum DisplayText {
    /// What a notification shows without being expanded; the source of ``TextTruncation/prefix(_:characters:)``'s default.
    public static let usualLength = 200

    /// One line, cut at its end: titles and names.
    public static func line(_ text: String, characters limit: Int = usualLength) -> String {
        TextTruncation.prefix(neutral(text, .shown).text, characters: limit)
    }

    /// Lines, cut at their end: what is told.
    public static func paragraph(_ text: String, characters limit: Int = usualLength) -> String {
        TextTruncation.prefix(neutral(text, .kept).text, characters: limit)
    }

    /// Lines, cut in their middle: what is decided on. Under lines of their own, not counted in `limit`, that say how much
    /// is not shown and what is suspicious, if anything is; see ``ReviewText``.
    public static func evidence(_ text: String, characters limit: Int) -> String {
        ReviewText(text).cut(toCharacters: limit).text
    }

    private static func neutral(_ text: String, _ lineBreaks: TextSanitizer.LineBreaks) -> TextSanitizer.Result {
        TextSanitizer.sanitize(SecretMask.mask(text), lineBreaks: lineBreaks)
    }
}
