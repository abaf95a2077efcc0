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
    /// All of the input, a row each, and which rows have been on the screen.
    private(set) var reading: AskReading
    let card: AskCard
    /// The warnings of the body, which the agent's side wrote: what is dangerous about a command, in a few words.
    let warnings: [String]

    /// The length of a row of the input.
    static let columns = 56

    init(_ ask: Ask) {
        self.ask = ask
        replies = ask.request.questions.map { _ in Reply() }
        reading = AskReading(ask.request.input, lines: 1, characters: Self.columns)
        card = AskCard(ask, words: Strings(.english))
        let body = ask.request.body.split(whereSeparator: \.isNewline).prefix { $0.hasPrefix("⚠") }
        warnings = body.map { DisplayText.line($0.drop { $0 == "⚠" || $0 == " " }.description) }
    }

    /// These parts of the input have been on the screen.
    mutating func see(_ parts: [Int]) { for part in parts { reading.see(part) } }

    /// Shows what is masked.
    mutating func reveal() { reading.reveal() }

    /// Reads all of it, masked values included.
    mutating func read() {
        reveal()
        see(reading.parts.map(\.id))
    }

    /// Whether masked values can be shown.
    var hasMasks: Bool { reading.maskedCount > 0 && !reading.isRevealed }

    var canBeApproved: Bool { isApproval && reading.mayBeApproved }

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
