import BellhopModel

extension AskDraft {
    /// The ask to fill in a form for one of the agent's MCP servers (code.claude.com/docs/en/hooks, Elicitation).
    ///
    /// - Returns: `nil` for a page to be opened, and for a form that a phone cannot ask or should not: one that wants a
    ///   secret. The agent's own form then comes.
    /// - Throws: `inputTooLargeToShow` when it does not fit into an ask.
    init?(elicitation input: HookInput, host: String?) throws(HookProblem) {
        guard input.text("mode") ?? "form" == "form", let schema = input.fields["requested_schema"],
            let form = ElicitationForm(schema)
        else { return nil }
        let fields = ["mcp_server_name", "message", "mode", "elicitation_id", "requested_schema"]
        let asked = input.fields.filter { fields.contains($0.key) }
        let server = input.text("mcp_server_name").map { DisplayText.line($0, characters: 80) }
        let message = input.text("message")
        agent = input.agent
        sessionID = input.sessionID
        place = [input.session, input.turn, input.subagent, input.text("elicitation_id")]
        self.form = .elicitation(form)
        dialect = .elicitation
        suggestions = []
        content = try AskRequest.Content(
            exact: [
                "agent": .string(input.agent.rawValue),
                "cwd": input.folder.map(JSONValue.string) ?? .null,
                "session_id": input.session.map(JSONValue.string) ?? .null,
                "elicitation": .object(asked),
            ],
            title: server.map { "\($0) of \(input.agent.name) asks" } ?? "\(input.agent.name) asks",
            body: Evidence(
                [message, form.isEmpty ? nil : Evidence.text(form.sheet.questions)].compactMap(\.self)
                    .joined(separator: "\n")),
            questions: form.sheet.questions, denyWith: dialect.denyWith(of: agent),
            origin: Origin(of: input, host: host))
    }
}
