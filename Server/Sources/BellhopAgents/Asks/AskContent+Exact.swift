import BellhopModel

extension AskRequest.Content {
    /// What is asked, with everything the person decides about as one canonical text and its digest.
    ///
    /// - Throws: `inputTooLargeToShow` when that does not fit into an ask.
    init(
        exact: JSONValue, title: String, body: Evidence, toolName: String? = nil, agentSays: String? = nil,
        questions: [Question] = [], rules: [OfferedRule] = [], denyWith: Set<DenialDetail> = [.message],
        origin: Origin
    ) throws(HookProblem) {
        guard let text = try? CanonicalJSON.text(exact) else { throw .notJSON }
        guard text.utf8.count <= APILimits.input else { throw .inputTooLargeToShow }
        self.init(
            title: title, body: body.text, omittedCharacters: body.omitted,
            toolName: toolName.map { DisplayText.line($0, characters: 100) },
            agentSays: agentSays.map { DisplayText.paragraph($0, characters: 1000) }, input: text,
            inputDigest: InputDigest.hex(of: text), questions: questions, rules: rules, denyWith: denyWith,
            origin: origin)
    }
}
