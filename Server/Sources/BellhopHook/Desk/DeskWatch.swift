import BellhopAgents
import BellhopClient
import BellhopModel
import BellhopTerminal
import Foundation

/// Watches for an answer that was given at the desk while a hook waits for one from the phone.
///
/// The agent tells its hook nothing of it (anthropics/claude-code#79651). Three things give it away: a later event of
/// the session, whose own hook took the ask off the ``Desk``; the tool's result in the transcript; and the agent being
/// gone.
struct DeskWatch: Sendable {
    /// Where later events end the ask; `nil` where it could not be put there, and for a gate, which has no prompt.
    let desk: Desk?
    let ask: AskID
    let call: ToolCall?
    let transcript: String?
    /// The process that started this one; another one when that has ended.
    var parent: @Sendable () -> Int32 = { getppid() }
    /// Whether anybody is left to read what this process prints. A shell between it and the agent stays its parent when
    /// the agent is gone.
    var isHeard: @Sendable () -> Bool = { StandardOutput.isRead }

    /// How soon an answer at the desk is noticed.
    static let interval = Duration.milliseconds(250)

    /// Returns why the ask is not needed any more.
    ///
    /// - Throws: `CancellationError`.
    func answered(pausing time: ClientTime = .system) async throws -> WithdrawalReason {
        let first = parent()
        var tail = transcript.map { TranscriptTail(path: $0) }
        var use = call?.id
        while true {
            if let desk, !desk.isOpen(ask) { return .answeredInTerminal }
            if parent() != first || !isHeard() { return .agentEnded }
            use = use ?? call.flatMap { desk?.useID(of: $0) }
            if let use, tail?.holdsResult(of: use) == true { return .answeredInTerminal }
            try await time.sleep(Self.interval)
        }
    }
}
