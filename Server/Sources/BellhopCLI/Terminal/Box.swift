/// Draws lines of text in a frame with a title, as the phone's screen is drawn.
struct Box {
    let title: String
    let note: String
    let lines: [String]
    let width: Int

    /// The frame's lines, each `width` columns wide.
    func drawn() -> [String] {
        let inner = width - 4
        let head =
            "┌ \(title) " + String(repeating: "─", count: max(1, width - 6 - title.columns - note.columns))
            + " \(note) ┐"
        let body = lines.flatMap { Self.wrapped($0, to: inner) }.map { line in
            "│ " + line + String(repeating: " ", count: max(0, inner - line.columns)) + " │"
        }
        return [head] + body + ["└" + String(repeating: "─", count: width - 2) + "┘"]
    }

    /// `text` in lines of at most `width` columns, broken at spaces where there are some.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var rest = paragraph
            while rest.columns > width {
                let cut = head(of: rest, width)
                let end = cut.lastIndex(of: " ").map { rest.index(after: $0) } ?? cut.endIndex
                lines.append(String(rest[..<end]))
                rest = rest[end...]
            }
            lines.append(String(rest))
        }
        return lines
    }

    /// As much as fits, and at least one character.
    private static func head(of text: Substring, _ width: Int) -> Substring {
        var room = width
        return text.prefix { character in
            defer { room -= character.columns }
            return room >= character.columns || room == width
        }
    }
}
