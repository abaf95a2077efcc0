/// A coding agent whose hooks Bellhop understands.
///
/// What differs between agents is said where it matters, by a `switch` over this type, so that a new agent is a new
/// case and the compiler names every place that has to know it.
public enum Agent: String, Codable, Hashable, Sendable, CaseIterable {
    /// Claude Code. Its hook runs beside the terminal's own prompt: the first answer wins.
    case claude
    /// OpenAI Codex CLI. It waits for the hook *before* it shows its own prompt, so a hook must not wait long.
    case codex
    /// Gemini CLI. A hook cannot answer its prompt, only stop a tool beforehand: the hook is a gate, and one that fails
    /// must deny.
    case gemini
    /// OpenCode, by way of the plugin in `Integrations/opencode`. The first answer wins.
    case opencode

    /// As it is shown to people.
    public var name: String {
        switch self {
        case .claude: "Claude"
        case .codex: "Codex"
        case .gemini: "Gemini"
        case .opencode: "OpenCode"
        }
    }

    /// Its hooks decide instead of a prompt of its own: what is not approved does not happen.
    public var isGate: Bool { self == .gemini }
}
