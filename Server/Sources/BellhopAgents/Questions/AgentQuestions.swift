import BellhopModel

/// The questions of Claude Code's `AskUserQuestion` or OpenCode's `question`, as they are shown and as the agent
/// wrote them.
struct AgentQuestions: Hashable {
    /// The agent's input, which Claude Code replaces by the reply, without the fields that only a person may fill in.
    let input: [String: JSONValue]
    /// The texts of the questions, as the agent wrote them.
    private(set) var keys: [String] = []
    private var questionForm = QuestionForm<String>()

    /// The questions as they are shown.
    var questions: [Question] { questionForm.questions }

    /// - Returns: `nil` when the input has no usable questions, more than ``APILimits/questions``, or some that cannot be
    ///   distinguished by their answers. The terminal then asks.
    init?(_ input: [String: JSONValue]) {
        guard let entries = input["questions"]?.array, !entries.isEmpty else { return nil }
        self.input = input.filter { !["answers", "annotations", "response"].contains($0.key) }
        for entry in entries {
            guard let text = entry["question"]?.string, !text.isEmpty, let options = Self.options(of: entry) else {
                return nil
            }
            let question = Question(
                shown: text, header: entry["header"]?.lenientText, options: options.map(\.shown),
                // OpenCode's names are `multiple` and `custom`.
                multiSelect: (entry["multiSelect"] ?? entry["multiple"])?.lenientFlag ?? false,
                allowsText: options.isEmpty || entry["custom"]?.lenientFlag ?? true)
            guard questionForm.add(question, values: options.map(\.label)) else { return nil }
            keys.append(text)
        }
        // Claude Code's answers are keyed by the question's text: equal questions would get one answer.
        guard Set(keys).count == keys.count else { return nil }
    }

    private static func options(of entry: JSONValue) -> [(shown: Question.Option, label: String)]? {
        var options: [(Question.Option, String)] = []
        for entry in entry["options"]?.array ?? [] {
            guard let label = entry["label"]?.lenientText ?? entry.lenientText, !label.isEmpty else { return nil }
            options.append((Question.Option(shown: label, description: entry["description"]?.lenientText), label))
        }
        return options
    }

    /// The chosen labels of each question in the agent's words, followed by the typed text.
    ///
    /// - Returns: `nil` unless there is one non-empty reply for each question, of options that were offered.
    func words(of replies: [Reply]) -> [[String]]? {
        questionForm.selections(of: replies)?.map(\.words)
    }
}
