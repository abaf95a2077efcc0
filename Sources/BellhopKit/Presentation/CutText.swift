import BellhopModel

/// A text whose middle may be left out: how a command ends matters as much as how it begins.
package struct CutText: Hashable, Sendable {
    package let head: String
    /// In characters; 0 when `head` is all of it.
    package let leftOut: Int
    package let tail: String
    /// Warnings about the whole text, for the person.
    package let warnings: [String]

    /// - Parameters:
    ///   - text: as it came; it is masked and made visible here.
    ///   - limit: how many characters are shown at most; `nil` for all.
    package init(_ text: String, characters limit: Int?) {
        let neutral = Neutralising.neutralise(SecretMask.mask(text))
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

    package var isCut: Bool { leftOut > 0 }

    /// The note between head and tail; `nil` when nothing is left out.
    package func note(_ strings: Strings = .current) -> String? { isCut ? strings.askLeft(count: leftOut) : nil }
}
