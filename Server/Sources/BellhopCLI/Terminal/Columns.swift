import BellhopTerminal

extension Character {
    /// The number of terminal columns: 2 for a wide character (Unicode Standard Annex 11, W and F) or an emoji, 0 for a
    /// combining character.
    var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        return switch first.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}

extension StringProtocol {
    /// The number of terminal columns.
    var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension StyledText {
    /// The number of terminal columns.
    var columns: Int { runs.reduce(0) { $0 + $1.text.columns } }

    /// The text padded with spaces to `width` columns.
    func padded(to width: Int) -> StyledText {
        self + StyledText(String(repeating: " ", count: max(0, width - columns)))
    }

    /// The text cut to `width` columns, with an ellipsis when it is cut.
    func truncated(to width: Int) -> StyledText {
        guard columns > width else { return self }
        var room = width - 1
        let kept = cells.prefix { cell in
            room -= cell.character.columns
            return room >= 0
        }
        return StyledText(cells: kept) + StyledText("…", cells.first?.style ?? [])
    }

    /// The text in lines of at most `width` columns, broken at spaces where possible. A tab counts as four spaces.
    func wrapped(to width: Int) -> [StyledText] {
        // Fast path for short lines: no character has more columns than bytes.
        let bytes = runs.reduce(0) { $0 + $1.text.utf8.count }
        if bytes <= width, !runs.contains(where: { $0.text.utf8.contains { $0 == 0x0A || $0 == 0x09 } }) {
            return [self]
        }
        return cells.split(omittingEmptySubsequences: false) { $0.character.isNewline }.flatMap { paragraph in
            var lines: [StyledText] = []
            var rest = paragraph
            while true {
                let head = Self.head(of: rest, width)
                if head.endIndex == rest.endIndex { break }
                let end = head.lastIndex { $0.character == " " }.map { $0 + 1 } ?? head.endIndex
                lines.append(StyledText(cells: rest[..<end]))
                rest = rest[end...]
            }
            return lines + [StyledText(cells: rest)]
        }
    }

    /// One character and its style.
    private struct Cell {
        let character: Character
        let style: Style
    }

    private var cells: [Cell] {
        runs.flatMap { run in
            run.text.replacing("\t", with: "    ").map { Cell(character: $0, style: run.style) }
        }
    }

    private init(cells: ArraySlice<Cell>) {
        var runs: [Run] = []
        var rest = cells
        while let style = rest.first?.style {
            let same = rest.prefix { $0.style == style }
            runs.append(Run(String(same.map(\.character)), style))
            rest = rest[same.endIndex...]
        }
        self.init(runs: runs)
    }

    /// The characters that fit, at least one.
    private static func head(of cells: ArraySlice<Cell>, _ width: Int) -> ArraySlice<Cell> {
        var room = width
        return cells.prefix { cell in
            defer { room -= cell.character.columns }
            return room >= cell.character.columns || room == width
        }
    }
}
