import BellhopAgents
import BellhopClient
import BellhopModel
import Foundation

/// Watches for an answer that was given at the desk while a hook waits for one from the phone.
///
/// The agent tells its hook nothing of it (anthropics/claude-code#79651). Three things give it away: a later event of
/// the session, whose own hook took the ask off the ``Desk``; the tool's result in the transcript; and the agent being
/// gone.
struct DeskWatch: Sendable {
    let desk: Desk
    let ask: AskID
    let call: ToolCall
    let transcript: String?
    /// The process that started this one; another one when that has ended.
    var parent: @Sendable () -> Int32 = { getppid() }

    /// How soon an answer at the desk is noticed.
    static let interval = Duration.milliseconds(250)

    /// Returns why the ask is not needed any more.
    ///
    /// - Throws: `CancellationError`.
    func answered(pausing time: ClientTime = .system) async throws -> WithdrawalReason {
        let first = parent()
        var tail = transcript.map(TranscriptTail.init)
        var use = call.id
        while true {
            if !desk.isOpen(ask) { return .answeredInTerminal }
            if parent() != first { return .agentEnded }
            use = use ?? desk.useID(of: call)
            if let use, tail?.holdsResult(of: use) == true { return .answeredInTerminal }
            try await time.sleep(Self.interval)
        }
    }
}
