import BellhopModel

/// Messages of the agent.
extension AgentProxy {
    mutating func fromAgent(_ line: [UInt8], _ head: RPCHead) -> [Effect] {
        if let method = head.method.flatMap(AgentPrompt.Method.init) {
            guard let id = head.id else { return unanswerable(line) }
            return prompt(method, line, Requester(id: id, isMarked: head.isMarked))
        }
        switch head.method {
        // The agent cancelled its own request.
        case "$/cancel_request"?: return withdrawn(line, isForClient: true)
        // The request was answered elsewhere, or is not needed any more.
        case "serverRequest/resolved"?: return withdrawn(line, isForClient: false)
        default:
            guard line.count <= Self.readLimit else { return [.write(line, to: .client)] + changedUnread() }
            let passed = Effect.write(line, to: .client)
            switch context.note(line, head, from: .agent) {
            case .item(let item)?: return [passed] + changed(item)
            case .unreadable?: return [passed] + changedUnread()
            case nil: return [passed]
            }
        }
    }

    private mutating func prompt(_ method: AgentPrompt.Method, _ line: [UInt8], _ requester: Requester) -> [Effect] {
        let forwarded: [Effect] = options.phoneOnly ? [] : [.write(line, to: .client)]
        let replaced =
            waiting.removeValue(forKey: requester.id).map { [Effect.withdraw($0.ticket, .withdrawnByAgent)] } ?? []
        do throws(UnsupportedPrompt) {
            let request = try read(method, line)
            let prompt = try AgentPrompt(method, request.message.params, context.context(for: request.message))
            guard !isOver else { throw UnsupportedPrompt(why: "the client has disconnected", refusal: prompt.refusal) }
            guard waiting.count < Self.ticketLimit else {
                throw UnsupportedPrompt(why: "\(Self.ticketLimit) other requests are waiting", refusal: prompt.refusal)
            }
            return replaced + forwarded + [ask(prompt, request, requester)]
        } catch {
            return replaced + forwarded + giveUp(error, requester)
        }
    }

    private mutating func read(
        _ method: AgentPrompt.Method, _ line: [UInt8]
    ) throws(UnsupportedPrompt) -> Request {
        guard line.count <= Self.readLimit else { throw .tooLarge(method.refusal) }
        guard let message = RPCMessage(line) else {
            throw UnsupportedPrompt(why: "it cannot be read", refusal: method.refusal)
        }
        context.note(message, size: line.count)
        return Request(method: method, message: message, item: ProxyState.item(of: message).map(context.fields) ?? [:])
    }

    mutating func ask(_ prompt: AgentPrompt, _ request: Request, _ requester: Requester) -> Effect {
        var prompt = prompt
        prompt.content = prompt.content.bound(to: nonce())
        let ticket = Ticket(
            id: nextTicket(), content: prompt.content, sessionID: prompt.session.flatMap(SessionID.init))
        waiting[requester.id] = Waiting(ticket: ticket.id, requester: requester, prompt: prompt, request: request)
        return .ask(ticket)
    }

    /// Lets the client decide a request that the phone cannot show; denies the request when only the phone decides.
    mutating func giveUp(_ prompt: UnsupportedPrompt, _ requester: Requester) -> [Effect] {
        let remark = Effect.remark("a request is not asked on the phone: \(prompt.why)")
        return options.phoneOnly ? respond(prompt.refusal.no, to: requester) + [remark] : [remark]
    }

    /// - Parameter isForClient: the message is addressed to the client, which with ``Options/phoneOnly`` never saw the request.
    private mutating func withdrawn(_ line: [UInt8], isForClient: Bool) -> [Effect] {
        guard let message = RPCMessage(line), let id = RPCID(message.params["requestId"]),
            let waiting = waiting.removeValue(forKey: id)
        else { return [.write(line, to: .client)] }
        let withdrawal = Effect.withdraw(waiting.ticket, .withdrawnByAgent)
        guard options.phoneOnly, isForClient else { return [withdrawal, .write(line, to: .client)] }
        return [withdrawal] + respond(waiting.prompt.refusal.cancelled, to: waiting.requester)
    }

    mutating func respond(_ result: JSONValue, to requester: Requester) -> [Effect] {
        write(RPCLine.result(result, to: requester.id, isMarked: requester.isMarked), to: .agent)
    }
}

/// Changes of a tool call or item while the phone shows the ask about it.
extension AgentProxy {
    /// The maximum number of times that a request is asked again after a change. A phone cannot decide about a request that
    /// keeps changing.
    static let changeLimit = 5

    /// An approval must cover only the input that the phone showed: an ask about a changed `item` is withdrawn and created
    /// again.
    mutating func changed(_ item: ItemCache.Key) -> [Effect] {
        let now = context.fields(of: item)
        var effects: [Effect] = []
        for open in asked where ProxyState.item(of: open.request.message) == item { effects += changed(open, now) }
        return effects
    }

    /// Withdraws all asks about items after a message that could not be read: it may have changed any of them.
    mutating func changedUnread() -> [Effect] {
        var effects: [Effect] = []
        for open in asked where ProxyState.item(of: open.request.message) != nil {
            effects += withdraw(open, "a change of its tool call cannot be read")
        }
        return effects
    }

    private mutating func changed(_ open: Waiting, _ now: [String: JSONValue]) -> [Effect] {
        guard !now.isEmpty else { return withdraw(open, "its tool call has ended") }
        let message = open.request.message
        do throws(UnsupportedPrompt) {
            let prompt = try AgentPrompt(
                open.request.method, PermissionSubject.params(message.params, about: now), context.context(for: message)
            )
            guard open.request.hasChanged(now) || !prompt.content.looksLike(open.prompt.content) else { return [] }
            guard open.request.changes < Self.changeLimit else { return withdraw(open, "it keeps changing") }
            var request = open.request
            request.item = now
            request.changes += 1
            return [.withdraw(open.ticket, .withdrawnByAgent), ask(prompt, request, open.requester)]
        } catch {
            return withdraw(open, error.why)
        }
    }

    private mutating func withdraw(_ open: Waiting, _ why: String) -> [Effect] {
        waiting[open.requester.id] = nil
        return [.withdraw(open.ticket, .withdrawnByAgent)]
            + giveUp(UnsupportedPrompt(why: why, refusal: open.prompt.refusal), open.requester)
    }

    /// The open requests, oldest first.
    private var asked: [Waiting] { waiting.values.sorted { $0.ticket < $1.ticket } }
}

extension AgentProxy.Request {
    /// Members of a tool call that are no evidence.
    private static let incidental: Set = ["_meta", "rawOutput", "sessionUpdate", "status"]
    /// Members that an agent may add a moment later. They count when their value changes, or the shown text does.
    private static let late: Set = ["kind", "locations"]

    /// Returns whether the tool call differs from the one that was asked about.
    fileprivate func hasChanged(_ now: [String: JSONValue]) -> Bool {
        Set(item.keys).union(now.keys).subtracting(Self.incidental).contains { member in
            item[member] != now[member] && (item[member] != nil || !Self.late.contains(member))
        }
    }
}

extension AskRequest.Content {
    /// Returns whether both are shown alike.
    fileprivate func looksLike(_ other: Self) -> Bool {
        (title, body, agentSays, questions) == (other.title, other.body, other.agentSays, other.questions)
    }
}
