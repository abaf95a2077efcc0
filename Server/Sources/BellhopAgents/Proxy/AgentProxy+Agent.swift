import BellhopModel

/// What the agent says.
extension AgentProxy {
    mutating func fromAgent(_ line: [UInt8], _ head: RPCHead) -> [Effect] {
        if let name = head.method, let method = AgentPrompt.Method(rawValue: name), head.id != nil,
            let request = RPCMessage(line), let id = request.id
        {
            return prompt(method, request, id, line)
        }
        switch head.method {
        // It no longer needs the answer itself.
        case "$/cancel_request"?: return withdrawn(line, isForClient: true)
        // It has got the answer from elsewhere, or no longer needs it.
        case "serverRequest/resolved"?: return withdrawn(line, isForClient: false)
        default:
            scenes.note(line, head, from: .agent)
            return [.write(line, to: .client)]
        }
    }

    private mutating func prompt(
        _ method: AgentPrompt.Method, _ request: RPCMessage, _ id: RPCID, _ line: [UInt8]
    ) -> [Effect] {
        let forwarded: [Effect] = options.phoneOnly ? [] : [.write(line, to: .client)]
        let replaced = waiting.removeValue(forKey: id).map { [Effect.withdraw($0.ticket, .withdrawnByAgent)] } ?? []
        do throws(UnaskablePrompt) {
            let prompt = try AgentPrompt(method, request.params, scenes.scene(for: request))
            guard !isOver else { throw UnaskablePrompt(why: "the client is gone", refusal: prompt.refusal) }
            guard waiting.count < Self.ticketLimit else {
                throw UnaskablePrompt(why: "\(Self.ticketLimit) others are waiting", refusal: prompt.refusal)
            }
            let ticket = Ticket(
                id: nextTicket(), content: prompt.content, sessionID: prompt.session.flatMap(SessionID.init))
            waiting[id] = Waiting(ticket: ticket.id, request: request, prompt: prompt)
            return replaced + forwarded + [.ask(ticket)]
        } catch {
            let remark = Effect.remark("a request is not asked on the phone: \(error.why)")
            guard options.phoneOnly else { return replaced + forwarded + [remark] }
            return replaced + respond(error.refusal.no, to: request, id) + [remark]
        }
    }

    /// - Parameter isForClient: it names a request that, in ``Options/phoneOnly``, the client has never seen.
    private mutating func withdrawn(_ line: [UInt8], isForClient: Bool) -> [Effect] {
        guard let message = RPCMessage(line), let id = RPCID(message.params["requestId"]),
            let waiting = waiting.removeValue(forKey: id)
        else { return [.write(line, to: .client)] }
        let withdrawal = Effect.withdraw(waiting.ticket, .withdrawnByAgent)
        guard options.phoneOnly, isForClient else { return [withdrawal, .write(line, to: .client)] }
        return [withdrawal] + respond(waiting.prompt.refusal.cancelled, to: waiting.request, id)
    }

    mutating func respond(_ result: JSONValue, to request: RPCMessage, _ id: RPCID) -> [Effect] {
        say(RPCLine.result(result, to: id, isMarked: request.isMarked), to: .agent)
    }
}
