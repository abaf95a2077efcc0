import BellhopAgents
import BellhopClient
import BellhopModel

/// A turn of an agent that a process of its own watches over, because its agent may end it without an event: by Escape, by a
/// "no" in the terminal, or by being killed.
///
/// It also finds out which denials of the phone's its agent went by, see ``SaidDenial``.
///
/// The process is started by the hook of the turn's beginning, and lives no longer than the turn: it ends as soon as a later event
/// says that the turn is over or another one has begun, and after a day.
struct WatchedTurn: Hashable, Sendable {
    /// Of the run that told of its beginning.
    let key: String
    /// The agent's process.
    let agent: Int32
    let began: UInt64

    init(key: String, agent: Int32, began: UInt64) {
        self.key = key
        self.agent = agent
        self.began = began
    }

    /// - Returns: `nil` where the agent's process cannot be looked at.
    init?(key: String, of agent: AgentProcess) {
        guard let (id, began) = agent.identity else { return nil }
        self.init(key: key, agent: id, began: began)
    }

    /// - Parameter text: as ``text`` makes it.
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, let agent = Int32(parts[1]), let began = UInt64(parts[2]) else {
            return nil
        }
        self.init(key: String(parts[0]), agent: agent, began: began)
    }

    /// One argument.
    var text: String { "\(key),\(agent),\(began)" }

    /// Whether the agent's process has not ended.
    func isAgentThere(_ look: (Int32) -> RunningProcess?) -> Bool { look(agent)?.began == began }

    static let interval = Duration.milliseconds(500)
    static let longest = Duration.seconds(24 * 3600)
    /// How often the server hears that the turn goes on: it takes a session for over that is silent for an hour.
    static let heartbeat = Duration.seconds(600)
}

extension HookRun {
    /// Returns when the turn is over. Where no event says so, the server is told.
    ///
    /// - Parameters:
    ///   - bytes: the event of its beginning.
    ///   - look: finds a process by its id.
    func watch(
        over turn: WatchedTurn, of bytes: [UInt8], look: (Int32) -> RunningProcess? = { RunningProcess($0) }
    ) async {
        guard let input = try? HookInput(bytes, from: agent), let id = input.sessionID,
            let desk = Desk(of: input, in: state)
        else { return }
        var transcripts = input.transcripts.map { TranscriptTail(path: $0) }
        let start = time.now()
        var told = start
        defer { for (ask, _) in desk.denials { desk.forgetDenial(of: ask) } }
        while time.now() < start + WatchedTurn.longest, desk.read(TaskFile.self, TaskFile.file)?.turn == turn.key {
            if !turn.isAgentThere(look) { return await end(turn, of: id, .sessionEnds, "Its process has ended", desk) }
            await reportDenials(at: desk, &transcripts)
            for index in transcripts.indices where transcripts[index].holdsInterruption() {
                return await end(turn, of: id, .turnEnds(subagent: nil), "Interrupted", desk)
            }
            // Codex' turns go on without anybody in a process behind its terminal, and then nobody may end them.
            if agent != .codex, time.now() >= told + WatchedTurn.heartbeat {
                told = time.now()
                _ = try? await client.call(API.updateSession, id, body: SessionUpdate())
            }
            guard (try? await time.sleep(WatchedTurn.interval)) != nil else { return }
        }
        await reportDenials(at: desk, &transcripts)
    }

    /// Tells the phone which denials its agent went by. One that came after the terminal's answer is not reported.
    private func reportDenials(at desk: Desk, _ transcripts: inout [TranscriptTail]) async {
        for (ask, denial) in desk.denials {
            for index in transcripts.indices where transcripts[index].holdsResult(of: denial.use) {
                desk.forgetDenial(of: ask)
                guard let failure = transcripts[index].failure(of: denial.use),
                    TranscriptLine.isDenial(failure, saying: denial.message)
                else { continue }
                try? await client.call(API.sendReceipt, body: Receipt(kind: .applied, askID: ask))
            }
        }
    }

    private func end(_ turn: WatchedTurn, of id: SessionID, _ news: HookSessionEvent, _ why: String, _ desk: Desk) async {
        let isStillOn = await desk.changeTasks(pausing: time) { kept in
            guard kept.turn == turn.key else { return false }
            kept.turn = nil
            return true
        }
        guard isStillOn == true else { return }
        let ended = desk.heed(news, at: time.now())
        _ = await takeBack(ended, desk)
        _ = try? await client.call(API.updateSession, id, body: SessionUpdate(status: .completed, operation: why))
    }
}
