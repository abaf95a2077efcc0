import BellhopModel

extension AskDraft {
    /// The ask that a prompt, or a gate, leads to.
    ///
    /// - Parameter scripts: reads the scripts that a command runs.
    /// - Throws: `missing` when the tool or its input is not there, or its questions cannot be asked on a phone;
    ///   `inputTooLargeToShow` when it does not fit into an ask.
    init(
        of input: HookInput, host: String?, reading scripts: ScriptReading = { _ in [] }
    ) throws(HookProblem) {
        guard let toolName = input.toolName else { throw .missing(field: "tool_name") }
        guard let toolInput = input.toolInput else { throw .missing(field: "tool_input") }
        let use = ToolUse(name: toolName, input: toolInput, folder: input.folder)
        try self.init(
            use, of: input.agent,
            in: AgentPlace(
                session: input.session, folder: input.folder, origin: Origin(of: input, host: host),
                marks: [input.session, input.turn, input.subagent, input.toolUseID]),
            answeredIn: ReplyDialect(of: input), offering: PermissionSuggestion.all(in: input),
            running: scripts(use.scripts))
    }
}

/// Where an agent asks from.
struct AgentPlace: Hashable {
    /// As the agent names it.
    var session: String?
    /// The folder it works in.
    var folder: String?
    /// The same and more, fit to be shown.
    var origin: Origin
    /// What tells equal prompts apart: the session, and the turn and the subagent within it.
    var marks: [String?]
}

extension AskDraft {
    /// The ask whether `agent` may use a tool.
    ///
    /// - Parameters:
    ///   - dialect: how it wants to be told the answer.
    ///   - suggestions: what it suggests to allow from now on. Part of what is decided about and signed.
    ///   - scripts: the scripts that its command runs. Part of it too.
    /// - Throws: `missing` when its questions cannot be asked on a phone; `inputTooLargeToShow` when it does not fit into
    ///   an ask.
    init(
        _ use: ToolUse, of agent: Agent, in place: AgentPlace, answeredIn dialect: ReplyDialect = .permissionRequest,
        offering suggestions: [PermissionSuggestion] = [], running scripts: [ScriptFile] = []
    ) throws(HookProblem) {
        let form = try Self.form(of: use, for: agent, answeredIn: dialect)
        let suggestions = form == .permission ? suggestions : []
        let (title, body) = Self.words(for: use, form, agent, dialect, scripts)
        self.agent = agent
        sessionID = place.session.flatMap(SessionID.init)
        self.place = place.marks
        self.form = form
        self.dialect = dialect
        self.suggestions = suggestions
        var exact: [String: JSONValue] = [
            "agent": .string(agent.rawValue),
            "cwd": place.folder.map(JSONValue.string) ?? .null,
            "session_id": place.session.map(JSONValue.string) ?? .null,
            "tool_input": .object(use.input),
            "tool_name": .string(use.name),
        ]
        if !scripts.isEmpty { exact["scripts"] = .array(scripts.map(\.json)) }
        if case .plan = form, dialect.setsMode { exact["updated_permissions"] = [PlanText.nextMode] }
        if !suggestions.isEmpty { exact["permission_suggestions"] = .array(suggestions.map(\.entry)) }
        content = try AskRequest.Content(
            exact: .object(exact),
            title: title, body: body, toolName: use.name, agentSays: use.explanation,
            questions: form.questions, rules: suggestions.map(\.rule),
            denyWith: dialect.denyWith(of: agent), origin: place.origin)
        self.scripts = scripts
    }

    /// A prompt that is more than a permission never takes a bare allow.
    private static func form(
        of use: ToolUse, for agent: Agent, answeredIn dialect: ReplyDialect
    ) throws(HookProblem) -> AnswerForm {
        switch (agent, use.name) {
        case (.claude, "AskUserQuestion"),
            (.opencode, _) where dialect == .openCodeQuestion:
            guard let sheet = QuestionSheet(use.input) else { throw .missing(field: "tool_input.questions") }
            return .questions(sheet)
        case (.claude, "ExitPlanMode"):
            // An empty echo would replace the plan with nothing.
            guard use.text("plan") != nil else { throw .missing(field: "tool_input.plan") }
            return .plan(use.input.filter { $0.key != PlanText.allowances })
        default:
            return .permission
        }
    }

    private static func words(
        for use: ToolUse, _ form: AnswerForm, _ agent: Agent, _ dialect: ReplyDialect, _ scripts: [ScriptFile]
    ) -> (title: String, body: Evidence) {
        switch form {
        case .questions(let sheet):
            let count = sheet.questions.count
            let title = count == 1 ? "\(agent.name) asks" : "\(agent.name) asks \(count) questions"
            return (title, Evidence(sheet.questions))
        case .plan:
            return ("\(agent.name) has a plan", Evidence(PlanText.of(use.input, setsMode: dialect.setsMode)))
        case .permission, .elicitation:
            return ("\(agent.name) wants to \(use.intention)", Evidence(use, running: scripts))
        }
    }
}

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
        let server = input.text("mcp_server_name").map { ShownText.line($0, characters: 80) }
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
