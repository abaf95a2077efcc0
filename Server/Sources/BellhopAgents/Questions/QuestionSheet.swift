import BellhopModel

/// The questions of Claude Code's `AskUserQuestion` or OpenCode's `question`, as the person sees them and as the agent
/// wrote them.
struct QuestionSheet: Hashable {
    /// The agent's own input, which goes back to Claude Code with the answers: it is replaced as a whole. Without what
    /// only a person says, whoever wrote it.
    let echo: [String: JSONValue]
    /// The texts of the questions, as the agent wrote them.
    private(set) var keys: [String] = []
    private var sheet = ReplySheet<String>()

    /// As shown.
    var questions: [Question] { sheet.questions }

    /// - Returns: `nil` when the input has no usable questions, more than ``APILimits/questions``, or some that cannot be
    ///   told apart by their answers. The terminal then asks.
    init?(_ input: [String: JSONValue]) {
        guard let entries = input["questions"]?.array, !entries.isEmpty else { return nil }
        echo = input.filter { !["answers", "annotations", "response"].contains($0.key) }
        for entry in entries {
            guard let text = entry["question"]?.string, !text.isEmpty, let options = Self.options(of: entry) else {
                return nil
            }
            let question = Question(
                shown: text, header: entry["header"]?.lenientText, options: options.map(\.shown),
                // The latter is OpenCode's word for it, and so is `custom`.
                multiSelect: (entry["multiSelect"] ?? entry["multiple"])?.lenientFlag ?? false,
                allowsText: options.isEmpty || entry["custom"]?.lenientFlag ?? true)
            guard sheet.add(question, standingFor: options.map(\.label)) else { return nil }
            keys.append(text)
        }
        // Claude Code's answers are a dictionary by question text: two questions of one text would get one answer.
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

    /// For each question the labels that were chosen, and then what was typed, in the agent's own words.
    ///
    /// - Returns: `nil` unless there is one non-empty reply for each question, of options that were offered.
    func words(of replies: [Reply]) -> [[String]]? {
        sheet.picks(of: replies)?.map(\.words)
    }
}
