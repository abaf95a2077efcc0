import BellhopTerminal

/// A frame with a title on its left and a note on its right, such as a phone's screen.
struct Box {
    let title: StyledText
    let note: StyledText
    let lines: [StyledText]
    let width: Int
    /// Lines at the bottom that stay when the others are scrolled.
    var footer: [StyledText] = []
    /// The number of lines inside the frame; `nil` for as many as there are.
    var height: Int?
    /// The number of lines that are scrolled out at the top.
    var offset = 0

    /// The lines of a frame, and how far they are scrolled.
    struct Drawing {
        var lines: [StyledText]
        /// `offset`, or less where the lines end before.
        var offset: Int
        /// The number of lines below those that show.
        var below: Int
    }

    private var inner: Int { width - 4 }

    /// The frame's lines, each `width` columns wide.
    func drawn() -> Drawing {
        let all = lines.flatMap { $0.wrapped(to: inner) }
        let fixed = footer.flatMap { $0.wrapped(to: inner) }
        let room = max(1, (height ?? .max) - fixed.count)
        guard all.count > room else {
            return Drawing(lines: framed(all + fixed), offset: 0, below: 0)
        }
        // One line says how much is above or below.
        let shown = max(1, room - 1)
        let offset = min(max(0, self.offset), all.count - shown)
        let below = all.count - offset - shown
        let hint = StyledText(Self.hint(above: offset, below: below), [.bold, .cyan])
        return Drawing(lines: framed(all[offset..<offset + shown] + [hint] + fixed), offset: offset, below: below)
    }

    private static func hint(above: Int, below: Int) -> String {
        switch (above, below) {
        case (0, _): "↓ \(below) more"
        case (_, 0): "↑ \(above) above"
        default: "↑ \(above) above  ↓ \(below) more"
        }
    }

    private func framed(_ body: [StyledText]) -> [StyledText] {
        let note = note.truncated(to: max(0, inner - 10))
        let title = title.truncated(to: max(1, inner - note.columns - 6))
        let end = note.columns == 0 ? StyledText("──╮", .dim) : " " + note + StyledText(" ─╮", .dim)
        let rule = String(repeating: "─", count: max(1, width - 4 - title.columns - end.columns))
        let head = StyledText("╭─ ", .dim) + title + StyledText(" \(rule)", .dim) + end
        let rows = body.map { StyledText("│ ", .dim) + $0.padded(to: inner) + StyledText(" │", .dim) }
        return [head] + rows + [StyledText("╰" + String(repeating: "─", count: width - 2) + "╯", .dim)]
    }

    /// Two columns of lines beside each other, `gap` columns apart, the shorter one followed by blanks.
    static func beside(_ left: [StyledText], _ right: [StyledText], gap: Int = 2) -> [StyledText] {
        let width = left.map(\.columns).max() ?? 0
        return (0..<max(left.count, right.count)).map { row in
            let first = row < left.count ? left[row] : ""
            guard row < right.count else { return first }
            return first.padded(to: width + gap) + right[row]
        }
    }
}
