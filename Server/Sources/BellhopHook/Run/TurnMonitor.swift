import BellhopAgents
import BellhopClient
import BellhopModel

/// Watches a turn of an agent from a separate process, because the agent may end the turn without an event: after Escape, after
/// a "no" in the terminal, or when it is killed.
///
/// It also determines which denials from the phone were applied, see ``UnconfirmedDenial``.
///
/// The hook at the start of the turn starts the process. The process ends when a later event ends the turn or begins another
/// one, at the latest after a day.
struct TurnMonitor: Hashable, Sendable {
    /// The ``HookEnvironment/runID`` of the hook that began the turn.
    let turn: String
    /// The agent's process.
    let agent: Int32
    /// The start time of the agent's process.
    let began: UInt64

    init(turn: String, agent: Int32, began: UInt64) {
        self.turn = turn
        self.agent = agent
        self.began = began
    }

    /// - Returns: `nil` when the agent's process cannot be inspected.
    init?(turn: String, of agent: AgentProcess) {
        guard let (id, began) = agent.identity else { return nil }
        self.init(turn: turn, agent: id, began: began)
    }

    /// - Parameter argument: see ``argument``.
    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, let agent = Int32(parts[1]), let began = UInt64(parts[2]) else {
            return nil
        }
        self.init(turn: String(parts[0]), agent: agent, began: began)
    }

    /// The monitor as one command-line argument.
    var argument: String { "\(turn),\(agent),\(began)" }

    static let interval = Duration.milliseconds(500)
    static let maximumDuration = Duration.seconds(24 * 3600)
    /// The time between two updates that keep the session active: the server ends a session that is silent for an hour.
    static let heartbeat = Duration.seconds(600)
    /// The time that the agent has to write the result of a denied call to its transcript after the turn.
    static let transcriptDelay = Duration.seconds(10)
}

extension HookRun {
    /// Watches the turn that this run's event began, and reports its end when no event does.
    ///
    /// - Parameter find: finds a process by its id.
    func watch(_ monitor: TurnMonitor, find: (Int32) -> RunningProcess? = { RunningProcess($0) }) async {
        guard let id = input.sessionID, let session else { return }
        var transcripts = input.transcripts.map { TranscriptTail(path: $0) }
        let start = time.now()
        var reported = start
        while time.now() < start + TurnMonitor.maximumDuration, session.record?.turn == monitor.turn {
            if find(monitor.agent)?.began != monitor.began {
                await end(monitor, of: id, .sessionEnded, "Its process has ended", session)
                break
            }
            await confirmDenials(in: session, &transcripts)
            if transcripts.indices.contains(where: { transcripts[$0].containsInterruption() }) {
                await end(monitor, of: id, .turnEnded(subagent: nil), "Interrupted", session)
                break
            }
            // A turn of Codex continues without a process behind its terminal, and then nothing may end it.
            if input.agent != .codex, time.now() >= reported + TurnMonitor.heartbeat {
                reported = time.now()
                _ = try? await client.call(API.updateSession, id, body: SessionUpdate())
            }
            guard (try? await time.sleep(TurnMonitor.interval)) != nil else { break }
        }
        await confirmLastDenials(in: session, &transcripts)
    }

    /// Waits for the results of the calls denied in the turn, which the agent may write after the event of the turn's end.
    private func confirmLastDenials(in session: HookSessionState, _ transcripts: inout [TranscriptTail]) async {
        let denied = Set(session.unconfirmedDenials.map(\.ask))
        let limit = time.now() + TurnMonitor.transcriptDelay
        while true {
            await confirmDenials(of: denied, in: session, &transcripts)
            guard time.now() < limit, session.unconfirmedDenials.contains(where: { denied.contains($0.ask) }),
                (try? await time.sleep(TurnMonitor.interval)) != nil
            else { break }
        }
        for ask in denied { session.removeDenial(of: ask) }
    }

    /// Reports the denials that the transcript shows as applied. One that came after the terminal's answer is not reported.
    ///
    /// - Parameter asks: `nil` for all.
    private func confirmDenials(
        of asks: Set<AskID>? = nil, in session: HookSessionState, _ transcripts: inout [TranscriptTail]
    ) async {
        for (ask, denial) in session.unconfirmedDenials where asks?.contains(ask) ?? true {
            for index in transcripts.indices where transcripts[index].holdsResult(of: denial.toolUseID) {
                session.removeDenial(of: ask)
                guard let failure = transcripts[index].failure(of: denial.toolUseID),
                    TranscriptLine.isDenial(failure, saying: denial.message)
                else { continue }
                _ = try? await client.call(API.sendReceipt, body: Receipt(kind: .applied, askID: ask))
            }
        }
    }

    private func end(
        _ monitor: TurnMonitor, of id: SessionID, _ event: HookSessionEvent, _ why: String, _ session: HookSessionState
    ) async {
        let isCurrent = await session.updateRecord(time: time) { record in
            guard record.turn == monitor.turn else { return false }
            record.turn = nil
            return true
        }
        guard isCurrent == true else { return }
        _ = await close(session.apply(event, at: time.now()))
        _ = try? await client.call(API.updateSession, id, body: SessionUpdate(status: .completed, operation: why))
    }
}
