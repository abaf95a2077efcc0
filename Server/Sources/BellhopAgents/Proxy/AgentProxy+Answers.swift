import BellhopModel

/// Messages of the client.
extension AgentProxy {
    mutating func fromClient(_ line: [UInt8], _ head: RPCHead) -> [Effect] {
        if head.isResponse, let id = head.id { return response(line, id) }
        context.note(line, head, from: .client)
        let passed = Effect.write(line, to: .agent)
        return head.method.map(Self.stopping.contains) == true ? [passed] + stopped(line) : [passed]
    }

    /// Methods that end a turn or a session: of ACP, of Codex' threads and of its conversations.
    private static let stopping: Set = ["session/cancel", "session/close", "turn/interrupt", "interruptConversation"]

    private mutating func response(_ line: [UInt8], _ id: RPCID) -> [Effect] {
        if answered.remove(id) { return [] }
        guard let open = waiting[id] else { return [.write(line, to: .agent)] }
        // The client was not asked: only the phone decides.
        guard !options.phoneOnly else {
            return [.remark("an answer from the client is ignored: only the phone decides")]
        }
        waiting[id] = nil
        return [.write(line, to: .agent), .withdraw(open.ticket, .answeredInTerminal)]
    }

    /// Cancels the requests of a stopped turn: the client responds to those that it saw, this proxy to the others.
    private mutating func stopped(_ line: [UInt8]) -> [Effect] {
        guard let params = RPCMessage(line)?.params, let session = AgentPrompt.session(params) else { return [] }
        var effects: [Effect] = []
        for (id, waiting) in waiting where waiting.prompt.session == session {
            self.waiting[id] = nil
            effects.append(.withdraw(waiting.ticket, .withdrawnByAgent))
            guard options.phoneOnly else { continue }
            effects += respond(waiting.prompt.refusal.cancelled, to: waiting.requester)
        }
        return effects
    }
}

/// Answers from the phone.
extension AgentProxy {
    /// - Returns: no effects when the request was answered or withdrawn before.
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
            guard !options.phoneOnly else { return respond(result, to: open.requester) }
            answered.add(id)
            return respond(result, to: open.requester) + dismissal(of: open.requester)
        }
    }

    private mutating func unanswered(_ open: Waiting, _ why: String) -> [Effect] {
        guard options.phoneOnly else { return [.remark("the editor decides: \(why)")] }
        return respond(open.prompt.refusal.no, to: open.requester) + [.remark("refused: \(why)")]
    }

    /// Cancels the request at an ACP client, which then closes its dialog (agentclientprotocol.com/protocol/v1/cancellation).
    /// Codex does so itself.
    private mutating func dismissal(of requester: Requester) -> [Effect] {
        guard requester.isMarked else { return [] }
        let line = RPCLine.notification("$/cancel_request", ["requestId": requester.id.json])
        return write(line, to: .client)
    }
}

/// The requests that the phone answered: a later response of the client is dropped.
///
/// Limited to the last thousand, because a client may never respond to a cancelled request.
struct AnsweredRequests {
    private static let limit = 1000

    private var order: [RPCID] = []

    mutating func add(_ id: RPCID) {
        order.append(id)
        if order.count > Self.limit { order.removeFirst() }
    }

    /// - Returns: whether the request was answered; `true` once for each request.
    mutating func remove(_ id: RPCID) -> Bool {
        guard let index = order.firstIndex(of: id) else { return false }
        order.remove(at: index)
        return true
    }
}
