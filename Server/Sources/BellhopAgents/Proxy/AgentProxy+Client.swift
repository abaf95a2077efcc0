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
