import BellhopAgents
import BellhopModel

/// Edits the `hooks` of an agent's JSON settings: a list of groups for each event, a list of handlers in each group.
struct HookSettings: SettingsEditor, Hashable {
    let plan: HookPlan

    func installed(in original: [UInt8]?) throws(SettingsRefusal) -> [UInt8] {
        guard let original, !JSONText.isBlank(original) else {
            let draft = JSONDraft.object([.init("hooks", plan.draft)])
            return Array((draft.text(.standard) + "\n").utf8)
        }
        return try updated(in: original)
    }

    func updated(in current: [UInt8]) throws(SettingsRefusal) -> [UInt8] {
        var text = try read(current)
        for hook in plan.hooks { text = try edit { () throws(JSONTextProblem) in try add(hook, to: text) } }
        return text.bytes
    }

    func removed(from current: [UInt8], original: OriginalFile) throws(SettingsRefusal) -> [UInt8]? {
        guard isPresent(in: current) else { return current }
        var text: JSONText
        do {
            text = try read(current)
        } catch {
            // The remedy names the program in the file, which the user can search for.
            let command =
                String(decoding: current, as: UTF8.self).contains("bellhop-hook") ? "bellhop-hook" : "bellhop hook"
            throw SettingsRefusal(
                problem: error.problem,
                remedy: "Remove the hooks that run `\(command) \(plan.agent.rawValue)` yourself.")
        }
        let known: JSONText? = if case .bytes(let bytes) = original { try? JSONText(bytes) } else { nil }
        while let entry = entries(in: text).last {
            text = try edit { () throws(JSONTextProblem) in try remove(entry, from: text, original: known) }
        }
        return text.root.items.isEmpty && original == .absent ? nil : text.bytes
    }

    func isPresent(in current: [UInt8]) -> Bool {
        guard let text = try? readAsAgent(current) else {
            // The agent may still run hooks of a file that is not parsed here: search for the words.
            let words = String(decoding: current, as: UTF8.self)
            return words.contains("bellhop") && words.contains("hook") && words.contains(plan.agent.rawValue)
        }
        return !entries(in: text).isEmpty
    }

    func manualInstallation(in current: [UInt8]) throws(SettingsRefusal) -> String? {
        let problem: JSONTextProblem
        do {
            _ = try JSONText(current)
            return nil
        } catch {
            problem = error
        }
        guard problem.isRead(by: plan.agent) else {
            throw SettingsRefusal(
                problem: problem.description,
                remedy: "\(problem.repair): until then \(plan.agent.name) runs none of its hooks.")
        }
        let missing = (try? readAsAgent(current)).map { self.missing(in: $0) } ?? []
        guard missing.isEmpty else { throw refusal(problem.description, lines: missing) }
        return problem.description
    }

    /// Parses the text as the agent does, for reading only: comments are ignored where the agent ignores them.
    func readAsAgent(_ bytes: [UInt8]) throws(JSONTextProblem) -> JSONText {
        do {
            return try JSONText(bytes)
        } catch {
            guard error.kind == .comment, error.isRead(by: plan.agent) else { throw error }
            return try JSONText(JSONComments.blanked(bytes))
        }
    }

    /// The planned hooks that the file lacks. A user's gate does not count as the planned hook.
    private func missing(in text: JSONText) -> [PlannedHook] {
        let present = Set(entries(in: text).filter { !$0.command.isGate }.map(\.event))
        return plan.hooks.filter { !present.contains($0.event) }
    }

    /// The handlers that run Bellhop, in the order of the file.
    func entries(in text: JSONText) -> [Entry] {
        (text.root["hooks"]?.members ?? []).flatMap { event in
            (event.value.elements ?? []).enumerated().flatMap { group, node in
                (node["hooks"]?.elements ?? []).enumerated().compactMap { handler, node in
                    HookCommandLine(text.value(of: node), of: plan.agent).map {
                        Entry(event: event.name, group: group, handler: handler, node: node, command: $0)
                    }
                }
            }
        }
    }

    /// A handler that runs Bellhop, with its position in the file.
    struct Entry {
        let event: String
        /// The index of the group in the event's list.
        let group: Int
        /// The index of the handler in the group's list.
        let handler: Int
        let node: JSONNode
        let command: HookCommandLine
    }

    private func read(_ bytes: [UInt8]) throws(SettingsRefusal) -> JSONText {
        let text = try edit { () throws(JSONTextProblem) in try JSONText(bytes) }
        if let problem = structureProblem(of: text) { throw refusal(problem, lines: plan.hooks) }
        return text
    }

    private func edit(
        _ change: () throws(JSONTextProblem) -> JSONText
    ) throws(SettingsRefusal) -> JSONText {
        do {
            return try change()
        } catch {
            let isRead = error.isRead(by: plan.agent)
            throw refusal(error.description, after: isRead ? nil : error.repair, lines: plan.hooks)
        }
    }

    /// - Parameters:
    ///   - repair: what the user must do first, when the agent ignores the whole file.
    ///   - hooks: the hooks to add by hand.
    private func refusal(_ problem: String, after repair: String? = nil, lines hooks: [PlannedHook]) -> SettingsRefusal
    {
        let manual = "dd the printed lines to its outermost object yourself"
        let lines = JSONDraft.object([.init("hooks", plan.draft(of: hooks))]).text(.standard)
        guard let repair else {
            return SettingsRefusal(
                problem: problem, remedy: "A\(manual); if it has `hooks` already, add each event there.", lines: lines)
        }
        return SettingsRefusal(
            problem: problem,
            remedy:
                "\(repair) first: \(plan.agent.name) ignores the whole file as it is. Then run this again, or a\(manual).",
            lines: lines)
    }
}

