public import BellhopModel

/// What an agent writes to its hook's standard input: one JSON object.
///
/// Read leniently. Unknown fields are kept, a field of the wrong type counts as missing, numbers and flags may be
/// written as strings: agents change these objects from release to release.
public struct HookInput: Hashable, Sendable {
    /// In bytes.
    public static let limit = 1 << 20

    public let agent: Agent
    public let event: HookEvent
    /// The whole object, under the names of Claude Code's hooks.
    public let fields: [String: JSONValue]

    public init(_ bytes: [UInt8], from agent: Agent) throws(HookProblem) {
        guard bytes.count <= Self.limit else { throw .tooLarge }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
        guard bytes.contains(where: { !Self.isBlank($0) }) else { throw .empty }
        guard NestingDepth.of(bytes) <= NestingDepth.limit else { throw .nestedTooDeep }
        guard let value = try? CanonicalJSON.decode(JSONValue.self, from: bytes) else { throw .notJSON }
        guard case .object(let fields) = value else { throw .notAnObject }
        self.agent = agent
        self.fields = HookFields.canonical(fields, of: agent)
        guard let event = self.fields["hook_event_name"]?.lenientText, !event.isEmpty else {
            throw .missing(field: "hook_event_name")
        }
        self.event = HookEvent(rawValue: event)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    /// The field as text; `nil` when it is absent, empty or of another type.
    func text(_ field: String) -> String? { fields[field]?.lenientText.flatMap { $0.isEmpty ? nil : $0 } }

    /// The field as an array; empty when it is absent or of another type.
    func list(_ field: String) -> [JSONValue] { fields[field]?.array ?? [] }
}

extension HookInput {
    /// The session as the agent names it.
    public var session: String? { text("session_id") }
    /// The same as an identifier of Bellhop; `nil` also when it is too long to be one.
    public var sessionID: SessionID? { session.flatMap(SessionID.init) }
    /// The turn: what the person typed last (`prompt_id` of Claude Code, `turn_id` of Codex).
    public var turn: String? { text("prompt_id") ?? text("turn_id") }
    /// The subagent that this is about; `nil` for the main one.
    public var subagent: String? { text("agent_id") }
    /// The folder the agent works in.
    public var folder: String? { text("cwd") }
    /// How many tasks go on without the agent, each of which wakes it when it ends.
    var backgroundTasks: Int { list("background_tasks").count }
    /// The agent has set itself a time to go on by itself. What recurs is no pause: it lasts as long as the session.
    var hasWakeUp: Bool { list("session_crons").contains { $0["recurring"]?.lenientFlag == false } }
    /// The use of the tool, as the agent names it; prompts are not given this name.
    public var toolUseID: String? { text("tool_use_id") }
    /// The file in which the agent keeps what was said, one JSON object to a line. It may lag behind.
    public var transcript: String? { text("transcript_path") }
    public var toolName: String? { text("tool_name") }
    public var toolInput: [String: JSONValue]? { fields["tool_input"]?.object }
}
