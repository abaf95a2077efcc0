import BellhopModel

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
    ) -> (title: String, body: String) {
        switch form {
        case .questions(let sheet):
            let count = sheet.questions.count
            let title = count == 1 ? "\(agent.name) asks" : "\(agent.name) asks \(count) questions"
            return (title, Evidence.body(sheet.questions))
        case .plan:
            return (
                "\(agent.name) has a plan", Evidence.body(PlanText.of(use.input, setsMode: dialect.setsMode))
            )
        case .permission, .elicitation:
            return ("\(agent.name) wants to \(use.intention)", Evidence.body(use, running: scripts))
        }
    }
}
