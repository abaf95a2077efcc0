/// Makes long text short enough for a notification without cutting a character in two.
///
/// "Character" is Swift's: an extended grapheme cluster, so an emoji with its modifiers stays or goes as a whole.
/// All functions read the text forward only and take time linear in its length.
public enum TextTruncation {
    /// Keeps the beginning and the end, and says in the middle how much is left out: the end of a command line matters
    /// as much as its beginning.
    ///
    /// The result has at most `limit` characters. Where `limit` is too small for both ends and the note between them,
    /// the text is cut as by ``prefix(_:characters:)``.
    public static func headAndTail(_ text: String, characters limit: Int) -> String {
        headAndTail(text, limit: limit) { _ in 1 }
    }

    /// The same with a limit in bytes of UTF-8.
    public static func headAndTail(_ text: String, bytes limit: Int) -> String {
        headAndTail(text, limit: limit) { $0.utf8.count }
    }

    /// Keeps the beginning and ends it with `…`, which counts as one of the `limit` characters.
    public static func prefix(_ text: String, characters limit: Int = 200) -> String {
        prefix(text, limit: limit) { _ in 1 }
    }

    /// As ``headAndTail(_:characters:)``, with a cost for each character and a limit to their sum.
    static func headAndTail(_ text: String, limit: Int, cost: (Character) -> Int) -> String {
        cut(text, limit: limit, cost: cost).text
    }

    /// The same, with the number of characters that were left out.
    ///
    /// - Parameter missing: the number of characters that were left out of `text` before, which the note counts too.
    static func cut(
        _ text: String, limit: Int, missing: Int = 0, cost: (Character) -> Int
    ) -> (text: String, left: Int) {
        var total = 0
        var characters = 0
        for character in text {
            total += cost(character)
            characters += 1
        }
        guard total > limit else { return (text, 0) }
        // The note is longest when everything is left out, so this much room is always enough for it.
        let room = limit - sum(of: note(characters + missing), cost)
        guard room >= sum(of: "12345678", cost) else {
            let beginning = prefix(text, limit: limit, cost: cost)
            return (beginning, characters - max(0, beginning.count - 1))
        }

        let headEnd = (room + 1) / 2
        let tailStart = total - room / 2
        var head = text.startIndex
        var tail = text.endIndex
        var left = 0
        var position = 0
        var index = text.startIndex
        while index < text.endIndex {
            if position >= tailStart {
                tail = index
                break
            }
            position += cost(text[index])
            index = text.index(after: index)
            if position <= headEnd { head = index } else { left += 1 }
        }
        return (text[..<head] + note(left + missing) + text[tail...], left)
    }

    static func prefix(_ text: String, limit: Int, cost: (Character) -> Int) -> String {
        var position = 0
        let ellipsis: Character = "…"
        var end = text.startIndex
        var index = text.startIndex
        while index < text.endIndex {
            position += cost(text[index])
            guard position <= limit else {
                return cost(ellipsis) <= limit ? text[..<end] + String(ellipsis) : ""
            }
            index = text.index(after: index)
            if position + cost(ellipsis) <= limit { end = index }
        }
        return text
    }

    private static func note(_ count: Int) -> String {
        count == 1 ? " ‹… 1 character left out …› " : " ‹… \(count) characters left out …› "
    }

    private static func sum(of text: String, _ cost: (Character) -> Int) -> Int {
        text.reduce(0) { $0 + cost($1) }
    }
}
