import BellhopModel

/// A call of `ask`: questions of an agent's own making.
struct QuestionCall: Hashable {
    var content: AskRequest.Content
    private let sheet: ReplySheet<String>
    private let texts: [String]

    init(_ arguments: [String: JSONValue], from caller: MCPCaller) throws(MCPArgumentProblem) {
        let entries = try Self.entries(arguments)
        var sheet = ReplySheet<String>()
        var texts: [String] = []
        for (index, entry) in entries.enumerated() {
            let place = entries.count == 1 ? "" : "questions[\(index)]."
            guard let text = entry["question"]?.string, !text.isEmpty else {
                throw MCPArgumentProblem("\(place)question: give a text")
            }
            let (shown, labels) = try Self.question(text, entry, place)
            guard sheet.add(shown, standingFor: labels) else {
                throw MCPArgumentProblem(
                    "\(place)options: give at most \(APILimits.options), each different from the others")
            }
            texts.append(text)
        }
        self.sheet = sheet
        self.texts = texts
        let details = arguments["details"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        let count = sheet.questions.count
        let question = Evidence.text(sheet.questions)
        do {
            content = try AskRequest.Content(
                exact: [
                    "agent": .string(caller.name), "cwd": caller.folder.map(JSONValue.string) ?? .null,
                    "details": details.map(JSONValue.string) ?? .null,
                    "questions": .array(entries.map(JSONValue.object)),
                ],
                title: DisplayText.line(
                    count == 1 ? "\(caller.name) asks" : "\(caller.name) asks \(count) questions",
                    characters: APILimits.title),
                body: Evidence(
                    shown: details.map { "\(question)\n\n\(DisplayText.paragraph($0, characters: 2000))" } ?? question),
                questions: sheet.questions, origin: caller.origin)
        } catch {
            throw MCPArgumentProblem("the questions are too long for a phone: shorten them")
        }
    }

    private static func entries(
        _ arguments: [String: JSONValue]
    ) throws(MCPArgumentProblem) -> [[String: JSONValue]] {
        guard let list = arguments["questions"], list != .null else { return [arguments] }
        guard let entries = list.array, (1...APILimits.questions).contains(entries.count) else {
            throw MCPArgumentProblem("questions: give 1 to \(APILimits.questions) of them")
        }
        var objects: [[String: JSONValue]] = []
        for (index, entry) in entries.enumerated() {
            guard let object = entry.object else {
                throw MCPArgumentProblem("questions[\(index)]: give an object with a question")
            }
            objects.append(object)
        }
        return objects
    }

    private static func question(
        _ text: String, _ entry: [String: JSONValue], _ place: String
    ) throws(MCPArgumentProblem) -> (shown: Question, labels: [String]) {
        let labels = try Self.labels(entry["options"] ?? .null, place)
        let question = Question(
            shown: text, header: entry["header"]?.lenientText, options: labels.map { .init(shown: $0) },
            multiSelect: entry["multi_select"]?.lenientFlag ?? false,
            // Without options there is nothing but text.
            allowsText: labels.isEmpty || entry["allow_text"]?.lenientFlag ?? true)
        return (question, labels)
    }

    private static func labels(_ options: JSONValue, _ place: String) throws(MCPArgumentProblem) -> [String] {
        guard options != .null else { return [] }
        let labels = options.array?.map { ($0["label"] ?? $0).lenientText ?? "" }
        guard let labels, !labels.contains("") else {
            throw MCPArgumentProblem("\(place)options: give a list of texts")
        }
        return labels
    }

    /// What was said, in words and as `structuredContent`; `nil` when it does not fit the questions.
    func answer(of replies: [Reply]) -> (text: String, structured: JSONValue)? {
        guard let picks = sheet.picks(of: replies) else { return nil }
        var lines: [String] = []
        var answers: [JSONValue] = []
        for (question, pick) in zip(texts, picks) {
            let words = pick.words.joined(separator: ", ")
            lines.append(texts.count == 1 ? words : "\(question): \(words)")
            var answer: [String: JSONValue] = [
                "question": .string(question), "selected": .array(pick.chosen.map(JSONValue.string)),
            ]
            answer["text"] = pick.text.map(JSONValue.string)
            answers.append(.object(answer))
        }
        return (lines.joined(separator: "\n"), ["answers": .array(answers)])
    }
}
