import BellhopAgents

extension JSONTextProblem {
    /// Whether the agent reads such a file all the same. Claude Code and Codex read strict JSON, or nothing of the file;
    /// Gemini CLI takes comments out before (packages/cli/src/config/settings.ts of gemini-cli).
    func isRead(by agent: Agent) -> Bool {
        switch kind {
        case .comment: agent == .gemini
        case .duplicate, .nestedTooDeep: true
        case .notUTF8, .trailingComma, .malformed: false
        }
    }

    /// What to do about it: a sentence without its full stop.
    var mending: String {
        switch kind {
        case .comment: "Take the comment out"
        case .trailingComma: "Take the comma out"
        case .notUTF8, .duplicate, .nestedTooDeep, .malformed: "Mend it in an editor"
        }
    }
}
