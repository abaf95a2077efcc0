package import BellhopAgents
import BellhopClient
import BellhopModel
import Synchronization

/// The facts that a run collects for the time after its reply. A run that is stopped keeps them.
final class HookProgress: Sendable {
    struct Facts {
        /// The ask that the server stored.
        var ask: Ask?
        /// The scripts that an approval lets run, as they were when the ask was made.
        var scripts: [ScriptFile] = []
        /// The run was stopped by a signal.
        var isStopped = false
        /// The event is over for its agent but could not be reported, see ``HookTimeouts/allowsLateReport(of:_:after:)``.
        var needsLateReport = false
        /// A turn began that a ``TurnMonitor`` watches.
        var beginsTurn = false
        /// The turn's monitor reports whether the denial was applied.
        var isDenialUnconfirmed = false
    }

    private let facts = Mutex(Facts())

    func update(_ change: (inout Facts) -> Void) { facts.withLock { change(&$0) } }

    /// Notes that the server did not take the report of `input`.
    func reportFailed(_ failure: any Error, of input: HookInput, _ payload: HookPayload) {
        guard HookTimeouts.allowsLateReport(of: input, payload, after: failure) else { return }
        update { $0.needsLateReport = true }
    }

    func result(_ reply: HookReply) -> HookResult { facts.withLock { HookResult(reply, $0) } }
}

/// The reply of a run, and the work that remains after it.
package struct HookResult: Sendable {
    package private(set) var reply: HookReply
    let facts: HookProgress.Facts
    /// An agent that was running took a decision.
    private(set) var isApplied = false
    /// The reason why an approved command does not run, in one line.
    private(set) var refusalReason: String?

    init(_ reply: HookReply, _ facts: HookProgress.Facts = .init()) {
        self.reply = reply
        self.facts = facts
    }

    /// Prints the reply. A decision is withheld when the agent has ended, so that no phone shows it as applied, and when a script
    /// that would run has changed.
    ///
    /// - Parameters:
    ///   - gate: the dialect of a gate.
    ///   - print: returns whether all of it was taken.
    mutating func deliver(to agent: AgentConnection, in gate: ReplyDialect?, by print: (HookReply) -> Bool) {
        if case .decision = reply, !agent.isOpen { reply = .failure("the agent has ended", in: gate) }
        // As late as possible: a change from now on is not noticed.
        if case .decision = reply, let change = ScriptReader.change(in: facts.scripts) {
            refusalReason = change
            reply = .failure(change, in: gate)
        }
        let isTaken = print(reply)
        // An agent may close its end as soon as it has read the reply.
        if case .decision = reply { isApplied = isTaken && agent.process.isRunning }
    }

    /// Reports the outcome in the agent to the server: the answer was applied, the approved call was not run, or the agent
    /// ended. Best effort: the agent waits for this process to end.
    func report(to client: BellhopClient) async {
        guard let ask = facts.ask else { return }
        if let refusalReason {
            _ = try? await client.call(
                API.sendNotification,
                body: NotificationRequest(
                    title: "Approved, but not run", body: "It was not run: \(refusalReason).", category: .taskError,
                    sessionID: ask.sessionID),
                idempotencyKey: "not-run-\(ask.id)")
            return
        }
        switch reply {
        case .decision where !isApplied || facts.isDenialUnconfirmed: break
        case .decision: _ = try? await client.call(API.sendReceipt, body: Receipt(kind: .applied, askID: ask.id))
        case .silence where facts.isStopped, .refusal where facts.isStopped:
            _ = try? await client.withdrawAsk(ask.id, reason: .agentEnded)
        case .silence, .refusal: break
        }
    }
}
