import BellhopModel

/// The questions of Claude Code's `AskUserQuestion`, as the person sees them and as the agent wrote them.
struct QuestionSheet: Hashable {
    /// The agent's own input, which goes back with the answers: it is replaced as a whole. Without what only a person
    /// says, whoever wrote it.
    let echo: [String: JSONValue]
    private var sheet = ReplySheet<String>()
    private var keys: [String] = []

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
                text: ShownText.evidence(text, characters: 1000),
                header: entry["header"]?.lenientText.map { ShownText.line($0, characters: 40) },
                options: options.map(\.shown), multiSelect: entry["multiSelect"]?.lenientFlag ?? false)
            guard sheet.add(question, standingFor: options.map(\.label)) else { return nil }
            keys.append(text)
        }
        // Answers are a dictionary by question text: two questions of one text would get one answer.
        guard Set(keys).count == keys.count else { return nil }
    }

    private static func options(of entry: JSONValue) -> [(shown: Question.Option, label: String)]? {
        var options: [(Question.Option, String)] = []
        for entry in entry["options"]?.array ?? [] {
            guard let label = entry["label"]?.lenientText ?? entry.lenientText, !label.isEmpty else { return nil }
            let shown = Question.Option(
                label: ShownText.line(label, characters: 200),
                description: entry["description"]?.lenientText.map { ShownText.paragraph($0, characters: 500) })
            options.append((shown, label))
        }
        return options
    }

    /// The agent's `answers`: question text to the chosen labels and the typed text, joined by `", "`.
    ///
    /// - Returns: `nil` unless there is one non-empty reply for each question, of options that were offered.
    func answers(for replies: [Reply]) -> [String: String]? {
        guard let picks = sheet.picks(of: replies) else { return nil }
        let texts = picks.map { ($0.chosen + [$0.text].compactMap(\.self)).joined(separator: ", ") }
        return Dictionary(zip(keys, texts)) { $1 }
    }
}
