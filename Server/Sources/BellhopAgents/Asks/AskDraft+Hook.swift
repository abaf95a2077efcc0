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
