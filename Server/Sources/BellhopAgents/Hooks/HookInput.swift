public import BellhopModel
import Crypto

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
    /// The files in which the agent keeps what was said, one JSON object to a line. They may lag behind, or not be there.
    ///
    /// Claude Code keeps a subagent's in a file of its own beside the main one, which is all that its events name:
    /// `SESSION.jsonl` and `SESSION/subagents/agent-ID.jsonl`.
    public var transcripts: [String] {
        guard let main = text("transcript_path") else { return [] }
        guard let subagent, !subagent.contains("/"), main.hasSuffix(".jsonl") else { return [main] }
        return [main, "\(main.dropLast(6))/subagents/agent-\(subagent).jsonl"]
    }
    public var toolName: String? { text("tool_name") }
    public var toolInput: [String: JSONValue]? { fields["tool_input"]?.object }
}

/// Why a hook's input cannot be used. The hook then prints nothing, and the agent's own prompt stands.
///
/// The description is one line for standard error. It never repeats the input, which may hold secrets.
public enum HookProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    /// More bytes than ``HookInput/limit``.
    case tooLarge
    case notUTF8
    case notJSON
    /// JSON, but not an object.
    case notAnObject
    /// Arrays and objects nested deeper than ``NestingDepth/limit``.
    case nestedTooDeep
    /// A field that this event cannot do without, absent or of another type.
    case missing(field: String)
    /// The input does not fit into an ask (``BellhopModel/APILimits/input``).
    case inputTooLargeToShow

    public var description: String {
        switch self {
        case .empty: "the hook input is empty: the agent sends one JSON object on standard input"
        case .tooLarge: "the hook input is larger than \(HookInput.limit >> 20) MiB"
        case .notUTF8: "the hook input is not valid UTF-8"
        case .notJSON: "the hook input is not valid JSON"
        case .notAnObject: "the hook input is not a JSON object"
        case .nestedTooDeep: "the hook input is nested deeper than \(NestingDepth.limit) levels"
        case .missing(let field): "the hook input has no usable \(field)"
        case .inputTooLargeToShow: "the tool's input is too large to be shown on a phone: answer in the terminal"
        }
    }
}

extension HookInput {
    /// Why the agent stopped, in words: the reasons of `StopFailure` (code.claude.com/docs/en/hooks).
    var failure: String {
        switch text("error") {
        case nil: "an error"
        case "rate_limit": "rate limit reached"
        case "overloaded": "the service is overloaded"
        case "authentication_failed": "sign in again"
        case "oauth_org_not_allowed": "the organisation is not allowed"
        case "billing_error": "billing problem"
        case "max_output_tokens": "the reply grew too long"
        case "unknown": "unknown error"
        case let error?: ShownText.line(error.replacing("_", with: " "), characters: 80)
        }
    }
}

extension HookInput {
    /// The agent says of a prompt that it stands in the terminal. The hooks of ``HookEvent/permissionRequest`` were told of it
    /// when it began.
    var saysThatPromptStands: Bool {
        switch text("notification_type") {
        case "permission_prompt": true
        // Before the type was sent.
        case nil: text("message")?.lowercased().contains("permission") ?? false
        default: false
        }
    }
}

extension HookInput {
    /// The `Idempotency-Key` of `request`, which tells of this event: 64 hex digits.
    ///
    /// Codex tells its `notify` program of the end of a turn, and its hooks too, with the same session, turn and words. Words
    /// that differ belong to another end: hooks may have the agent go on within a turn.
    ///
    /// - Returns: `nil` where nothing says that two equal ones are one. A turn of Claude Code is named after what the person
    ///   typed, and may end often: each task in the background wakes it up again.
    public func idempotencyKey(for request: NotificationRequest) throws -> String? {
        guard agent == .codex, event == .stop, let session, let turn else { return nil }
        let end: JSONValue = [
            .string("bellhop-turn-end/1"), .string(session), .string(turn), .string(try CanonicalJSON.text(request)),
        ]
        return Hex.encode(SHA256.hash(data: try CanonicalJSON.encode(end)))
    }
}

extension Origin {
    /// Where `input` comes from, fit to be shown.
    ///
    /// - Parameter host: what the machine is called; the hook's process knows it, the input does not.
    init(of input: HookInput, host: String?) {
        self.init(agent: input.agent.name, folder: input.folder, host: host)
    }

    /// The same from its parts.
    ///
    /// - Parameter folder: the one that the agent works in; the project is its last part.
    init(agent: String, folder: String?, host: String?) {
        let project = folder?.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last
        self.init(
            agent: ShownText.line(agent, characters: 100),
            host: host.map { ShownText.line($0, characters: 100) },
            project: project.map { ShownText.line(String($0), characters: 100) },
            folder: folder.map { ShownText.line($0, characters: 300) })
    }

    /// For the line below a notification's title.
    var subtitle: String? { line.map { ShownText.line($0, characters: APILimits.title) } }
}
