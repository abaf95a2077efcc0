/// Draws lines of text in a frame with a title, as the phone's screen is drawn.
struct Box {
    let title: String
    let note: String
    let lines: [String]
    let width: Int

    /// The frame's lines, each `width` characters wide.
    func drawn() -> [String] {
        let inner = width - 4
        let head =
            "┌ \(title) " + String(repeating: "─", count: max(1, width - 6 - title.count - note.count)) + " \(note) ┐"
        let body = lines.flatMap { Self.wrapped($0, to: inner) }.map { line in
            "│ " + line + String(repeating: " ", count: max(0, inner - line.count)) + " │"
        }
        return [head] + body + ["└" + String(repeating: "─", count: width - 2) + "┘"]
    }

    /// `text` in lines of at most `width` characters, broken at spaces where there are some.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var rest = paragraph
            while rest.count > width {
                let cut = rest.prefix(width)
                let end = cut.lastIndex(of: " ").map { rest.index(after: $0) } ?? cut.endIndex
                lines.append(String(rest[..<end]))
                rest = rest[end...]
            }
            lines.append(String(rest))
        }
        return lines
    }
}
