import BellhopFoundation
import BellhopKit
import BellhopModel
import BellhopTerminal

/// Parts of a phone's screen as styled text. Approval is green, denial red, warnings yellow; marks replace the colors on
/// terminals without them.
enum PhoneText {
    struct Button: Hashable, Sendable {
        var title: String
        var effect: ActionEffect
    }

    static func warning(_ text: String) -> StyledText { StyledText("⚠ \(text)", [.bold, .yellow]) }

    /// The lines of a notification's body, with warnings highlighted.
    static func body(_ text: String) -> [StyledText] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            line.hasPrefix("⚠") ? StyledText(String(line), [.bold, .yellow]) : StyledText(String(line))
        }
    }

    /// Buttons in one row: colored fields, or brackets without colors.
    static func row(_ buttons: [Button], inColor: Bool) -> StyledText {
        let (start, end) = inColor ? ("  ", "  ") : ("[ ", " ]")
        return buttons.reduce(StyledText()) { row, button in
            let (mark, style) = style(of: button.effect)
            return row + (row.runs.isEmpty ? "" : "  ") + StyledText(start + mark + button.title + end, style)
        }
    }

    private static func style(of effect: ActionEffect) -> (mark: String, StyledText.Style) {
        switch effect {
        case .approve: ("✓ ", [.bold, .reversed, .green])
        case .deny: ("✗ ", [.bold, .reversed, .red])
        default: ("", .reversed)
        }
    }

    /// A shrinking bar with the remaining time.
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

    /// Keys with their actions, such as `a approve`, separated by two spaces, in lines of at most `width` columns.
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

extension AnswerResult {
    /// The result of an answer, for the phone's owner.
    var text: String {
        switch self {
        case .sent(let ask): "\(ask.state.rawValue.capitalized): sent to the server"
        case .agentWentOn(let ask): "\(ask.state.rawValue.capitalized): the agent continued"
        case .tooLate: "Too late: the agent is no longer waiting"
        case .answeredElsewhere(let resolution):
            "Already \(resolution.state.rawValue) on \(resolution.answer?.deviceName ?? "another device")"
        case .withdrawn(let reason): reason == .answeredInTerminal ? "Answered in the terminal" : "No longer needed"
        case .refused(let message): "Refused: \(message)"
        case .queuedOffline: "Waiting for the network"
        case .expiredOffline: "Too late: there was no network before the deadline"
        }
    }

    /// The ask, if the result includes it.
    var ask: Ask? {
        switch self {
        case .sent(let ask), .agentWentOn(let ask): ask
        case .tooLate, .answeredElsewhere, .withdrawn, .refused, .queuedOffline, .expiredOffline: nil
        }
    }

    /// The result's name in scripts.
    var name: String {
        switch self {
        case .sent: "sent"
        case .agentWentOn: "agent_went_on"
        case .tooLate: "too_late"
        case .answeredElsewhere: "answered_elsewhere"
        case .withdrawn: "withdrawn"
        case .refused: "refused"
        case .queuedOffline: "queued"
        case .expiredOffline: "expired"
        }
    }
}
