import BellhopModel

/// Questions as the person sees them, and what each of their options stands for.
///
/// The two differ: what is shown is masked, neutralised and cut, what goes back to the agent must be its own words.
/// Replies are brought back by position.
struct ReplySheet<Value: Hashable & Sendable>: Hashable, Sendable {
    private(set) var questions: [Question] = []
    private var values: [[Value]] = []

    /// What was picked for one question.
    struct Pick: Hashable {
        var chosen: [Value]
        /// Typed; never empty.
        var text: String?
    }

    /// - Parameter values: what the options stand for, in their order.
    /// - Returns: `false`, and nothing is added, when there are too many questions or options, or options that cannot
    ///   be told apart.
    mutating func add(_ question: Question, standingFor values: [Value]) -> Bool {
        guard questions.count < APILimits.questions, question.options.count <= APILimits.options,
            values.count == question.options.count,
            Set(question.options.map(\.label)).count == question.options.count
        else { return false }
        questions.append(question)
        self.values.append(values)
        return true
    }

    /// - Returns: `nil` unless there is one reply with something in it for each question, of options that were offered.
    func picks(of replies: [Reply]) -> [Pick]? {
        guard replies.count == questions.count else { return nil }
        var picks: [Pick] = []
        for (index, reply) in replies.enumerated() {
            let question = questions[index]
            guard question.multiSelect || reply.selected.count <= 1 else { return nil }
            var pick = Pick(chosen: [], text: reply.text.flatMap { $0.isEmpty ? nil : $0 })
            for label in reply.selected {
                guard let position = question.options.firstIndex(where: { $0.label == label }) else { return nil }
                pick.chosen.append(values[index][position])
            }
            guard pick.text == nil || question.allowsText, !pick.chosen.isEmpty || pick.text != nil else { return nil }
            picks.append(pick)
        }
        return picks
    }
}

extension ReplySheet<String>.Pick {
    /// The labels, and then what was typed.
    var words: [String] { chosen + [text].compactMap(\.self) }
}

extension Question {
    /// An agent's question as a person sees it: its text cut in the middle, with what is suspicious about it above, for it is
    /// what is decided on.
    init(shown text: String, header: String?, options: [Option], multiSelect: Bool = false, allowsText: Bool = true) {
        self.init(
            text: ShownText.evidence(text, characters: 1000),
            header: header.map { ShownText.line($0, characters: 40) }, options: options, multiSelect: multiSelect,
            allowsText: allowsText)
    }
}

extension Question.Option {
    init(shown label: String, description: String? = nil) {
        self.init(
            label: ShownText.line(label, characters: 200),
            description: description.map { ShownText.paragraph($0, characters: 500) })
    }
}
