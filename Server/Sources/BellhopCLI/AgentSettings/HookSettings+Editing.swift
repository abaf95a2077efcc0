import BellhopModel

extension HookSettings {
    /// What of the text is not as the agent has it, as the end of a sentence; `nil` when all is well.
    func shape(of text: JSONText) -> String? {
        guard text.root.members != nil else { return "is no JSON object" }
        guard let hooks = text.root["hooks"] else { return nil }
        guard hooks.members != nil else { return "has `hooks` that are no object" }
        for hook in plan.hooks {
            guard let event = hooks[hook.event] else { continue }
            guard let groups = event.elements else { return "has `hooks.\(hook.event)` that is no list" }
            guard groups.allSatisfy({ $0.members != nil && $0["hooks"].map { $0.elements != nil } ?? true }) else {
                return "has an entry in `hooks.\(hook.event)` that is no group of hooks"
            }
        }
        return nil
    }

    /// Adds one hook, and brings those of ours that are there up to date. A gate of the person's own is beside it, and not
    /// in its place.
    func add(_ hook: PlannedHook, to text: JSONText) throws(JSONTextProblem) -> JSONText {
        let own = calls(in: text).filter { $0.event == hook.event }
        let text = try update(hook, own, in: text)
        guard own.allSatisfy(\.call.isGate) else { return text }
        guard let hooks = text.root["hooks"] else {
            return try text.appending(
                .init("hooks", .object([.init(hook.event, .list([plan.group(of: hook)]))])), to: text.root)
        }
        guard let event = hooks[hook.event] else {
            return try text.appending(.init(hook.event, .list([plan.group(of: hook)])), to: hooks)
        }
        return try text.appending(plan.group(of: hook), to: event)
    }

    /// What is run is brought up to date, with the person's own options; the rest of each entry is theirs, and so is a line
    /// that runs more than Bellhop. Of two for the same tools one is enough, but a gate is no other hook's double.
    private func update(
        _ hook: PlannedHook, _ own: [Place], in text: JSONText
    ) throws(JSONTextProblem) -> JSONText {
        var text = text
        var known: Set<[JSONValue]> = []
        // From the last to the first, so that those to come stay where they are.
        for place in own.reversed() {
            let matcher = text.node(["hooks", hook.event])?.elements?[place.group]["matcher"]
            let tools = matcher.map { text.value(of: $0) } ?? ""
            guard known.insert([tools, .bool(place.call.isGate)]).inserted else {
                text = try remove(place, from: text, nil)
                continue
            }
            guard place.call.isPlain else { continue }
            for member in plan.call(of: hook, options: place.call.options) {
                text = try set(member, of: place, in: text)
            }
        }
        return text
    }

    private func set(
        _ member: JSONDraft.Member, of place: Place, in text: JSONText
    ) throws(JSONTextProblem) -> JSONText {
        let group = text.node(["hooks", place.event])?.elements?[place.group]
        guard let handler = group?["hooks"]?.elements?[place.handler] else { return text }
        guard let present = handler[member.name] else { return try text.appending(member, to: handler) }
        guard text.value(of: present) != member.value.value else { return text }
        return try text.replacing(present, with: member.value)
    }

    /// Takes out one of our calls, and what stands empty without it.
    ///
    /// - Parameter former: in which what is empty now may have been empty before; then it stays.
    func remove(_ place: Place, from text: JSONText, _ former: JSONText?) throws(JSONTextProblem) -> JSONText {
        guard let hooks = text.root["hooks"], let event = hooks[place.event],
            let group = event.elements?[place.group], let handlers = group["hooks"]
        else { return text }
        if handlers.items.count > 1 { return try text.removing(item: place.handler, of: handlers) }
        if event.items.count > 1 || former?.node(["hooks", place.event]) != nil {
            return try text.removing(item: place.group, of: event)
        }
        if hooks.items.count > 1 || former?.root["hooks"] != nil {
            return try text.removing(item: hooks.index(of: place.event), of: hooks)
        }
        return try text.removing(item: text.root.index(of: "hooks"), of: text.root)
    }
}

extension JSONNode {
    /// Of a member that is there.
    fileprivate func index(of name: String) -> Int { members?.firstIndex { $0.name == name } ?? 0 }
}
