import BellhopKit
import BellhopModel
import BellhopTerminal

extension OpenAsk {
    /// As the app shows it: what the lock screen showed, all of the input, the rules and questions with what is chosen.
    var lines: [StyledText] {
        let words = Words(.english)
        let card = AskCard(ask, words: words)
        let body = CutText(ask.request.body, characters: nil)
        var lines = [StyledText(card.title, .bold)]
        if !card.origin.isEmpty { lines.append(StyledText(card.origin, .dim)) }
        let told = PhoneText.body(body.head)
        let shown = Set(told.map(\.plain))
        lines.append("")
        lines += card.dangers.map { PhoneText.warning($0) }.filter { !shown.contains($0.plain) } + told
        lines += card.agentSays.map { ["", StyledText("\(words.askAgentSays): \($0)", .dim)] } ?? []
        lines += rest(besides: [body.head, card.title, card.origin, card.agentSays ?? ""].joined(separator: "\n"))
        if !card.rules.isEmpty {
            lines += ["", StyledText(words.askRulesWhy, .bold)]
            for (place, rule) in card.rules.enumerated() {
                let text = ShownText.paragraph(rule.text, characters: APILimits.ruleText)
                lines.append(
                    Self.choice(remembered.contains(place), place, "\(text) (\(rule.scope.words(words)))"))
            }
        }
        for (place, asked) in card.questions.enumerated() {
            lines += ["", StyledText(asked.text, .bold)] + self.lines(of: asked, at: place)
        }
        return lines
    }

    /// The buttons below it.
    var buttons: [PhoneText.Button] {
        [.init(title: isApproval ? "Approve" : "Send", effect: .approve), .init(title: "Deny", effect: .deny)]
    }

    /// The fields of the exact input whose values `told` does not contain.
    private func rest(besides told: String) -> [StyledText] {
        let fields = ReadableInput(ask.request.input).besides(told)
        guard !fields.isEmpty else { return [] }
        return ["", StyledText("Also in the input", .bold)]
            + fields.flatMap { field -> [StyledText] in
                let name = StyledText(field.name.isEmpty ? "" : "\(field.name): ", .dim)
                let lines = field.value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                guard lines.count > 1 else { return [name + StyledText(field.value)] }
                return (name.columns == 0 ? [] : [name]) + lines.map { StyledText("  \($0)") }
            }
    }

    private func lines(of asked: Question, at place: Int) -> [StyledText] {
        let isCurrent = place == question
        let options = asked.options.enumerated().map { number, option in
            let text = [option.label, option.description].compactMap(\.self).map { ShownText.line($0) }
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
