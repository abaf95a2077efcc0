import BellhopModel

/// Codex' `item/tool/requestUserInput`: questions of the model, each with options, a text, or both.
extension AgentPrompt {
    init(userInput params: [String: JSONValue], _ scene: PromptScene) throws(UnaskablePrompt) {
        var sheet = ReplySheet<String>()
        var ids: [String] = []
        for entry in params["questions"]?.array ?? [] {
            let (id, question, labels) = try Self.question(entry)
            guard sheet.add(question, standingFor: labels) else {
                throw Self.unaskable("it has too many questions or options for a phone")
            }
            ids.append(id)
        }
        guard !ids.isEmpty, Set(ids).count == ids.count else { throw Self.unreadable }
        try self.init(
            .userInput, params, scene, title: "\(scene.agent) asks", body: Evidence(sheet.questions),
            answers: .inputs(sheet, ids: ids))
    }

    private static func question(
        _ entry: JSONValue
    ) throws(UnaskablePrompt) -> (id: String, shown: Question, labels: [String]) {
        guard entry["isSecret"]?.lenientFlag != true else { throw unaskable("it asks for a secret") }
        guard let id = entry["id"]?.string, let text = entry["question"]?.string else { throw unreadable }
        let entries = entry["options"]?.array ?? []
        let labels = entries.compactMap { $0["label"]?.string }
        guard labels.count == entries.count else { throw unreadable }
        let options = zip(labels, entries).map { label, entry in
            Question.Option(shown: label, description: entry["description"]?.string)
        }
        let question = Question(
            shown: text, header: entry["header"]?.string, options: options,
            allowsText: options.isEmpty || entry["isOther"]?.lenientFlag == true)
        return (id, question, labels)
    }

    private static var unreadable: UnaskablePrompt { unaskable("its questions cannot be read") }

    private static func unaskable(_ why: String) -> UnaskablePrompt {
        UnaskablePrompt(why: why, refusal: Method.userInput.refusal)
    }
}
