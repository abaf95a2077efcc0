/// A text that is decided on, made fit to be shown, and how much of it a reader does not see.
///
/// Only what is shown whole may be approved where nothing more can be looked at, as on a lock screen.
public struct ReviewText: Hashable, Sendable {
    /// All of it, its secrets masked and its hidden characters made visible.
    public let text: String
    /// What is suspicious about it, but for what the warnings at the head of the text say already.
    public let warnings: [TextWarning]
    /// The number of characters that `text` leaves out, or masks although they may be used.
    public let hidden: Int

    /// - Parameter omitted: the number of characters that `text` was cut by before.
    public init(_ text: String, omitted: Int = 0) {
        let masked = SecretMask.masked(text)
        let neutral = TextSanitizer.sanitize(masked.text)
        self.text = neutral.text
        hidden = omitted + masked.used
        let said = neutral.text.split(separator: "\n").prefix { $0.hasPrefix(Self.mark) }.joined(separator: "\n")
        warnings = (neutral.warnings + (masked.used > 0 ? [.maskedValueUsed] : [])).filter {
            !said.contains($0.description)
        }
    }

    /// Whether nothing is hidden.
    public var isWhole: Bool { hidden == 0 }

    /// All of it, under ``HiddenNote`` and its warnings if there are any.
    public var lines: String { lines(text, hidden) }

    /// Cut in its middle to at most `limit` characters, not counting the lines above it.
    ///
    /// - Parameter isNoted: ``HiddenNote`` is above it where something is hidden.
    public func cut(toCharacters limit: Int, isNoted: Bool = true) -> (text: String, hidden: Int) {
        let cut = TextTruncation.cut(text, limit: limit) { _ in 1 }
        return (lines(cut.text, isNoted ? hidden + cut.left : 0), hidden + cut.left)
    }

    private func lines(_ shown: String, _ hidden: Int) -> String {
        let note = hidden > 0 ? HiddenNote(hidden: hidden, total: text.count + self.hidden).line : nil
        let words = warnings.map(\.description).joined(separator: "; ")
        let warning = words.isEmpty ? nil : Self.mark + TextTruncation.prefix(words)
        return [note, warning, shown].compactMap(\.self).joined(separator: "\n")
    }

    fileprivate static let mark = "⚠ "
}

/// The first line of a text that is not shown whole: "⚠ N of M characters not shown".
public struct HiddenNote: Hashable, Sendable {
    public var hidden: Int
    public var total: Int

    public init(hidden: Int, total: Int) {
        self.hidden = hidden
        self.total = total
    }

    public var line: String { "\(ReviewText.mark)\(hidden) of \(total)\(Self.words)" }

    private static let words = " characters not shown"

    /// `body` as the note at its head, if there is one, and the text below it.
    static func split(_ body: String) -> (note: HiddenNote?, text: String) {
        let first = body.prefix { $0 != "\n" }
        guard first.hasPrefix(ReviewText.mark), first.hasSuffix(words) else { return (nil, body) }
        let numbers = first.dropFirst(ReviewText.mark.count).dropLast(words.count).split(separator: " ")
        guard numbers.count == 3, numbers[1] == "of", let hidden = Int(numbers[0]), let total = Int(numbers[2]),
            (0...APILimits.body).contains(total), (0...total).contains(hidden)
        else { return (nil, body) }
        return (HiddenNote(hidden: hidden, total: total), String(body.dropFirst(first.count + 1)))
    }
}
