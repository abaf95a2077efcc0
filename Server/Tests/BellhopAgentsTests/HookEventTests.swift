import BellhopModel
import Testing

@testable import BellhopAgents

/// Gemini CLI treats silence before a tool as consent, and a denial at any other event as an answer.
@Suite("The event name in hook input")
struct HookEventTests {
    private static let tells = ["AfterTool", "AfterAgent", "BeforeAgent", "SessionStart", "SessionEnd", "Notification"]

    private static func input(_ event: String, _ more: [String: JSONValue] = [:]) throws -> [UInt8] {
        try HookText.event(.gemini, event, ["tool_name": "write_file"].merging(more) { $1 })
    }

    private static func dialect(_ bytes: some Sequence<UInt8>) -> ReplyDialect? {
        ReplyDialect(gateFor: Array(bytes), of: .gemini, isGate: false)
    }

    @Test("Unreadable input is denied before a tool, and at no other event", arguments: ["BeforeTool"] + tells)
    func unreadable(_ event: String) throws {
        let whole = try Self.input(event)
        func ending(_ end: String) -> [UInt8] { whole.dropLast() + Array(#","x":\#(end)"#.utf8) }
        let inputs: [[UInt8]] = [
            try Self.input(event, ["x": .string(String(repeating: "x", count: HookInput.limit))]),
            ending(String(repeating: "[", count: 200) + String(repeating: "]", count: 200) + "}"),
            ending("1e999}"), ending("\"cut o"), ending("}"), whole.dropLast() + [0x2C, 0x22, 0xFF, 0x22],
        ]
        for bytes in inputs {
            #expect(throws: HookProblem.self) { try HookInput(bytes, from: .gemini) }
            #expect(Self.dialect(bytes) == (event == "BeforeTool" ? .beforeTool : nil))
            #expect(Self.dialect(bytes.prefix(HookInput.limit + 1)) == (event == "BeforeTool" ? .beforeTool : nil))
        }
    }

    /// Values that could be mistaken for another event's name.
    private static let decoy = #"","hook_event_name":"AfterTool","x":""#

    @Test("No prefix of input before a tool is taken for another event")
    func beginnings() throws {
        let call: JSONValue = ["content": .string(Self.decoy), "hook_event_name": "AfterTool"]
        let bytes = try Self.input("BeforeTool", ["cwd": .string(Self.decoy), "a": call, "tool_input": call])
        for count in 0...bytes.count { #expect(Self.dialect(bytes.prefix(count)) == .beforeTool, "\(count) bytes") }
    }

    @Test("Truncated input is recognised from the end of its event name")
    func known() throws {
        let bytes = try Self.input("AfterTool", ["cwd": .string(Self.decoy), "tool_response": "BeforeTool"])
        let known = (0...bytes.count).map { Self.dialect(bytes.prefix($0)) == nil }
        let first = try #require(known.firstIndex(of: true))
        #expect(String(decoding: bytes.prefix(first), as: UTF8.self).hasSuffix(#""hook_event_name":"AfterTool","#))
        #expect(!known[first...].contains(false))
    }

    @Test(
        "Input with no event name, or several, is treated as the gate's event",
        arguments: [
            "", "{", "AfterTool", #"["hook_event_name","AfterTool"]"#, #"{"a":{"hook_event_name":"AfterTool"}}"#,
            #"{"hook_event_name":"AfterTool","hook_event_name":"BeforeTool"}"#, #"{"hook_event_name":["AfterTool"]}"#,
            #"{"hook_event_name":"After"#, #"{"hook_event_name":""}"#, #"{"hook_event_name":null}"#,
            #"{"tool_name":"x","tool_input":{"tool_response":1,"prompt":"x"},"prompt":"x"}"#,
            #"{"tool_name":"x","reason":"x"}"#, #"{"session_id":"s-1","prompt":"cut o"#, #"{"session_id":"s-1"}"#,
            #"{"hook_event_name":"Stop","hook_event_name":"BeforeTool","prompt":"x"}"#,
            #"{"hook_event_name":"","prompt":"x"}"#, #"{"hook_event_name":null,"tool_response":1}"#,
            #"{"x" "hook_event_name":"AfterTool"}"#, #"{"a":"\"#, #""hook_event_name":"AfterTool"}"#,
        ])
    func unnamed(_ text: String) { #expect(Self.dialect(text.utf8) == .beforeTool) }

    @Test(
        "Input without an event name is not denied when its fields belong to other events",
        arguments: [
            #"{"tool_name":"x","tool_input":{},"tool_response":{}}"#, #"{"prompt":"x"}"#,
            #"{"prompt":"x","prompt_response":"y"}"#, #"{"notification_type":"ToolPermission","message":"x"}"#,
            #"{"source":"startup"}"#, #"{"reason":"exit"}"#,
        ])
    func otherFields(_ text: String) {
        #expect(Self.dialect(text.utf8) == nil)
        // A gate of Claude Code is a gate only before tools.
        #expect(ReplyDialect(gateFor: Array(text.utf8), of: .claude, isGate: true) == .preToolUse)
    }

    @Test("The event names of all agents map to Claude Code's")
    func names() {
        #expect(HookEvent(named: "BeforeTool", by: .gemini) == .preToolUse)
        #expect(HookEvent(named: "tool.execute.after", by: .opencode) == .postToolUse)
        #expect(HookEvent(named: "PreToolUse", by: .claude) == .preToolUse)
        #expect(HookEvent(named: "OfTomorrow", by: .gemini).rawValue == "OfTomorrow")
    }
}

@Suite("Each agent's own names for its events")
struct DialectTests {
    struct Row: CustomTestStringConvertible {
        var agent: Agent
        var event: String
        var fields: [String: JSONValue]
        var canonical: String
        /// The notification, if any.
        var title: String?
        var testDescription: String { "\(agent) \(event)" }

        init(
            _ agent: Agent, _ event: String, _ fields: [String: JSONValue] = [:], _ canonical: String,
            _ title: String? = nil
        ) {
            self.agent = agent
            self.event = event
            self.fields = fields
            self.canonical = canonical
            self.title = title
        }
    }

    static let rows = [
        Row(.gemini, "AfterTool", ["tool_name": "run_shell_command"], "PostToolUse"),
        Row(.gemini, "BeforeAgent", ["prompt": "go"], "UserPromptSubmit"),
        Row(.gemini, "AfterAgent", ["prompt_response": "Done."], "Stop", "Gemini is done"),
        Row(.gemini, "PreCompress", [:], "PreCompact"), Row(.gemini, "BeforeModel", [:], "BeforeModel"),
        Row(.gemini, "SessionStart", ["source": "startup"], "SessionStart"),
        Row(
            .gemini, "Notification",
            ["notification_type": "ToolPermission", "details": ["title": "Run", "command": "ls"]],
            "Notification", "Gemini asks in the terminal"),
        Row(.opencode, "session.idle", ["properties": ["sessionID": "s-1"]], "Stop", "OpenCode is done"),
        Row(
            .opencode, "session.error",
            ["properties": ["error": ["name": "ProviderAuthError", "data": ["message": "Sign in"]]]], "StopFailure",
            "OpenCode stopped: ProviderAuthError"),
        Row(.opencode, "permission.replied", ["properties": ["requestID": "per_1"]], "PromptAnswered"),
        Row(.opencode, "todo.updated", ["properties": ["todos": []]], "PostToolUse"),
        Row(.opencode, "chat.message", [:], "UserPromptSubmit"), Row(.opencode, "file.edited", [:], "file.edited"),
    ]

    @Test("Each agent's event names are recognised", arguments: rows)
    func events(_ row: Row) throws {
        let input = try HookInput(HookText.event(row.agent, row.event, row.fields), from: row.agent)
        #expect(input.event.rawValue == row.canonical)
        let intent = try HookIntent(of: input, isGate: row.agent.isGate)
        switch (intent, row.title) {
        case (.notify(let request), let title): #expect(request.title == title)
        case (.nothing, nil): break
        default: Issue.record("\(intent)")
        }
    }

    @Test("The argument of Codex' notify program is recognised, with dashes in its field names")
    func notify() throws {
        let text = """
            {"type":"agent-turn-complete","thread-id":"t-1","turn-id":"12","cwd":"/home/user/shop",\
            "input-messages":["Rename it"],"last-assistant-message":"Renamed."}
            """
        let input = try HookInput(Array(text.utf8), from: .codex)
        #expect(input.event == .stop && input.sessionID == "t-1" && input.turn == "12")
        guard case .notify(let request) = try HookIntent(of: input) else {
            Issue.record("nothing is told")
            return
        }
        #expect(request.title == "Codex is done" && request.body == "Renamed.")
    }

    @Test("OpenCode's events end its prompts")
    func replied() throws {
        let asked = try HookText.permission(.opencode, tool: "bash", ["command": "ls"])
        let call = try #require(ToolCall(of: HookInput(asked, from: .opencode)))
        func news(_ id: String) throws -> HookSessionEvent? {
            HookSessionEvent(
                of: try HookInput(
                    HookText.event(.opencode, "permission.replied", ["properties": ["requestID": .string(id)]]),
                    from: .opencode))
        }
        #expect(try news("per_1")?.ends(call) == true)
        #expect(try news("per_2")?.ends(call) == false)
    }

    @Test("OpenCode's task list is recognised")
    func todos() throws {
        var tasks = TaskList()
        let list: JSONValue = [
            "sessionID": "s-1",
            "todos": [
                ["id": "1", "content": "Read", "status": "completed", "priority": "high"],
                ["id": "2", "content": "Write", "status": "in_progress", "priority": "low"],
            ],
        ]
        tasks.update(
            with: try HookInput(HookText.event(.opencode, "todo.updated", ["properties": list]), from: .opencode))
        #expect(tasks.progress == AgentSession.Progress(completed: 1, total: 2, currentTask: "Write"))
    }
}
