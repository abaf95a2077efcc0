import BellhopModel

/// A call of `approve`, which asks whether Claude may use a tool.
///
/// Follows the contract of Claude Code's `--permission-prompt-tool` (code.claude.com/docs/en/cli-reference): one text that is
/// JSON, an allow with the input to use, or a deny with a message. Everything but an allow is a deny.
struct ApproveCall: Hashable {
    var draft: AskDraft
    /// The call as the session's hooks identify it.
    let call: ToolCall?
    private let input: [String: JSONValue]

    init(_ arguments: [String: JSONValue], from caller: MCPCaller) throws(MCPArgumentProblem) {
        guard let name = arguments["tool_name"]?.string, !name.isEmpty else {
            throw MCPArgumentProblem("tool_name: give the name of the tool")
        }
        guard let input = arguments["input"]?.object else {
            throw MCPArgumentProblem("input: give the tool's input as an object")
        }
        self.input = input
        call = ToolCall(name, input, of: .claude, id: arguments["tool_use_id"]?.string)
        do {
            draft = try AskDraft(
                ToolUse(name: name, input: input, folder: caller.folder), of: .claude,
                in: AskContext(
                    folder: caller.folder,
                    origin: Origin(agent: Agent.claude.name, folder: caller.folder, host: caller.host),
                    marks: [arguments["tool_use_id"]?.string]))
        } catch .missing(let field) {
            throw MCPArgumentProblem("\(field): this cannot be shown on a phone")
        } catch {
            throw MCPArgumentProblem("input: \(error)")
        }
    }

    /// The result for a verified answer.
    func text(for answer: VerifiedAnswer) -> String {
        guard answer.inputDigest == draft.content.inputDigest else {
            return Self.denial(AnswerVerification.Refusal.otherInput.description)
        }
        switch PermissionDecision(answer.answer, to: draft) {
        case nil: return Self.denial("the answer does not fit what was asked")
        case .deny(let message, let interrupt)?: return Self.denial(message, interrupt: interrupt)
        // The input as it was decoded, shown and digested.
        case .allow(let updated, let permissions)?:
            var decision: [String: JSONValue] = ["behavior": "allow", "updatedInput": .object(updated ?? input)]
            if !permissions.isEmpty { decision["updatedPermissions"] = .array(permissions) }
            return Self.write(.object(decision))
        }
    }

    /// - Parameter interrupt: whether Claude must stop instead of trying something else.
    static func denial(_ message: String, interrupt: Bool = false) -> String {
        var denial: [String: JSONValue] = ["behavior": "deny", "message": .string(message)]
        if interrupt { denial["interrupt"] = true }
        return write(.object(denial))
    }

    private static func write(_ value: JSONValue) -> String {
        (try? CanonicalJSON.text(value)) ?? #"{"behavior":"deny","message":"the answer cannot be written as JSON"}"#
    }
}
