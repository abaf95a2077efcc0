import BellhopModel

/// What is decided on, as a notification shows it: head and tail, under what is suspicious about it.
enum Evidence {
    private static let mark = "⚠ "

    /// As ``ShownText/evidence(_:characters:)``, but a warning that stands above the text already, because the server
    /// wrote it there, is not written again.
    static func text(_ text: String, characters limit: Int = 1000) -> String {
        let neutral = Neutralising.neutralise(SecretMask.mask(text))
        let body = Shortening.headAndTail(neutral.text, characters: limit)
        let first = body.prefix { $0 != "\n" }
        let said = first.hasPrefix(mark) ? first : ""
        let missing = neutral.warnings.map(\.description).filter { !said.contains($0) }
        guard !missing.isEmpty else { return body }
        return "\(mark)\(Shortening.prefix(missing.joined(separator: "; ")))\n\(body)"
    }
}
