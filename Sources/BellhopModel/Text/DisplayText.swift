/// Prepares text for display in a notification: masks secrets, makes invisible characters visible, and cuts to a
/// length.
///
/// In this order, so that a secret is recognised before it is rewritten or cut.
public enum DisplayText {
    /// The length of a notification that is not expanded, in characters.
    public static let usualLength = 200

    /// One line, cut at the end, for titles and names.
    public static func line(_ text: String, characters limit: Int = usualLength) -> String {
        TextTruncation.prefix(sanitized(text, .shown).text, characters: limit)
    }

    /// Several lines, cut at the end, for texts without a decision.
    public static func paragraph(_ text: String, characters limit: Int = usualLength) -> String {
        TextTruncation.prefix(sanitized(text, .kept).text, characters: limit)
    }

    /// Several lines, cut in the middle, for the text of a decision. Lines about omitted characters and warnings
    /// precede it and do not count towards `limit`; see ``ReviewText``.
    public static func review(_ text: String, characters limit: Int) -> String {
        ReviewText(text).cut(toCharacters: limit).text
    }

    private static func sanitized(_ text: String, _ lineBreaks: TextSanitizer.LineBreaks) -> TextSanitizer.Result {
        TextSanitizer.sanitize(SecretMask.mask(text), lineBreaks: lineBreaks)
    }
}

/// The text of a decision, prepared for display, with the number of characters that a reader does not see.
///
/// Only a text that is shown whole may be approved where it cannot be opened, as on a lock screen.
public struct ReviewText: Hashable, Sendable {
    /// The whole text with masked secrets and visible hidden characters.
    public let text: String
    /// The warnings about the text, without those that its first lines already contain.
    public let warnings: [TextWarning]
    /// The number of characters that `text` leaves out, or masks although the text may use them.
    public let hidden: Int

    /// - Parameter omitted: the number of characters that were cut from `text` before.
    public init(_ text: String, omitted: Int = 0) {
        let masked = SecretMask.masked(text)
        let sanitized = TextSanitizer.sanitize(masked.text)
        self.text = sanitized.text
        hidden = omitted + masked.used
        let shownWarnings = sanitized.text.split(separator: "\n").prefix { $0.hasPrefix(Self.mark) }.joined(
            separator: "\n")
        warnings = (sanitized.warnings + (masked.used > 0 ? [.maskedValueUsed] : [])).filter {
            !shownWarnings.contains($0.description)
        }
    }

    /// `true` if no character is hidden.
    public var isWhole: Bool { hidden == 0 }

    /// The whole text, after ``OmissionNotice`` and warnings if there are any.
    public var lines: String { lines(text, hidden) }

    /// The text cut in the middle to at most `limit` characters, without counting the lines before it.
    ///
    /// - Parameter isNoted: whether ``OmissionNotice`` precedes it when something is hidden.
    public func cut(toCharacters limit: Int, isNoted: Bool = true) -> (text: String, hidden: Int) {
        let cut = TextTruncation.cut(text, limit: limit) { _ in 1 }
        return (lines(cut.text, isNoted ? hidden + cut.left : 0), hidden + cut.left)
    }

    private func lines(_ shown: String, _ hidden: Int) -> String {
        let note = hidden > 0 ? OmissionNotice(hidden: hidden, total: text.count + self.hidden).line : nil
        let words = warnings.map(\.description).joined(separator: "; ")
        let warning = words.isEmpty ? nil : Self.mark + TextTruncation.prefix(words)
        return [note, warning, shown].compactMap(\.self).joined(separator: "\n")
    }

    fileprivate static let mark = "⚠ "
}

/// The first line of a text that is not shown whole: "⚠ N of M characters not shown".
public struct OmissionNotice: Hashable, Sendable {
    public var hidden: Int
    public var total: Int

    public init(hidden: Int, total: Int) {
        self.hidden = hidden
        self.total = total
    }

    public var line: String { "\(ReviewText.mark)\(hidden) of \(total)\(Self.words)" }

    /// The maximum of ``total``: more characters than any request body has bytes.
    static let maxTotal = 1 << 20

    private static let words = " characters not shown"

    /// Splits `body` into its notice, if it begins with one, and the text after it.
    static func split(_ body: String) -> (note: OmissionNotice?, text: String) {
        let first = body.prefix { $0 != "\n" }
        guard first.hasPrefix(ReviewText.mark), first.hasSuffix(words) else { return (nil, body) }
        let numbers = first.dropFirst(ReviewText.mark.count).dropLast(words.count).split(separator: " ")
        guard numbers.count == 3, numbers[1] == "of", let hidden = Int(numbers[0]), let total = Int(numbers[2]),
            (0...maxTotal).contains(total), (0...total).contains(hidden)
        else { return (nil, body) }
        return (OmissionNotice(hidden: hidden, total: total), String(body.dropFirst(first.count + 1)))
    }
}
