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
            // The program that is really in there, for whoever searches.
            let call =
                String(decoding: current, as: UTF8.self).contains("bellhop-hook") ? "bellhop-hook" : "bellhop hook"
            throw SettingsRefusal(
                problem: error.problem, remedy: "Take out the hooks that run `\(call) \(plan.agent.rawValue)` yourself."
            )
        }
        let known: JSONText? = if case .bytes(let bytes) = former { try? JSONText(bytes) } else { nil }
        while let place = calls(in: text).last {
            text = try edit { () throws(JSONTextProblem) in try remove(place, from: text, known) }
        }
        return text.root.items.isEmpty && former == .absent ? nil : text.bytes
    }

    func isPresent(in current: [UInt8]) -> Bool {
        guard let text = try? asRead(current) else {
            // What cannot be read may still run: then it is found by its words.
            let words = String(decoding: current, as: UTF8.self)
            return words.contains("bellhop") && words.contains("hook") && words.contains(plan.agent.rawValue)
        }
        return !calls(in: text).isEmpty
    }

    func handwork(in current: [UInt8]) throws(SettingsRefusal) -> String? {
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
                remedy: "\(problem.mending): until then \(plan.agent.name) runs none of its hooks.")
        }
        let lacking = (try? asRead(current)).map { missing(in: $0) } ?? []
        guard lacking.isEmpty else { throw refusal(problem.description, lines: lacking) }
        return problem.description
    }

    /// The text as its agent reads it, to find out what it says.
    func asRead(_ bytes: [UInt8]) throws(JSONTextProblem) -> JSONText {
        do {
            return try JSONText(bytes)
        } catch {
            guard error.kind == .comment, error.isRead(by: plan.agent) else { throw error }
            return try JSONText(JSONComments.blanked(bytes))
        }
    }

    /// The hooks that are not in it. A gate is beside one, and not in its place.
    private func missing(in text: JSONText) -> [PlannedHook] {
        let present = Set(calls(in: text).filter { !$0.call.isGate }.map(\.event))
        return plan.hooks.filter { !present.contains($0.event) }
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
        if let problem = shape(of: text) { throw refusal(problem, lines: plan.hooks) }
        return text
    }

    private func edit(
        _ change: () throws(JSONTextProblem) -> JSONText
    ) throws(SettingsRefusal) -> JSONText {
        do {
            return try change()
        } catch {
            let isRead = error.isRead(by: plan.agent)
            throw refusal(error.description, after: isRead ? nil : error.mending, lines: plan.hooks)
        }
    }

    /// - Parameters:
    ///   - mending: what has to be done first, for the agent reads nothing of the file as it is.
    ///   - hooks: what to write by hand.
    private func refusal(_ problem: String, after mending: String? = nil, lines hooks: [PlannedHook]) -> SettingsRefusal
    {
        let byHand = "rite the lines that were printed into its outermost object yourself"
        let lines = JSONDraft.object([.init("hooks", plan.draft(of: hooks))]).text(.usual)
        guard let mending else {
            return SettingsRefusal(
                problem: problem, remedy: "W\(byHand); where it has `hooks`, add each event to them.", lines: lines)
        }
        return SettingsRefusal(
            problem: problem,
            remedy: "\(mending) first, for \(plan.agent.name) reads nothing of it as it is. Then run this again, or "
                + "w\(byHand).",
            lines: lines)
    }
}
