/// A coding agent whose hooks Bellhop understands.
///
/// What differs between agents is said where it matters, by a `switch` over this type, so that a new agent is a new
/// case and the compiler names every place that has to know it.
public enum Agent: String, Codable, Hashable, Sendable, CaseIterable {
    /// Claude Code. Its hook runs beside the terminal's own prompt: the first answer wins.
    case claude
    /// OpenAI Codex CLI. It waits for the hook *before* it shows its own prompt, so a hook must not wait long.
    case codex

    /// As it is shown to people.
    public var name: String {
        switch self {
        case .claude: "Claude"
        case .codex: "Codex"
        }
    }
}
