import BellhopAgents
import BellhopModel
import Testing

@Suite("Each agent's own names for its events")
struct DialectTests {
    struct Row: CustomTestStringConvertible {
        var agent: Agent
        var event: String
        var fields: [String: JSONValue]
        var canonical: String
        /// What the phone is told, if anything.
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

    @Test("They are understood as what they mean", arguments: rows)
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

    @Test("Codex' notify program gets its event as an argument, with dashes in its names")
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

    @Test("OpenCode's prompt in the terminal is over when it says so")
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

    @Test("OpenCode's list of tasks is a list of tasks")
    func todos() throws {
        var tasks = TaskList()
        let list: JSONValue = [
            "sessionID": "s-1",
            "todos": [
                ["id": "1", "content": "Read", "status": "completed", "priority": "high"],
                ["id": "2", "content": "Write", "status": "in_progress", "priority": "low"],
            ],
        ]
        tasks.take(try HookInput(HookText.event(.opencode, "todo.updated", ["properties": list]), from: .opencode))
        #expect(tasks.progress == AgentSession.Progress(completed: 1, total: 2, currentTask: "Write"))
    }
}
