import BellhopModel

extension AskDraft {
    /// The ask for a prompt or a gate.
    ///
    /// - Parameter scripts: reads the scripts that a command runs.
    /// - Throws: `missing` when the tool or its input is missing, or its questions cannot be asked on a phone;
    ///   `inputTooLargeToShow` when it does not fit into an ask.
    init(
        of input: HookInput, host: String?, reading scripts: ScriptReading = { _ in [] }
    ) throws(HookProblem) {
        guard let toolName = input.toolName else { throw .missing(field: "tool_name") }
        guard let toolInput = input.toolInput else { throw .missing(field: "tool_input") }
        let use = ToolUse(name: toolName, input: toolInput, folder: input.folder)
        try self.init(
            use, of: input.agent,
            in: AskContext(
                session: input.session, folder: input.folder, origin: Origin(of: input, host: host),
                marks: [input.session, input.turn, input.subagent, input.toolUseID]),
            answeredIn: ReplyDialect(of: input), offering: PermissionSuggestion.all(in: input),
            running: scripts(use.scripts))
    }
}

/// The session and the folder of the agent that asks.
struct AskContext: Hashable {
    /// The agent's name for the session.
    var session: String?
    /// The working folder.
    var folder: String?
    /// The origin as it is shown to people.
    var origin: Origin
    /// The session, turn, subagent and tool use, which distinguish equal prompts.
    var marks: [String?]
}

extension AskDraft {
    /// The ask for permission of `agent` to use a tool.
    ///
    /// - Parameters:
    ///   - dialect: the format of the reply.
    ///   - suggestions: the rules that the agent suggests to remember. Part of the signed input.
    ///   - scripts: the scripts that the command runs. Part of the signed input.
    /// - Throws: `missing` when its questions cannot be asked on a phone; `inputTooLargeToShow` when it does not fit into
    ///   an ask.
    init(
        _ use: ToolUse, of agent: Agent, in context: AskContext, answeredIn dialect: ReplyDialect = .permissionRequest,
        offering suggestions: [PermissionSuggestion] = [], running scripts: [ScriptFile] = []
    ) throws(HookProblem) {
        let form = try Self.form(of: use, for: agent, answeredIn: dialect)
        let suggestions = form == .permission ? suggestions : []
        let (title, body) = Self.words(for: use, form, agent, dialect, scripts)
        self.agent = agent
        sessionID = context.session.flatMap(SessionID.init)
        marks = context.marks
        self.form = form
        self.dialect = dialect
        self.suggestions = suggestions
        var exact: [String: JSONValue] = [
            "agent": .string(agent.rawValue),
            "cwd": context.folder.map(JSONValue.string) ?? .null,
            "session_id": context.session.map(JSONValue.string) ?? .null,
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
            denyWith: dialect.denyWith(of: agent), origin: context.origin)
        self.scripts = scripts
    }

    /// Returns the form of the answer. Questions and plans never accept a plain allow.
    private static func form(
        of use: ToolUse, for agent: Agent, answeredIn dialect: ReplyDialect
    ) throws(HookProblem) -> AnswerForm {
        switch (agent, use.name) {
        case (.claude, "AskUserQuestion"),
            (.opencode, _) where dialect == .openCodeQuestion:
            guard let questionForm = AgentQuestions(use.input) else { throw .missing(field: "tool_input.questions") }
            return .questions(questionForm)
        case (.claude, "ExitPlanMode"):
            // An empty input would erase the plan.
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
        case .questions(let questionForm):
            let count = questionForm.questions.count
            let title = count == 1 ? "\(agent.name) asks" : "\(agent.name) asks \(count) questions"
            return (title, Evidence(questionForm.questions))
        case .plan:
            return ("\(agent.name) has a plan", Evidence(PlanText.of(use.input, setsMode: dialect.setsMode)))
        case .permission, .elicitation:
            return ("\(agent.name) wants to \(use.intention)", Evidence(use, running: scripts))
        }
    }
}

extension AskDraft {
    /// The ask to fill in a form of one of the agent's MCP servers (code.claude.com/docs/en/hooks, Elicitation).
    ///
    /// - Returns: `nil` for a page to be opened, and for a form that asks for a secret or cannot be shown on a phone. The
    ///   agent then shows its own form.
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
        marks = [input.session, input.turn, input.subagent, input.text("elicitation_id")]
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
                [message, form.isEmpty ? nil : Evidence.text(form.questionForm.questions)].compactMap(\.self)
                    .joined(separator: "\n")),
            questions: form.questionForm.questions, denyWith: dialect.denyWith(of: agent),
            origin: Origin(of: input, host: host))
    }
}
