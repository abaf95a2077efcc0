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