extension HookSettings {
    /// The reason why the text has not the agent's structure, as the end of a sentence; `nil` when it has.
    func structureProblem(of text: JSONText) -> String? {
        guard text.root.members != nil else { return "is not a JSON object" }
        guard let hooks = text.root["hooks"] else { return nil }
        guard hooks.members != nil else { return "has `hooks` that is not an object" }
        for hook in plan.hooks {
            guard let event = hooks[hook.event] else { continue }
            guard let groups = event.elements else { return "has `hooks.\(hook.event)` that is not a list" }
            guard groups.allSatisfy({ $0.members != nil && $0["hooks"].map { $0.elements != nil } ?? true }) else {
                return "has an entry in `hooks.\(hook.event)` that is not a group of hooks"
            }
        }
        return nil
    }

    /// Adds one hook, or updates Bellhop's entries for its event. A gate that the user added does not replace the hook.
    func add(_ hook: PlannedHook, to text: JSONText) throws(JSONTextProblem) -> JSONText {
        let own = entries(in: text).filter { $0.event == hook.event }
        let text = try update(hook, own, in: text)
        guard own.allSatisfy(\.command.isGate) else { return text }
        guard let hooks = text.root["hooks"] else {
            return try text.appending(
                .init("hooks", .object([.init(hook.event, .list([plan.group(of: hook)]))])), to: text.root)
        }
        guard let event = hooks[hook.event] else {
            return try text.appending(.init(hook.event, .list([plan.group(of: hook)])), to: hooks)
        }
        return try text.appending(plan.group(of: hook), to: event)
    }

    /// Updates the command of each entry and keeps the user's options, the entry's other members, and lines that run more
    /// than Bellhop. Removes duplicates for the same tools; a gate and a hook are no duplicates.
    private func update(
        _ hook: PlannedHook, _ own: [Entry], in text: JSONText
    ) throws(JSONTextProblem) -> JSONText {
        var text = text
        var known: Set<[JSONValue]> = []
        // From last to first, so that the remaining entries keep their positions.
        for entry in own.reversed() {
            let matcher = text.node(["hooks", hook.event])?.elements?[entry.group]["matcher"]
            let tools = matcher.map { text.value(of: $0) } ?? ""
            guard known.insert([tools, .bool(entry.command.isGate)]).inserted else {
                text = try remove(entry, from: text, original: nil)
                continue
            }
            guard entry.command.isPlain else { continue }
            for member in plan.command(of: hook, options: entry.command.options) {
                text = try set(member, of: entry, in: text)
            }
        }
        return text
    }

    private func set(
        _ member: JSONDraft.Member, of entry: Entry, in text: JSONText
    ) throws(JSONTextProblem) -> JSONText {
        let group = text.node(["hooks", entry.event])?.elements?[entry.group]
        guard let handler = group?["hooks"]?.elements?[entry.handler] else { return text }
        guard let present = handler[member.name] else { return try text.appending(member, to: handler) }
        guard text.value(of: present) != member.value.value else { return text }
        return try text.replacing(present, with: member.value)
    }

    /// Removes one of Bellhop's entries and the containers that it leaves empty.
    ///
    /// - Parameter original: the text before installation; containers that exist in it are kept, even when empty.
    func remove(_ entry: Entry, from text: JSONText, original: JSONText?) throws(JSONTextProblem) -> JSONText {
        guard let hooks = text.root["hooks"], let event = hooks[entry.event],
            let group = event.elements?[entry.group], let handlers = group["hooks"]
        else { return text }
        if handlers.items.count > 1 { return try text.removing(item: entry.handler, of: handlers) }
        if event.items.count > 1 || original?.node(["hooks", entry.event]) != nil {
            return try text.removing(item: entry.group, of: event)
        }
        if hooks.items.count > 1 || original?.root["hooks"] != nil {
            return try text.removing(item: hooks.index(of: entry.event), of: hooks)
        }
        return try text.removing(item: text.root.index(of: "hooks"), of: text.root)
    }
}

extension JSONNode {
    /// The index of an existing member.
    fileprivate func index(of name: String) -> Int { members?.firstIndex { $0.name == name } ?? 0 }
}

extension JSONTextProblem {
    /// Returns `true` when the agent reads such a file. Claude Code and Codex ignore a file that is not strict JSON; Gemini
    /// CLI removes comments first (packages/cli/src/config/settings.ts of gemini-cli).
    func isRead(by agent: Agent) -> Bool {
        switch kind {
        case .comment: agent == .gemini
        case .duplicate, .nestedTooDeep: true
        case .notUTF8, .trailingComma, .malformed: false
        }
    }

    /// The remedy, as a sentence without its full stop.
    var repair: String {
        switch kind {
        case .comment: "Remove the comment"
        case .trailingComma: "Remove the comma"
        case .notUTF8, .duplicate, .nestedTooDeep, .malformed: "Correct it in an editor"
        }
    }
}
