import BellhopModel

/// What an agent wrote, under the names of Claude Code's hooks, which most agents have taken over.
///
/// Nothing is lost: fields that have no such name stay as they are.
enum HookFields {
    static func canonical(_ fields: [String: JSONValue], of agent: Agent) -> [String: JSONValue] {
        switch agent {
        case .claude: fields
        case .codex: CodexDialect.canonical(fields)
        case .gemini: GeminiDialect.canonical(fields)
        case .opencode: OpenCodeDialect.canonical(fields)
        }
    }
}
