import BellhopModel

/// What the client says.
extension AgentProxy {
    mutating func fromClient(_ line: [UInt8], _ head: RPCHead) -> [Effect] {
        if head.isResponse, let id = head.id { return response(line, id) }
        scenes.note(line, head, from: .client)
        let passed = Effect.write(line, to: .agent)
        return head.method.map(Self.stopping.contains) == true ? [passed] + stopped(line) : [passed]
    }

    /// What ends a turn, or all of a session's: of ACP, of Codex' threads, of its conversations.
    private static let stopping: Set = ["session/cancel", "session/close", "turn/interrupt", "interruptConversation"]

    private mutating func response(_ line: [UInt8], _ id: RPCID) -> [Effect] {
        if settled.take(id) { return [] }
        guard let answered = waiting[id] else { return [.write(line, to: .agent)] }
        // The client was not asked: only the phone decides.
        guard !options.phoneOnly else {
            return [.remark("an answer of the client is ignored: only the phone decides")]
        }
        waiting[id] = nil
        return [.write(line, to: .agent), .withdraw(answered.ticket, .answeredInTerminal)]
    }

    /// Whatever the turn waits for is cancelled, by the client where it was asked, else from here.
    private mutating func stopped(_ line: [UInt8]) -> [Effect] {
        guard let params = RPCMessage(line)?.params, let session = AgentPrompt.session(params) else { return [] }
        var effects: [Effect] = []
        for (id, waiting) in waiting where waiting.prompt.session == session {
            self.waiting[id] = nil
            effects.append(.withdraw(waiting.ticket, .withdrawnByAgent))
            guard options.phoneOnly else { continue }
            effects += respond(waiting.prompt.refusal.cancelled, to: waiting.asker)
        }
        return effects
    }
}

/// What the phone says.
extension AgentProxy {
    /// - Returns: nothing when the request was answered or taken back meanwhile.
    public mutating func resolve(_ ticket: Ticket.ID, with ending: AskEnding) -> [Effect] {
        guard let (id, open) = waiting.first(where: { $0.value.ticket == ticket }) else { return [] }
        switch ending {
        case .withdrawn: return []
        case .failed(let why):
            waiting[id] = nil
            return unanswered(open, why)
        case .answered(let answer):
            waiting[id] = nil
            guard answer.inputDigest == open.prompt.content.inputDigest else {
                return unanswered(open, AnswerVerification.Refusal.otherInput.description)
            }
            guard let result = open.prompt.result(for: answer.answer) else {
                return unanswered(open, "the answer does not fit what was asked")
            }
            guard !options.phoneOnly else { return respond(result, to: open.asker) }
            settled.add(id)
            return respond(result, to: open.asker) + dismissal(of: open.asker)
        }
    }

    private mutating func unanswered(_ open: Waiting, _ why: String) -> [Effect] {
        guard options.phoneOnly else { return [.remark("the editor decides: \(why)")] }
        return respond(open.prompt.refusal.no, to: open.asker) + [.remark("refused: \(why)")]
    }

    /// Tells an ACP client that the agent waits no longer, so that its dialog goes (agentclientprotocol.com/protocol/v1/
    /// cancellation). Codex tells its clients itself.
    private mutating func dismissal(of asker: Asker) -> [Effect] {
        guard asker.isMarked else { return [] }
        let line = RPCLine.notification("$/cancel_request", ["requestId": asker.id.json])
        return say(line, to: .client)
    }
}

/// Requests whose one answer was given already, so that a second one is swallowed.
///
/// It remembers the last thousand: a client that never answers what it was told to drop costs no more than that.
struct SettledRequests {
    private static let limit = 1000

    private var order: [RPCID] = []

    mutating func add(_ id: RPCID) {
        order.append(id)
        if order.count > Self.limit { order.removeFirst() }
    }

    /// - Returns: whether an answer to it is to be swallowed. Each is so once.
    mutating func take(_ id: RPCID) -> Bool {
        guard let index = order.firstIndex(of: id) else { return false }
        order.remove(at: index)
        return true
    }
}
