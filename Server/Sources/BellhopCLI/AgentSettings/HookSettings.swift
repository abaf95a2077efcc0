import BellhopAgents
import BellhopModel

/// The `hooks` of an agent's settings: events, each with groups, each with handlers.
struct HookSettings: SettingsContent, Hashable {
    let plan: HookPlan

    func installed(in former: [UInt8]?) throws(SettingsRefusal) -> [UInt8] {
        guard let former, !JSONText.isBlank(former) else {
            let draft = JSONDraft.object([.init("hooks", plan.draft)])
            return Array((draft.text(.usual) + "\n").utf8)
        }
        return try updated(in: former)
    }

    func updated(in current: [UInt8]) throws(SettingsRefusal) -> [UInt8] {
        var text = try read(current)
        for hook in plan.hooks { text = try edit { () throws(JSONTextProblem) in try add(hook, to: text) } }
        return text.bytes
    }

    func removed(from current: [UInt8], former: FormerFile) throws(SettingsRefusal) -> [UInt8]? {
        guard isPresent(in: current) else { return current }
        var text: JSONText
        do {
            text = try read(current)
        } catch {
            let call = "bellhop hook \(plan.agent.rawValue)"
            throw SettingsRefusal(problem: error.problem, remedy: "Take out the hooks that run `\(call)` yourself.")
        }
        let known: JSONText? = if case .bytes(let bytes) = former { try? JSONText(bytes) } else { nil }
        while let place = calls(in: text).last {
            text = try edit { () throws(JSONTextProblem) in try remove(place, from: text, known) }
        }
        return text.root.items.isEmpty && former == .absent ? nil : text.bytes
    }

    func isPresent(in current: [UInt8]) -> Bool {
        guard let text = try? JSONText(current) else {
            // What cannot be read may still run: then it is found by its words.
            let words = String(decoding: current, as: UTF8.self)
            return words.contains("bellhop") && words.contains("hook") && words.contains(plan.agent.rawValue)
        }
        return !calls(in: text).isEmpty
    }

    /// Where each of our calls stands, in the order of the file.
    func calls(in text: JSONText) -> [Place] {
        (text.root["hooks"]?.members ?? []).flatMap { event in
            (event.value.elements ?? []).enumerated().flatMap { group, node in
                (node["hooks"]?.elements ?? []).enumerated().compactMap { handler, node in
                    OwnCall(text.value(of: node), of: plan.agent).map {
                        Place(event: event.name, group: group, handler: handler, node: node, call: $0)
                    }
                }
            }
        }
    }

    struct Place {
        let event: String
        let group: Int
        let handler: Int
        let node: JSONNode
        let call: OwnCall
    }

    private func read(_ bytes: [UInt8]) throws(SettingsRefusal) -> JSONText {
        let text = try edit { () throws(JSONTextProblem) in try JSONText(bytes) }
        if let problem = shape(of: text) { throw refusal(problem) }
        return text
    }

    private func edit(
        _ change: () throws(JSONTextProblem) -> JSONText
    ) throws(SettingsRefusal) -> JSONText {
        do { return try change() } catch { throw refusal(error.description) }
    }

    private func refusal(_ problem: String) -> SettingsRefusal {
        SettingsRefusal(
            problem: problem,
            remedy:
                "Write the lines that were printed into its outermost object yourself; where it has `hooks`, add each event to them.",
            lines: JSONDraft.object([.init("hooks", plan.draft)]).text(.usual))
    }
}
