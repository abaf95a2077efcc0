public import BellhopModel
import Crypto

/// The event that an agent writes to its hook's standard input: one JSON object.
///
/// Parsed leniently: unknown fields are kept, a field of the wrong type counts as missing, numbers and flags may be strings.
/// Agents change these objects from release to release.
public struct HookInput: Hashable, Sendable {
    /// The maximum size, in bytes.
    public static let limit = 1 << 20

    public let agent: Agent
    public let event: HookEvent
    /// All fields, with the names of Claude Code's hooks.
    public let fields: [String: JSONValue]

    public init(_ bytes: [UInt8], from agent: Agent) throws(HookProblem) {
        guard bytes.count <= Self.limit else { throw .tooLarge }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
        guard bytes.contains(where: { !JSONScanner.isBlank($0) }) else { throw .empty }
        guard JSONScanner.depth(of: bytes) <= JSONScanner.depthLimit else { throw .nestedTooDeep }
        guard let value = try? CanonicalJSON.decode(JSONValue.self, from: bytes) else { throw .notJSON }
        guard case .object(let fields) = value else { throw .notAnObject }
        self.agent = agent
        self.fields = HookFields.canonical(fields, of: agent)
        guard let event = self.fields["hook_event_name"]?.lenientText, !event.isEmpty else {
            throw .missing(field: "hook_event_name")
        }
        self.event = HookEvent(rawValue: event)
    }

    /// The text of a field; `nil` when it is absent, empty or of another type.
    func text(_ field: String) -> String? { fields[field]?.lenientText.flatMap { $0.isEmpty ? nil : $0 } }

    /// The elements of a field; empty when it is absent or of another type.
    func list(_ field: String) -> [JSONValue] { fields[field]?.array ?? [] }
}

extension HookInput {
    /// The agent's name for the session.
    public var session: String? { text("session_id") }
    /// The session as an identifier of Bellhop; `nil` also when its name is too long.
    public var sessionID: SessionID? { session.flatMap(SessionID.init) }
    /// The turn, named after the user's last prompt (`prompt_id` of Claude Code, `turn_id` of Codex).
    public var turn: String? { text("prompt_id") ?? text("turn_id") }
    /// The subagent of the event; `nil` for the main agent.
    public var subagent: String? { text("agent_id") }
    /// The agent's working folder.
    public var folder: String? { text("cwd") }
    /// The number of background tasks. Each wakes the agent when it ends.
    var backgroundTasks: Int { list("background_tasks").count }
    /// `true` when the agent has set a time at which it continues by itself. Recurring times do not count: they last as long as
    /// the session.
    var hasWakeUp: Bool { list("session_crons").contains { $0["recurring"]?.lenientFlag == false } }
    /// The agent's name for the use of the tool; prompts do not have it.
    public var toolUseID: String? { text("tool_use_id") }
    /// The paths of the agent's transcripts, one JSON object per line. The files may lag behind or be missing.
    ///
    /// Claude Code writes a subagent's transcript to a file beside the main one, and its events name only the latter:
    /// `SESSION.jsonl` and `SESSION/subagents/agent-ID.jsonl`.
    public var transcripts: [String] {
        guard let main = text("transcript_path") else { return [] }
        guard let subagent, !subagent.contains("/"), main.hasSuffix(".jsonl") else { return [main] }
        return [main, "\(main.dropLast(6))/subagents/agent-\(subagent).jsonl"]
    }
    public var toolName: String? { text("tool_name") }
    public var toolInput: [String: JSONValue]? { fields["tool_input"]?.object }
}

/// The reason why a hook's input cannot be used. The hook then prints nothing, and the agent's own prompt decides.
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
    /// Arrays and objects nested deeper than ``JSONScanner/depthLimit``.
    case nestedTooDeep
    /// A required field of the event is absent or of another type.
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
        case .nestedTooDeep: "the hook input is nested deeper than \(JSONScanner.depthLimit) levels"
        case .missing(let field): "the hook input has no valid \(field)"
        case .inputTooLargeToShow: "the tool's input is too large to be shown on a phone: answer in the terminal"
        }
    }
}

extension HookInput {
    /// The reason of a `StopFailure` in words (code.claude.com/docs/en/hooks).
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
        case let error?: DisplayText.line(error.replacing("_", with: " "), characters: 80)
        }
    }
}

extension HookInput {
    /// `true` when the agent reports that a prompt is still open in the terminal. The hooks of
    /// ``HookEvent/permissionRequest`` ran when it opened.
    var isPromptReminder: Bool {
        switch text("notification_type") {
        case "permission_prompt": true
        // Older versions send no type.
        case nil: text("message")?.lowercased().contains("permission") ?? false
        default: false
        }
    }
}

extension HookInput {
    /// The `Idempotency-Key` of `request`, the notification of this event: 64 hex digits.
    ///
    /// Codex reports the end of a turn to its `notify` program and to its hooks, with the same session, turn and text. Another
    /// text belongs to another end: hooks may make the agent continue within a turn.
    ///
    /// - Returns: `nil` when equal events cannot be identified as one. A turn of Claude Code is named after the user's prompt
    ///   and may end often: each background task wakes the agent again.
    public func idempotencyKey(for request: NotificationRequest) throws -> String? {
        guard agent == .codex, event == .stop, let session, let turn else { return nil }
        let end = [
            "bellhop-turn-end/2", BellhopVersion.current, session, turn, request.title, request.subtitle ?? "",
            request.body,
        ]
        return Hex.encode(SHA256.hash(data: try CanonicalJSON.encode(end)))
    }
}

extension Origin {
    /// The origin of `input`, ready to be shown.
    ///
    /// - Parameter host: the name of the machine, which the input does not contain.
    init(of input: HookInput, host: String?) {
        self.init(agent: input.agent.name, folder: input.folder, host: host)
    }

    /// - Parameter folder: the agent's working folder; its last component is the project.
    init(agent: String, folder: String?, host: String?) {
        let project = folder?.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last
        self.init(
            agent: DisplayText.line(agent, characters: 100),
            host: host.map { DisplayText.line($0, characters: 100) },
            project: project.map { DisplayText.line(String($0), characters: 100) },
            folder: folder.map { DisplayText.line($0, characters: 300) })
    }

    /// The line below a notification's title.
    var subtitle: String? { line.map { DisplayText.line($0, characters: APILimits.title) } }
}
