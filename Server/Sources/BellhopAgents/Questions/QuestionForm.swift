import BellhopModel

/// Questions as they are shown, with the value of each option.
///
/// Shown texts are masked, sanitised and cut, while the agent must receive its own values. Replies are mapped back by
/// position.
struct QuestionForm<Value: Hashable & Sendable>: Hashable, Sendable {
    private(set) var questions: [Question] = []
    private var values: [[Value]] = []

    /// The answer to one question.
    struct Selection: Hashable {
        var chosen: [Value]
        /// The typed text; never empty.
        var text: String?
    }

    /// - Parameter values: the values of the options, in order.
    /// - Returns: `false`, without adding the question, when there are too many questions or options, or two options look
    ///   alike.
    mutating func add(_ question: Question, values: [Value]) -> Bool {
        guard questions.count < APILimits.questions, question.options.count <= APILimits.options,
            values.count == question.options.count,
            Set(question.options.map(\.label)).count == question.options.count
        else { return false }
        questions.append(question)
        self.values.append(values)
        return true
    }

    /// - Returns: `nil` unless each question has one non-empty reply of offered options.
    func selections(of replies: [Reply]) -> [Selection]? {
        guard replies.count == questions.count else { return nil }
        var selections: [Selection] = []
        for (index, reply) in replies.enumerated() {
            let question = questions[index]
            guard question.multiSelect || reply.selected.count <= 1 else { return nil }
            var selection = Selection(chosen: [], text: reply.text.flatMap { $0.isEmpty ? nil : $0 })
            for label in reply.selected {
                guard let position = question.options.firstIndex(where: { $0.label == label }) else { return nil }
                selection.chosen.append(values[index][position])
            }
            guard selection.text == nil || question.allowsText, !selection.chosen.isEmpty || selection.text != nil
            else { return nil }
            selections.append(selection)
        }
        return selections
    }
}

extension QuestionForm<String>.Selection {
    /// The labels, followed by the typed text.
    var words: [String] { chosen + [text].compactMap(\.self) }
}

extension Question {
    /// A question as it is shown: evidence, cut in the middle, below a warning about suspicious text.
    init(shown text: String, header: String?, options: [Option], multiSelect: Bool = false, allowsText: Bool = true) {
        self.init(
            text: DisplayText.review(text, characters: 1000),
            header: header.map { DisplayText.line($0, characters: 40) }, options: options, multiSelect: multiSelect,
            allowsText: allowsText)
    }
}

extension Question.Option {
    init(shown label: String, description: String? = nil) {
        self.init(
            label: DisplayText.line(label, characters: 200),
            description: description.map { DisplayText.paragraph($0, characters: 500) })
    }
}
