import BellhopModel

/// What the client says.
extension AgentProxy {
    mutating func fromClient(_ line: [UInt8], _ head: RPCHead) -> [Effect] {
        if head.isResponse, let id = head.id { return response(line, id) }
        scenes.note(line, head, from: .client)
        switch head.method {
        case "session/cancel"?: return [.write(line, to: .agent)] + stopped(line, "sessionId")
        case "turn/interrupt"?: return [.write(line, to: .agent)] + stopped(line, "threadId")
        default: return [.write(line, to: .agent)]
        }
    }

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

    /// The turn is over: whatever it waits for is cancelled, by the client where it was asked, else from here.
    private mutating func stopped(_ line: [UInt8], _ field: String) -> [Effect] {
        guard let session = RPCMessage(line)?.params[field]?.string else { return [] }
        var effects: [Effect] = []
        for (id, waiting) in waiting where waiting.prompt.session == session {
            self.waiting[id] = nil
            effects.append(.withdraw(waiting.ticket, .withdrawnByAgent))
            guard options.phoneOnly else { continue }
            effects += respond(waiting.prompt.refusal.cancelled, to: waiting.request, id)
        }
        return effects
    }
}
