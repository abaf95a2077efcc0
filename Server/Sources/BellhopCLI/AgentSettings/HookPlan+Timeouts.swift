import BellhopAgents
import BellhopModel

/// How long an agent waits for a hook: `timeout` of its entry.
extension HookPlan {
    /// `timeout` as the agent's settings write it.
    func number(of timeout: Duration) -> Int { Int((timeout / unit).rounded()) }

    /// - Parameter handler: an entry of the agent's settings.
    /// - Returns: the agent's own timeout where none is written.
    func timeout(of handler: JSONValue) -> Duration {
        // A longer one than fits into a `Duration` is as good as none.
        handler["timeout"]?.number.map { unit * min(max($0, 0), 1e12) } ?? usualTimeout
    }

    /// code.claude.com/docs/en/hooks; developers.openai.com/codex/hooks; google-gemini/gemini-cli, docs/hooks/reference.md.
    private var unit: Duration {
        switch agent {
        case .claude, .codex, .opencode: .seconds(1)
        case .gemini: .milliseconds(1)
        }
    }

    private var usualTimeout: Duration {
        switch agent {
        case .claude, .codex, .opencode: .seconds(600)
        case .gemini: .seconds(60)
        }
    }
}
