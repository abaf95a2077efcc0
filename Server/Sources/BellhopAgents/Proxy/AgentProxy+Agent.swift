import BellhopModel

/// What the agent says.
extension AgentProxy {
    mutating func fromAgent(_ line: [UInt8], _ head: RPCHead) -> [Effect] {
        if let method = head.method.flatMap(AgentPrompt.Method.init) {
            guard let id = head.id else { return unanswerable(line) }
            return prompt(method, line, Asker(id: id, isMarked: head.isMarked))
        }
        switch head.method {
        // It no longer needs the answer itself.
        case "$/cancel_request"?: return withdrawn(line, isForClient: true)
        // It has got the answer from elsewhere, or no longer needs it.
        case "serverRequest/resolved"?: return withdrawn(line, isForClient: false)
        default:
            if line.count <= Self.readLimit { scenes.note(line, head, from: .agent) }
            return [.write(line, to: .client)]
        }
    }

    private mutating func prompt(_ method: AgentPrompt.Method, _ line: [UInt8], _ asker: Asker) -> [Effect] {
        let forwarded: [Effect] = options.phoneOnly ? [] : [.write(line, to: .client)]
        let replaced =
            waiting.removeValue(forKey: asker.id).map { [Effect.withdraw($0.ticket, .withdrawnByAgent)] } ?? []
        do throws(UnaskablePrompt) {
            var prompt = try read(method, line)
            prompt.content = prompt.content.bound(to: nonce())
            guard !isOver else { throw UnaskablePrompt(why: "the client is gone", refusal: prompt.refusal) }
            guard waiting.count < Self.ticketLimit else {
                throw UnaskablePrompt(why: "\(Self.ticketLimit) others are waiting", refusal: prompt.refusal)
            }
            let ticket = Ticket(
                id: nextTicket(), content: prompt.content, sessionID: prompt.session.flatMap(SessionID.init))
            waiting[asker.id] = Waiting(ticket: ticket.id, asker: asker, prompt: prompt)
            return replaced + forwarded + [.ask(ticket)]
        } catch {
            let remark = Effect.remark("a request is not asked on the phone: \(error.why)")
            guard options.phoneOnly else { return replaced + forwarded + [remark] }
            return replaced + respond(error.refusal.no, to: asker) + [remark]
        }
    }

    private func read(_ method: AgentPrompt.Method, _ line: [UInt8]) throws(UnaskablePrompt) -> AgentPrompt {
        guard line.count <= Self.readLimit else { throw .tooLarge(method.refusal) }
        guard let request = RPCMessage(line) else {
            throw UnaskablePrompt(why: "it cannot be read", refusal: method.refusal)
        }
        return try AgentPrompt(method, request.params, scenes.scene(for: request))
    }

    /// - Parameter isForClient: it names a request that, in ``Options/phoneOnly``, the client has never seen.
    private mutating func withdrawn(_ line: [UInt8], isForClient: Bool) -> [Effect] {
        guard let message = RPCMessage(line), let id = RPCID(message.params["requestId"]),
            let waiting = waiting.removeValue(forKey: id)
        else { return [.write(line, to: .client)] }
        let withdrawal = Effect.withdraw(waiting.ticket, .withdrawnByAgent)
        guard options.phoneOnly, isForClient else { return [withdrawal, .write(line, to: .client)] }
        return [withdrawal] + respond(waiting.prompt.refusal.cancelled, to: waiting.asker)
    }

    mutating func respond(_ result: JSONValue, to asker: Asker) -> [Effect] {
        say(RPCLine.result(result, to: asker.id, isMarked: asker.isMarked), to: .agent)
    }
}
