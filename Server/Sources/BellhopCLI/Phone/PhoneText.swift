import BellhopKit
import BellhopModel
import BellhopTerminal

/// Parts of a phone's screen as styled text. Green allows, red refuses, yellow warns; without colors a mark says the same.
enum PhoneText {
    struct Button: Hashable, Sendable {
        var title: String
        var effect: ActionEffect
    }

    static func warning(_ text: String) -> StyledText { StyledText("⚠ \(text)", [.bold, .yellow]) }

    /// The lines of a notification's body; those that warn stand out.
    static func body(_ text: String) -> [StyledText] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            line.hasPrefix("⚠") ? StyledText(String(line), [.bold, .yellow]) : StyledText(String(line))
        }
    }

    /// Buttons in one row: colored fields, or brackets where there are no colors.
    static func row(_ buttons: [Button], inColor: Bool) -> StyledText {
        let (start, end) = inColor ? ("  ", "  ") : ("[ ", " ]")
        return buttons.reduce(StyledText()) { row, button in
            let (mark, style) = look(of: button.effect)
            return row + (row.runs.isEmpty ? "" : "  ") + StyledText(start + mark + button.title + end, style)
        }
    }

    private static func look(of effect: ActionEffect) -> (mark: String, StyledText.Style) {
        switch effect {
        case .approve: ("✓ ", [.bold, .reversed, .green])
        case .deny: ("✗ ", [.bold, .reversed, .red])
        default: ("", .reversed)
        }
    }

    /// A bar that shrinks, and the time that is left.
    static func countdown(from start: Timestamp, to deadline: Timestamp, at now: Timestamp, width: Int) -> StyledText {
        let countdown = Countdown(from: start, to: deadline, at: now)
        let label = countdown.text(in: .english)
        let room = max(0, min(40, width - label.columns - 2))
        let filled = min(room, Int((countdown.fraction * Double(room)).rounded(.up)))
        let style: StyledText.Style =
            switch countdown.urgency {
            case .calm: .cyan
            case .soon: [.bold, .yellow]
            case .over: .dim
            }
        return StyledText(String(repeating: "━", count: filled), style)
            + StyledText(String(repeating: "─", count: room - filled), .dim) + "  " + StyledText(label, style)
    }

    /// Keys with what they do, such as `a approve`, each two spaces from the next, in lines of at most `width` columns.
    static func keys(_ keys: [String], width: Int) -> [StyledText] {
        var lines: [StyledText] = []
        for entry in keys {
            let name = entry.prefix { $0 != " " }
            let styled = StyledText(String(name), .bold) + StyledText(String(entry[name.endIndex...]), .dim)
            if let last = lines.last, last.columns + 2 + styled.columns <= width {
                lines[lines.count - 1] = last + "  " + styled
            } else {
                lines.append(styled)
            }
        }
        return lines
    }
}
