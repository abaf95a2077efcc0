import BellhopModel

extension HookEvent {
    /// The event that `agent` calls `name`.
    public init(named name: String, by agent: Agent) {
        let fields = HookFields.canonical(["hook_event_name": .string(name)], of: agent)
        self.init(rawValue: fields["hook_event_name"]?.string ?? name)
    }

    /// The event that a hook's input names, also where it cannot be read as a whole: it is too large, cut off, nested too
    /// deep, or no JSON further on. Agents name it before what a tool was given and said (google-gemini/gemini-cli,
    /// packages/core/src/hooks/hookEventHandler.ts, `createBaseInput`).
    ///
    /// - Returns: `nil` where no whole name is reached, or more than one.
    init?(namedIn bytes: [UInt8], by agent: Agent) {
        var walk = MemberWalk(bytes: bytes)
        guard walk.enter() else { return nil }
        var name: String?
        while let member = walk.next() {
            guard member.key == "hook_event_name" else { continue }
            guard name == nil, let value = try? CanonicalJSON.decode(String.self, from: bytes[member.value]) else {
                return nil
            }
            name = value
        }
        guard let name, !name.isEmpty else { return nil }
        self.init(named: name, by: agent)
    }
}
