import BellhopKit
import BellhopModel

/// An ask as it is open in the app: all of it, and what its person has chosen so far.
struct OpenAsk: Hashable, Sendable {
    let ask: Ask
    /// Places of the rules that an approval is to allow from now on.
    private(set) var remembered: Set<Int> = []
    private(set) var replies: [Reply]
    /// The place of the question that is being answered.
    private(set) var question = 0

    init(_ ask: Ask) {
        self.ask = ask
        replies = ask.request.questions.map { _ in Reply() }
    }

    var isApproval: Bool { ask.request.isApproval }
    private var current: Question? { isApproval ? nil : ask.request.questions[question] }

    /// Whether something typed can answer the question.
    var takesText: Bool { current?.allowsText ?? false }

    /// Whether the agent can be told this with a no.
    func takes(_ detail: DenialDetail) -> Bool { ask.request.denyWith.contains(detail) }

    /// How many rules or options can be chosen by their number.
    var choices: Int { current?.options.count ?? ask.request.rules.count }

    /// Chooses the rule or option of that number, from 1, or takes the choice back.
    mutating func toggle(_ number: Int) {
        guard number >= 1, number <= choices else { return }
        guard let current else { return remembered.formSymmetricDifference([number - 1]) }
        let label = current.options[number - 1].label
        let chosen = replies[question].selected
        if chosen.contains(label) {
            replies[question].selected = chosen.filter { $0 != label }
        } else {
            replies[question].selected =
                current.multiSelect ? current.options.map(\.label).filter { (chosen + [label]).contains($0) } : [label]
        }
    }

    mutating func say(_ text: String) { if takesText { replies[question].text = text } }

    var approval: Answer {
        let rules = remembered.sorted().map { ask.request.rules[$0] }
        return rules.isEmpty ? .approve : .approveAndRemember(rules)
    }

    /// Goes on to the question that has no reply yet.
    ///
    /// - Returns: the answer, when there is none.
    mutating func send() -> Answer? {
        guard let open = replies.firstIndex(where: { $0.selected.isEmpty && $0.text == nil }) else {
            return .replies(replies)
        }
        question = open
        return nil
    }
}

extension OpenAsk {
    /// As the app shows it, the rules and questions with what is chosen.
    func lines(at now: Timestamp) -> [String] {
        let words = Words(.english)
        let card = AskCard(ask, words: words)
        var lines = [card.title] + [card.origin].filter { !$0.isEmpty }
        lines += AskCard.command(of: ask, characters: nil).head.split(separator: "\n").map { "  \($0)" }
        lines += card.dangers.map { "! \($0)" }
        lines += card.agentSays.map { ["\(words.askAgentSays): \($0)"] } ?? []
        if !card.rules.isEmpty {
            lines += ["", words.askRulesWhy]
            for (place, rule) in card.rules.enumerated() {
                let text = ShownText.paragraph(rule.text, characters: APILimits.ruleText)
                let mark = Self.mark(remembered.contains(place), place)
                lines.append("\(mark) \(text) (\(rule.scope.words(words)))")
            }
        }
        for (place, asked) in card.questions.enumerated() {
            lines += ["", asked.text] + self.lines(of: asked, at: place)
        }
        return lines + ["\(max(0, (ask.deadline - now).components.seconds)) s left"]
    }

    private func lines(of asked: Question, at place: Int) -> [String] {
        let isCurrent = place == question
        let options = asked.options.enumerated().map { number, option in
            let mark = Self.mark(replies[place].selected.contains(option.label), isCurrent ? number : nil)
            let text = [option.label, option.description].compactMap(\.self).map { ShownText.line($0) }
            return "\(mark) \(text.joined(separator: ": "))"
        }
        return options + (replies[place].text.map { ["› \($0)"] } ?? [])
    }

    /// - Parameter place: that its key stands for, from 0.
    private static func mark(_ isChosen: Bool, _ place: Int?) -> String {
        "\(place.map { "\($0 + 1)" } ?? " ") [\(isChosen ? "x" : " ")]"
    }
}
