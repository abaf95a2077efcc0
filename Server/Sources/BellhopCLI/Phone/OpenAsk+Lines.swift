import BellhopKit
import BellhopModel
import BellhopTerminal

extension OpenAsk {
    /// A line of the screen, and the part of the input that it shows.
    struct Line: Hashable, Sendable {
        var text: StyledText
        var part: Int?

        init(_ text: StyledText, part: Int? = nil) { (self.text, self.part) = (text, part) }
    }

    /// As the app shows it: warnings, all of the input, the rules and questions with what is chosen.
    var lines: [Line] {
        let words = Words(.english)
        var lines = [StyledText(card.title, .bold)]
        if !card.origin.isEmpty { lines.append(StyledText(card.origin, .dim)) }
        lines.append("")
        lines += (warnings + card.dangers.filter { !warnings.contains($0) }).map(PhoneText.warning)
        let rows = reading.parts.map { part in
            Line(StyledText((part.isContinuation ? "↪ " : "  ") + part.text), part: part.id)
        }
        return lines.map { Line($0) } + rows + rest(words).map { Line($0) }
    }

    /// The reason that the ask cannot be approved yet; `nil` when it can.
    var obstacle: String? {
        guard isApproval else { return nil }
        let words = Words(.english)
        return switch reading.obstacle {
        case .unread: words.askReadToApprove
        case .masked: words.askRevealToApprove
        case nil: nil
        }
    }

    /// The buttons below it.
    var buttons: [PhoneText.Button] {
        let deny = PhoneText.Button(title: "Deny", effect: .deny)
        if obstacle != nil { return [deny] }
        return [.init(title: isApproval ? "Approve" : "Send", effect: .approve), deny]
    }

    private func rest(_ words: Strings) -> [StyledText] {
        var lines: [StyledText] = []
        if let says = card.agentSays { lines += ["", StyledText("\(words.askAgentSays): \(says)", .dim)] }
        if !card.rules.isEmpty {
            lines += ["", StyledText(words.askRulesWhy, .bold)]
            for (place, rule) in card.rules.enumerated() {
                let text = DisplayText.paragraph(rule.text, characters: APILimits.ruleText)
                lines.append(Self.choice(remembered.contains(place), place, "\(text) (\(rule.scope.label(words)))"))
            }
        }
        for (place, asked) in card.questions.enumerated() {
            lines += ["", StyledText(asked.text, .bold)] + self.lines(of: asked, at: place)
        }
        return lines
    }

    private func lines(of asked: Question, at place: Int) -> [StyledText] {
        let isCurrent = place == question
        let options = asked.options.enumerated().map { number, option in
            let text = [option.label, option.description].compactMap(\.self).map { DisplayText.line($0) }
            return Self.choice(
                replies[place].selected.contains(option.label), isCurrent ? number : nil, text.joined(separator: ": "))
        }
        return options + (replies[place].text.map { [StyledText("› \($0)", .cyan)] } ?? [])
    }

    /// - Parameter place: that its key stands for, from 0.
    private static func choice(_ isChosen: Bool, _ place: Int?, _ text: String) -> StyledText {
        let style: StyledText.Style = isChosen ? [.bold, .cyan] : []
        return StyledText("\(place.map { "\($0 + 1)" } ?? " ") [\(isChosen ? "x" : " ")] \(text)", style)
    }
}
