import BellhopAgents
import BellhopClient
import BellhopModel
import BellhopTerminal
import Synchronization

/// A hook that the agent may stop by a signal: then the ask is taken back, so that no phone shows a dead button.
struct InterruptibleHook: Sendable {
    let run: HookRun

    /// How a hook came to its end.
    struct Ending: Sendable {
        var reply: HookReply
        /// The ask that was made, if one was.
        var asked: AskID?
        var isInterrupted = false
        /// The event is over for its agent, and yet to be told, see ``HookRun/isToldLate(_:_:after:)``.
        var isToldLate = false
        /// A turn has begun, see ``WatchedTurn``.
        var beginsTurn = false
        /// The scripts that the reply allows to run, as they were asked about.
        var scripts: [ScriptFile] = []
        /// A decision was taken by an agent that was there.
        private(set) var isApplied = false
        /// Whether it was applied is told by whoever watches over the turn.
        var isUncertain = false
        /// Why a command that was approved is not run, in one line.
        private(set) var whyNotRun: String?

        /// Of the agent.
        private let session: SessionID?

        init(
            reply: HookReply, asked: AskID?, in session: SessionID? = nil, isInterrupted: Bool = false,
            isToldLate: Bool = false
        ) {
            self.session = session
            self.reply = reply
            self.asked = asked
            self.isInterrupted = isInterrupted
            self.isToldLate = isToldLate
        }

        /// Says the reply. To an agent that has ended while the answer came no decision is said: nobody acts on it, and no
        /// phone is told that somebody did. Nor is it where a script has changed that would run.
        ///
        /// - Parameters:
        ///   - dialect: of a gate that decides.
        ///   - say: returns whether all of it was taken.
        mutating func deliver(to audience: Audience, in dialect: ReplyDialect?, by say: (HookReply) -> Bool) {
            if case .decision = reply, !audience.isThere { reply = .failure("the agent has ended", in: dialect) }
            // As late as can be: what happens to a script from now on is not noticed.
            if case .decision = reply, let change = ScriptReader.change(in: scripts) {
                whyNotRun = change
                reply = .failure(change, in: dialect)
            }
            let isTaken = say(reply)
            // What has been written is read by whoever lives; an agent may close its end as soon as it has read.
            if case .decision = reply { isApplied = isTaken && audience.agent.isThere }
        }

        /// Tells the server what the agent made of its ask. Best effort: the agent waits for this process to end.
        func report(to client: BellhopClient) async {
            guard let asked else { return }
            if let whyNotRun {
                _ = try? await client.call(
                    API.sendNotification,
                    body: NotificationRequest(
                        title: "Approved, but not run", body: "It was not run: \(whyNotRun).", category: .taskError,
                        sessionID: session), idempotencyKey: "not-run-\(asked)")
                return
            }
            switch reply {
            case .decision where !isApplied || isUncertain: break
            case .decision: try? await client.call(API.sendReceipt, body: Receipt(kind: .applied, askID: asked))
            case .silence where isInterrupted, .refusal where isInterrupted:
                _ = try? await client.withdrawAsk(asked, reason: .agentEnded)
            case .silence, .refusal: break
            }
        }
    }

    /// - Parameter dialect: of a gate that decides about `input`.
    func run(_ input: [UInt8], in dialect: ReplyDialect?) async -> Ending {
        let asked = Mutex<Ask?>(nil)
        let scripts = Mutex<[ScriptFile]>([])
        let isToldLate = Mutex(false)
        var run = run
        let onAccepted = run.onAccepted
        run.onAccepted = { ask in
            asked.withLock { $0 = ask }
            await onAccepted(ask)
        }
        let beginsTurn = Mutex(false)
        run.onTurn = { beginsTurn.withLock { $0 = true } }
        let isUncertain = Mutex(false)
        run.onUncertain = { isUncertain.withLock { $0 = true } }
        run.onAllow = { allowed in scripts.withLock { $0 = allowed } }
        run.onUntold = { [agent = run.agent, notifyOnly = run.notifyOnly] input, failure in
            let patience = HookTimeouts(for: input, of: agent, isGate: dialect != nil, notifyOnly: notifyOnly)
            if HookRun.isToldLate(input, patience, after: failure) { isToldLate.withLock { $0 = true } }
        }
        // A run never throws, and one that is cancelled has nothing to say.
        let reply = try? await unlessInterrupted { [run] in await run.run(input, in: dialect) }
        let ask = asked.withLock { $0 }
        var ending = Ending(
            reply: reply ?? .failure("stopped by a signal; the ask is taken back", in: dialect),
            asked: ask?.id, in: ask?.sessionID, isInterrupted: reply == nil, isToldLate: isToldLate.withLock { $0 })
        ending.beginsTurn = beginsTurn.withLock { $0 }
        ending.isUncertain = isUncertain.withLock { $0 }
        ending.scripts = scripts.withLock { $0 }
        return ending
    }
}
