import BellhopKit
import BellhopModel
import BellhopTerminal

/// An ask opened in the app: its whole content, and the owner's choices so far.
struct OpenAsk: Hashable, Sendable {
    let ask: Ask
    /// The indices of the rules to remember with an approval.
    private(set) var remembered: Set<Int> = []
    private(set) var replies: [Reply]
    /// The index of the current question.
    private(set) var question = 0
    /// The rows of the input, with those that have been on the screen.
    private(set) var reading: AskReading
    let card: AskCard
    /// The warnings about dangerous commands in the body, written by the hook.
    let warnings: [String]

    /// The length of a row of the input, in characters.
    static let columns = 56

    init(_ ask: Ask) {
        self.ask = ask
        replies = ask.request.questions.map { _ in Reply() }
        reading = AskReading(ask.request.input, lines: 1, characters: Self.columns)
        card = AskCard(ask, language: .english)
        let body = ask.request.body.split(whereSeparator: \.isNewline).prefix { $0.hasPrefix("⚠") }
        warnings = body.map { DisplayText.line($0.drop { $0 == "⚠" || $0 == " " }.description) }
    }

    /// Marks parts of the input as read.
    mutating func markRead(_ parts: [Int]) { for part in parts { reading.see(part) } }

    /// Shows masked values.
    mutating func reveal() { reading.reveal() }

    /// Reveals masked values and marks the whole input as read.
    mutating func readAll() {
        reveal()
        markRead(reading.parts.map(\.id))
    }

    /// The input has masked values that are not shown yet.
    var hasMasks: Bool { reading.maskedCount > 0 && !reading.isRevealed }

    var canBeApproved: Bool { isApproval && reading.mayBeApproved }

    var isApproval: Bool { ask.request.isApproval }
    private var current: Question? { isApproval ? nil : ask.request.questions[question] }

    /// The question accepts a typed reply.
    var takesText: Bool { current?.allowsText ?? false }

    /// Returns `true` when the agent supports this detail of a denial.
    func accepts(_ detail: DenialDetail) -> Bool { ask.request.denyWith.contains(detail) }

    /// The number of rules or options to choose from.
    var choices: Int { current?.options.count ?? ask.request.rules.count }

    /// Selects or deselects the rule or option with this number, from 1.
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

    mutating func setReplyText(_ text: String) { if takesText { replies[question].text = text } }

    var approval: Answer {
        let rules = remembered.sorted().map { ask.request.rules[$0] }
        return rules.isEmpty ? .approve : .approveAndRemember(rules)
    }

    /// Selects the first question without a reply.
    ///
    /// - Returns: the answer when all questions have replies.
    mutating func nextQuestionOrAnswer() -> Answer? {
        guard let open = replies.firstIndex(where: { $0.selected.isEmpty && $0.text == nil }) else {
            return .replies(replies)
        }
        question = open
        return nil
    }
}

extension OpenAsk {
    /// A line of the screen, with the part of the input that it shows.
    struct Line: Hashable, Sendable {
        var text: StyledText
        var part: Int?

        init(_ text: StyledText, part: Int? = nil) { (self.text, self.part) = (text, part) }
    }

    /// The ask as the app shows it: warnings, the whole input, the rules and questions with the choices.
    var lines: [Line] {
        var lines = [StyledText(card.title, .bold)]
        if !card.origin.isEmpty { lines.append(StyledText(card.origin, .dim)) }
        lines.append("")
        lines += (warnings + card.dangers.filter { !warnings.contains($0) }).map(PhoneText.warning)
        let rows = reading.parts.map { part in
            Line(StyledText((part.isContinuation ? "↪ " : "  ") + part.text), part: part.id)
        }
        return lines.map { Line($0) } + rows + rest.map { Line($0) }
    }

    /// The reason why the ask cannot be approved yet; `nil` when it can.
    var obstacle: String? {
        guard isApproval else { return nil }
        return switch reading.obstacle {
        case .unread: "Read to the end to approve."
        case .masked: "A masked value is used. Show it to approve."
        case nil: nil
        }
    }

    /// The buttons below the ask.
    var buttons: [PhoneText.Button] {
        let deny = PhoneText.Button(title: "Deny", effect: .deny)
        if obstacle != nil { return [deny] }
        return [.init(title: isApproval ? "Approve" : "Send", effect: .approve), deny]
    }

    private var rest: [StyledText] {
        var lines: [StyledText] = []
        if let says = card.agentSays { lines += ["", StyledText("The agent says: \(says)", .dim)] }
        if !card.rules.isEmpty {
            lines += ["", StyledText(Self.rulesHeading, .bold)]
            for (index, rule) in card.rules.enumerated() {
                let text = DisplayText.paragraph(rule.text, characters: APILimits.ruleText)
                lines.append(
                    Self.choice(remembered.contains(index), index, "\(text) (\(rule.scope.label(in: .english)))"))
            }
        }
        for (index, asked) in card.questions.enumerated() {
            lines += ["", StyledText(asked.text, .bold)] + self.lines(of: asked, at: index)
        }
        return lines
    }

    private static let rulesHeading =
        "The agent suggests these rules. It no longer asks about actions that a selected rule allows."

    private func lines(of asked: Question, at index: Int) -> [StyledText] {
        let isCurrent = index == question
        let options = asked.options.enumerated().map { number, option in
            let text = [option.label, option.description].compactMap(\.self).map { DisplayText.line($0) }
            return Self.choice(
                replies[index].selected.contains(option.label), isCurrent ? number : nil, text.joined(separator: ": "))
        }
        return options + (replies[index].text.map { [StyledText("› \($0)", .cyan)] } ?? [])
    }

    /// - Parameter index: the index of the choice, from 0; `nil` when it has no key.
    private static func choice(_ isChosen: Bool, _ index: Int?, _ text: String) -> StyledText {
        let style: StyledText.Style = isChosen ? [.bold, .cyan] : []
        return StyledText("\(index.map { "\($0 + 1)" } ?? " ") [\(isChosen ? "x" : " ")] \(text)", style)
    }
}
