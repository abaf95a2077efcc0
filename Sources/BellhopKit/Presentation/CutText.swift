import BellhopModel

/// A text whose middle may be left out: how a command ends matters as much as how it begins.
public struct CutText: Hashable, Sendable {
    public let head: String
    /// In characters; 0 when `head` is all of it.
    public let leftOut: Int
    public let tail: String
    /// What is suspicious about the whole text, for the person.
    public let warnings: [String]

    /// - Parameters:
    ///   - text: as it came; it is masked and made visible here.
    ///   - limit: how many characters are shown at most; `nil` for all.
    public init(_ text: String, characters limit: Int?) {
        let neutral = TextSanitizer.sanitize(SecretMask.mask(text))
        warnings = neutral.warnings.map(\.description)
        guard let limit, neutral.text.count > limit else {
            (head, leftOut, tail) = (neutral.text, 0, "")
            return
        }
        let room = max(limit, 2)
        head = String(neutral.text.prefix((room + 1) / 2))
        tail = String(neutral.text.suffix(room / 2))
        leftOut = neutral.text.count - room
    }

    public var isCut: Bool { leftOut > 0 }

    /// What stands between head and tail; `nil` when nothing is left out.
    public func note(_ words: Strings = .current) -> String? { isCut ? words.askLeft(count: leftOut) : nil }
}
