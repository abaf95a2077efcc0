import BellhopAgents
import BellhopClient
import BellhopModel

/// Detects that a prompt was answered in the terminal while its hook waits for the phone.
///
/// The agent does not tell the hook (anthropics/claude-code#79651). Three things show it: a later event of the session, whose
/// hook removes the ask from ``HookSessionState``; the tool's result in a transcript; and the end of the agent's process.
///
/// Create it when the prompt opens: earlier lines of the transcripts concern earlier calls.
struct PromptMonitor: Sendable {
    let call: ToolCall?
    let transcripts: [TranscriptTail]
    let agent: AgentConnection
    var slot: PromptSlot?

    init(call: ToolCall?, transcripts: [String], agent: AgentConnection) {
        self.call = call
        self.transcripts = transcripts.map { TranscriptTail(path: $0) }
        self.agent = agent
    }

    /// The time between two checks.
    static let interval = Duration.milliseconds(250)

    /// Returns the reason when the ask is not needed any more.
    ///
    /// - Parameter session: the state in which later events close the ask; `nil` when the ask could not be stored there, and for
    ///   a gate, which has no prompt.
    /// - Throws: `CancellationError`.
    func withdrawalReason(
        of ask: AskID, in session: HookSessionState?, time: ClientTime = .system
    ) async throws -> WithdrawalReason {
        var transcripts = transcripts
        while true {
            if let session, !session.contains(.asked(ask)) { return .answeredInTerminal }
            if !agent.isOpen { return .agentEnded }
            // A result could belong to either of two equal prompts.
            if let session, let slot, session.hasEqualPrompt(beside: slot) { transcripts = [] }
            // Read in each pass: the hook that reports the call's beginning may come last.
            if let use = call.flatMap({ session?.toolUseID(of: $0) ?? $0.id }) {
                for index in transcripts.indices where transcripts[index].holdsResult(of: use) {
                    return .answeredInTerminal
                }
            }
            try await time.sleep(Self.interval)
        }
    }
}
