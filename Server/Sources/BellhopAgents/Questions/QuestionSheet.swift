import BellhopModel

/// The questions of Claude Code's `AskUserQuestion`, as the person sees them and as the agent wrote them.
///
/// The two differ: what is shown is masked and neutralised, what goes back to the agent must be its own words. Replies
/// are brought back by position.
struct QuestionSheet: Hashable {
    /// As shown.
    let questions: [Question]
    /// The agent's own array, to be echoed.
    let original: JSONValue
    private let keys: [String]
    private let labels: [[String]]

    /// - Returns: `nil` when the input has no usable questions, more than ``APILimits/questions``, or some that cannot be
    ///   told apart by their answers. The terminal then asks.
    init?(_ input: [String: JSONValue]) {
        guard let original = input["questions"], let entries = original.array,
            (1...APILimits.questions).contains(entries.count)
        else { return nil }
        var questions: [Question] = []
        var keys: [String] = []
        var labels: [[String]] = []
        for entry in entries {
            guard let text = entry["question"]?.string, !text.isEmpty,
                let (options, ownLabels) = Self.options(of: entry)
            else { return nil }
            questions.append(
                Question(
                    text: ShownText.paragraph(text, characters: 1000),
                    header: entry["header"]?.lenientText.map { ShownText.line($0, characters: 40) },
                    options: options, multiSelect: entry["multiSelect"]?.lenientFlag ?? false))
            keys.append(text)
            labels.append(ownLabels)
        }
        // Answers are a dictionary by question text: two questions of one text would get one answer.
        guard Set(keys).count == keys.count else { return nil }
        self.questions = questions
        self.original = original
        self.keys = keys
        self.labels = labels
    }

    private static func options(of entry: JSONValue) -> ([Question.Option], [String])? {
        let entries = entry["options"]?.array ?? []
        guard entries.count <= APILimits.options else { return nil }
        var options: [Question.Option] = []
        var labels: [String] = []
        for entry in entries {
            guard let label = entry["label"]?.lenientText ?? entry.lenientText, !label.isEmpty else { return nil }
            options.append(
                Question.Option(
                    label: ShownText.line(label, characters: 200),
                    description: entry["description"]?.lenientText.map { ShownText.paragraph($0, characters: 500) }))
            labels.append(label)
        }
        guard Set(options.map(\.label)).count == options.count else { return nil }
        return (options, labels)
    }

    /// The agent's `answers`: question text to the chosen labels and the typed text, joined by `", "`.
    ///
    /// - Returns: `nil` unless there is one non-empty reply for each question, of options that were offered.
    func answers(for replies: [Reply]) -> [String: String]? {
        guard replies.count == questions.count else { return nil }
        var answers: [String: String] = [:]
        for (index, reply) in replies.enumerated() {
            guard questions[index].multiSelect || reply.selected.count <= 1 else { return nil }
            var parts: [String] = []
            for label in reply.selected {
                guard let position = questions[index].options.firstIndex(where: { $0.label == label }) else {
                    return nil
                }
                parts.append(labels[index][position])
            }
            if let text = reply.text, !text.isEmpty { parts.append(text) }
            guard !parts.isEmpty else { return nil }
            answers[keys[index]] = parts.joined(separator: ", ")
        }
        return answers
    }
}
