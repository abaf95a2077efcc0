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
            guard line.count <= Self.readLimit else { return [.write(line, to: .client)] + retoldUnread() }
            let passed = Effect.write(line, to: .client)
            switch scenes.note(line, head, from: .agent) {
            case .item(let item)?: return [passed] + retold(item)
            case .unreadable?: return [passed] + retoldUnread()
            case nil: return [passed]
            }
        }
    }

    private mutating func prompt(_ method: AgentPrompt.Method, _ line: [UInt8], _ asker: Asker) -> [Effect] {
        let forwarded: [Effect] = options.phoneOnly ? [] : [.write(line, to: .client)]
        let replaced =
            waiting.removeValue(forKey: asker.id).map { [Effect.withdraw($0.ticket, .withdrawnByAgent)] } ?? []
        do throws(UnaskablePrompt) {
            let request = try read(method, line)
            let prompt = try AgentPrompt(method, request.message.params, scenes.scene(for: request.message))
            guard !isOver else { throw UnaskablePrompt(why: "the client is gone", refusal: prompt.refusal) }
            guard waiting.count < Self.ticketLimit else {
                throw UnaskablePrompt(why: "\(Self.ticketLimit) others are waiting", refusal: prompt.refusal)
            }
            return replaced + forwarded + [ask(prompt, request, asker)]
        } catch {
            return replaced + forwarded + giveUp(error, asker)
        }
    }

    private mutating func read(
        _ method: AgentPrompt.Method, _ line: [UInt8]
    ) throws(UnaskablePrompt) -> Request {
        guard line.count <= Self.readLimit else { throw .tooLarge(method.refusal) }
        guard let message = RPCMessage(line) else {
            throw UnaskablePrompt(why: "it cannot be read", refusal: method.refusal)
        }
        scenes.note(message, size: line.count)
        return Request(method: method, message: message, told: SceneMemory.item(of: message).map(scenes.fields) ?? [:])
    }

    mutating func ask(_ prompt: AgentPrompt, _ request: Request, _ asker: Asker) -> Effect {
        var prompt = prompt
        prompt.content = prompt.content.bound(to: nonce())
        let ticket = Ticket(
            id: nextTicket(), content: prompt.content, sessionID: prompt.session.flatMap(SessionID.init))
        waiting[asker.id] = Waiting(ticket: ticket.id, asker: asker, prompt: prompt, request: request)
        return .ask(ticket)
    }

    /// What cannot be asked on the phone is the client's to decide; where there is only the phone, it is a no.
    mutating func giveUp(_ prompt: UnaskablePrompt, _ asker: Asker) -> [Effect] {
        let remark = Effect.remark("a request is not asked on the phone: \(prompt.why)")
        return options.phoneOnly ? respond(prompt.refusal.no, to: asker) + [remark] : [remark]
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

/// What the agent tells of a tool call or item while the person is asked about it.
extension AgentProxy {
    /// How often one request is asked again. What keeps changing is nothing that a phone can decide.
    static let changeLimit = 5

    /// An approval must not cover what the phone did not show: what is asked about `item` is taken back when it has
    /// changed, and asked as it is now.
    mutating func retold(_ item: ItemMemory.Key) -> [Effect] {
        let now = scenes.fields(of: item)
        var effects: [Effect] = []
        for open in asked where SceneMemory.item(of: open.request.message) == item { effects += retold(open, now) }
        return effects
    }

    /// The same for something that could not be read, and may have been about any of them.
    mutating func retoldUnread() -> [Effect] {
        var effects: [Effect] = []
        for open in asked where SceneMemory.item(of: open.request.message) != nil {
            effects += takeBack(open, "what was told meanwhile cannot be read")
        }
        return effects
    }

    private mutating func retold(_ open: Waiting, _ now: [String: JSONValue]) -> [Effect] {
        guard !now.isEmpty else { return takeBack(open, "what it is about has ended") }
        let message = open.request.message
        do throws(UnaskablePrompt) {
            let prompt = try AgentPrompt(
                open.request.method, PermissionSubject.params(message.params, about: now), scenes.scene(for: message))
            guard open.request.hasChanged(now) || !prompt.content.looksLike(open.prompt.content) else { return [] }
            guard open.request.changes < Self.changeLimit else { return takeBack(open, "it keeps changing") }
            var request = open.request
            request.told = now
            request.changes += 1
            return [.withdraw(open.ticket, .withdrawnByAgent), ask(prompt, request, open.asker)]
        } catch {
            return takeBack(open, error.why)
        }
    }

    private mutating func takeBack(_ open: Waiting, _ why: String) -> [Effect] {
        waiting[open.asker.id] = nil
        return [.withdraw(open.ticket, .withdrawnByAgent)]
            + giveUp(UnaskablePrompt(why: why, refusal: open.prompt.refusal), open.asker)
    }

    /// In the order in which they were asked.
    private var asked: [Waiting] { waiting.values.sorted { $0.ticket < $1.ticket } }
}

extension AgentProxy.Request {
    /// Members of a tool call that nobody decides on.
    private static let incidental: Set = ["_meta", "rawOutput", "sessionUpdate", "status"]
    /// Members that an agent may tell of a moment later: they count when they change, or change what is seen.
    private static let late: Set = ["kind", "locations"]

    /// Whether `now` is something else than what was told when it was asked.
    fileprivate func hasChanged(_ now: [String: JSONValue]) -> Bool {
        Set(told.keys).union(now.keys).subtracting(Self.incidental).contains { member in
            told[member] != now[member] && (told[member] != nil || !Self.late.contains(member))
        }
    }
}

extension AskRequest.Content {
    /// Whether a person sees the same.
    fileprivate func looksLike(_ other: Self) -> Bool {
        (title, body, agentSays, questions) == (other.title, other.body, other.agentSays, other.questions)
    }
}
