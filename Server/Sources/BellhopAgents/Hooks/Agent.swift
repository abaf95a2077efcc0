/// A coding agent whose hooks Bellhop understands.
///
/// Code that differs between agents switches over this type, so that the compiler finds every place that a new agent needs.
public enum Agent: String, Codable, Hashable, Sendable, CaseIterable {
    /// Claude Code. Its hook runs beside the prompt in the terminal: the first answer wins.
    case claude
    /// OpenAI Codex CLI. It waits for the hook *before* it shows its own prompt, so a hook must not wait long.
    case codex
    /// Gemini CLI. A hook cannot answer its prompt, only block a tool before it runs: the hook is a gate, which must deny when it
    /// fails.
    case gemini
    /// OpenCode, through the plugin in `Integrations/opencode`. The first answer wins.
    case opencode

    /// The name as it is shown to people.
    public var name: String {
        switch self {
        case .claude: "Claude"
        case .codex: "Codex"
        case .gemini: "Gemini"
        case .opencode: "OpenCode"
        }
    }

    /// `true` when the agent's hooks decide instead of its prompt: a tool that is not approved does not run.
    public var isGate: Bool { self == .gemini }
}
