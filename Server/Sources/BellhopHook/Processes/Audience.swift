import BellhopTerminal

/// Who takes what a hook prints: the agent that runs it, at the other end of standard output.
struct Audience: Sendable {
    var agent = AgentProcess()
    /// Whether anybody is left to read what this process prints.
    var isHeard: @Sendable () -> Bool = { StandardOutput.isRead }

    var isThere: Bool { agent.isThere && isHeard() }
}
