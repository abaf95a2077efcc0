import BellhopTerminal

/// A frame with a title on its left and a note on its right, such as a phone's screen.
struct Box {
    let title: StyledText
    let note: StyledText
    let lines: [StyledText]
    let width: Int
    /// Lines at the bottom that are not scrolled.
    var footer: [StyledText] = []
    /// The maximum number of lines inside the frame; `nil` for no limit.
    var height: Int?
    /// The number of lines that are scrolled out at the top.
    var offset = 0

    /// The lines of a frame with the scroll position.
    struct Drawing {
        var lines: [StyledText]
        /// The scroll position, limited to the end of the lines.
        var offset: Int
        /// The number of hidden lines below.
        var below: Int
        /// The indices of the lines that are fully visible.
        var whole: [Int]
        /// The number of lines that fit.
        var room: Int
    }

    private var inner: Int { width - 4 }

    /// The frame's lines, each `width` columns wide.
    func drawn() -> Drawing {
        let all = lines.enumerated().flatMap { place, line in line.wrapped(to: inner).map { (place: place, text: $0) } }
        let fixed = footer.flatMap { $0.wrapped(to: inner) }
        let room = max(1, (height ?? .max) - fixed.count)
        guard all.count > room else {
            return Drawing(
                lines: framed(all.map(\.text) + fixed), offset: 0, below: 0, whole: Array(lines.indices),
                room: all.count)
        }
        // One line shows how many lines are hidden.
        let shown = max(1, room - 1)
        let offset = min(max(0, self.offset), all.count - shown)
        let end = offset + shown
        var whole = Set(all[offset..<end].map(\.place))
        if offset > 0 { whole.remove(all[offset - 1].place) }
        if end < all.count { whole.remove(all[end].place) }
        let hint = StyledText(Self.hint(above: offset, below: all.count - end), [.bold, .cyan])
        return Drawing(
            lines: framed(all[offset..<end].map(\.text) + [hint] + fixed), offset: offset, below: all.count - end,
            whole: whole.sorted(), room: shown)
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

    /// Two blocks of lines side by side, `gap` columns apart.
    static func beside(_ left: [StyledText], _ right: [StyledText], gap: Int = 2) -> [StyledText] {
        let width = left.map(\.columns).max() ?? 0
        return (0..<max(left.count, right.count)).map { row in
            let first = row < left.count ? left[row] : ""
            guard row < right.count else { return first }
            return first.padded(to: width + gap) + right[row]
        }
    }
}
