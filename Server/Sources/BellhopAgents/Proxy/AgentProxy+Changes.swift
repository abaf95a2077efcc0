import BellhopModel

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
