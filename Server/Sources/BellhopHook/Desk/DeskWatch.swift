import BellhopAgents
import BellhopClient
import BellhopModel

/// Watches for an answer that was given at the desk while a hook waits for one from the phone.
///
/// The agent tells its hook nothing of it (anthropics/claude-code#79651). Three things give it away: a later event of
/// the session, whose own hook took the ask off the ``Desk``; the tool's result in a transcript; and the agent being gone.
///
/// Make it when the prompt begins: what stands in the transcripts by then is about earlier calls.
struct DeskWatch: Sendable {
    let call: ToolCall?
    let transcripts: [TranscriptTail]
    let audience: Audience
    /// Among equal prompts.
    var seat: PromptSeat?

    init(call: ToolCall?, transcripts: [String], audience: Audience) {
        self.call = call
        self.transcripts = transcripts.map { TranscriptTail(path: $0) }
        self.audience = audience
    }

    /// How soon an answer at the desk is noticed.
    static let interval = Duration.milliseconds(250)

    /// Returns why the ask is not needed any more.
    ///
    /// - Parameter desk: where later events end the ask; `nil` where it could not be put there, and for a gate, which has
    ///   no prompt.
    /// - Throws: `CancellationError`.
    func answered(
        _ ask: AskID, on desk: Desk?, pausing time: ClientTime = .system
    ) async throws -> WithdrawalReason {
        var transcripts = transcripts
        while true {
            if let desk, !desk.isOpen(ask) { return .answeredInTerminal }
            if !audience.isThere { return .agentEnded }
            // Whose result stands there, the prompt's or its neighbour's, nobody could say.
            if let desk, let seat, desk.hasNeighbour(seat) { transcripts = [] }
            // Each time anew: the hook that tells of the call's beginning may come last.
            if let use = call.flatMap({ desk?.useID(of: $0) ?? $0.id }) {
                for index in transcripts.indices where transcripts[index].holdsResult(of: use) {
                    return .answeredInTerminal
                }
            }
            try await time.sleep(Self.interval)
        }
    }
}
