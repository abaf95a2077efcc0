import BellhopModel
import Crypto

extension AskDraft {
    /// The ask that a prompt, or a gate, leads to.
    ///
    /// - Throws: `missing` when the tool or its input is not there, or its questions cannot be asked on a phone;
    ///   `inputTooLargeToShow` when it does not fit into an ask.
    init(of input: HookInput, host: String?) throws(HookProblem) {
        guard let toolName = input.toolName else { throw .missing(field: "tool_name") }
        guard let toolInput = input.toolInput else { throw .missing(field: "tool_input") }
        let use = ToolUse(name: toolName, input: toolInput, folder: input.folder)
        let form = try Self.form(of: use, for: input.agent)
        let suggestions = form == .permission ? PermissionSuggestion.all(in: input) : []
        let exact = try Self.exactInput(of: input, use, suggestions)
        let (title, body) = Self.words(for: use, form, input.agent)
        agent = input.agent
        sessionID = input.sessionID
        dialect = ReplyDialect(of: input)
        place = [input.session, input.turn, input.subagent, input.toolUseID]
        self.form = form
        self.suggestions = suggestions
        content = AskRequest.Content(
            title: title, body: body, toolName: ShownText.line(toolName, characters: 100),
            agentSays: use.text("description").map { ShownText.paragraph($0, characters: 1000) },
            input: exact, inputDigest: Hex.encode(SHA256.hash(data: Array(exact.utf8))),
            questions: form.questions, rules: suggestions.map(\.rule), origin: Origin(of: input, host: host))
    }

    /// Everything the person decides about, as one canonical text over the agent's own values. Of its suggestions, those
    /// that are offered.
    private static func exactInput(
        of input: HookInput, _ use: ToolUse, _ suggestions: [PermissionSuggestion]
    ) throws(HookProblem) -> String {
        var everything: [String: JSONValue] = [
            "agent": .string(input.agent.rawValue),
            "cwd": input.folder.map(JSONValue.string) ?? .null,
            "session_id": input.session.map(JSONValue.string) ?? .null,
            "tool_input": .object(use.input),
            "tool_name": .string(use.name),
        ]
        if !suggestions.isEmpty { everything["permission_suggestions"] = .array(suggestions.map(\.entry)) }
        guard let text = try? CanonicalJSON.text(JSONValue.object(everything)) else { throw .notJSON }
        guard text.utf8.count <= APILimits.input else { throw .inputTooLargeToShow }
        return text
    }

    /// Only Claude Code has prompts that are more than a permission; it never takes a bare allow for them.
    private static func form(of use: ToolUse, for agent: Agent) throws(HookProblem) -> AnswerForm {
        switch (agent, use.name) {
        case (.claude, "AskUserQuestion"):
            guard let sheet = QuestionSheet(use.input) else { throw .missing(field: "tool_input.questions") }
            return .questions(sheet)
        case (.claude, "ExitPlanMode"):
            // An empty echo would replace the plan with nothing.
            guard use.text("plan") != nil else { throw .missing(field: "tool_input.plan") }
            return .plan(use.input)
        default:
            return .permission
        }
    }

    private static func words(for use: ToolUse, _ form: AnswerForm, _ agent: Agent) -> (title: String, body: String) {
        switch form {
        case .questions(let sheet):
            let first = sheet.questions.first?.text ?? ""
            let more = sheet.questions.count - 1
            return (
                more == 0 ? "\(agent.name) asks" : "\(agent.name) asks \(sheet.questions.count) questions",
                more == 0 ? first : "\(first)\n… and \(more) more"
            )
        case .plan:
            let room = APILimits.text - longestWarnings
            return ("\(agent.name) has a plan", ShownText.evidence(use.text("plan") ?? "", characters: room))
        case .permission:
            return ("\(agent.name) wants to \(use.intention)", permissionBody(of: use))
        }
    }

    /// Room for the line that ``ShownText/evidence(_:characters:)`` puts above what is suspicious.
    private static let longestWarnings = ShownText.usualLength + 3

    /// What to watch out for first, then what the tool is given.
    private static func permissionBody(of use: ToolUse) -> String {
        let hazards = Hazard.all(in: use).map(\.rawValue)
        let first = hazards.isEmpty ? "" : "⚠ \(hazards.joined(separator: "; "))\n"
        let room = APILimits.text - first.count - longestWarnings
        return first + ShownText.evidence(use.plainText, characters: room)
    }
}

extension AnswerForm {
    var questions: [Question] {
        if case .questions(let sheet) = self { sheet.questions } else { [] }
    }
}
