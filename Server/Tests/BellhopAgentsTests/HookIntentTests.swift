import BellhopAgents
import BellhopModel
import Testing

@Suite("Hook intents")
struct HookIntentTests {
    /// An event, its fields, and the expected notification: category, title, body.
    struct Telling: CustomTestStringConvertible {
        var event: String
        var fields: [String: JSONValue]
        var category: String
        var title: String
        var body: String
        var testDescription: String { "\(event) \(title)" }

        init(_ event: String, _ fields: [String: JSONValue], _ category: String, _ title: String, _ body: String) {
            self.event = event
            self.fields = fields
            self.category = category
            self.title = title
            self.body = body
        }
    }

    static let tellings: [Telling] = [
        Telling("Stop", ["last_assistant_message": "All green."], "TASK_COMPLETE", "Claude is done", "All green."),
        Telling("Stop", ["background_tasks": []], "TASK_COMPLETE", "Claude is done", "It has finished its turn."),
        Telling(
            "Stop", ["background_tasks": [["id": "a1", "status": "running"]], "last_assistant_message": "Started."],
            "TASK_PAUSED", "Claude waits for a task", "Started."),
        Telling(
            "Stop", ["background_tasks": [[:], [:]]], "TASK_PAUSED", "Claude waits for 2 tasks",
            "They are running in the background."),
        Telling(
            "Stop", ["background_tasks": [], "session_crons": [["id": "c", "recurring": false]]], "TASK_PAUSED",
            "Claude pauses", "It goes on by itself at a time that it has set."),
        Telling(
            "Stop", ["session_crons": [["id": "c", "recurring": true], "x"], "last_assistant_message": "Daily."],
            "TASK_COMPLETE", "Claude is done", "Daily."),
        Telling("Stop", ["background_tasks": "none"], "TASK_COMPLETE", "Claude is done", "It has finished its turn."),
        Telling(
            "StopFailure", ["error": "rate_limit", "error_details": "429: try at 15:00"], "TASK_ERROR",
            "Claude stopped: rate limit reached", "429: try at 15:00"),
        Telling(
            "StopFailure", ["error": "model_not_found", "last_assistant_message": "No such model"], "TASK_ERROR",
            "Claude stopped: model not found", "No such model"),
        Telling("StopFailure", [:], "TASK_ERROR", "Claude stopped: an error", "It could not go on."),
        Telling(
            "Notification", ["notification_type": "idle_prompt", "message": "Claude is waiting for your input"],
            "TASK_PAUSED", "Claude is waiting for you", "Claude is waiting for your input"),
        Telling(
            "Notification", ["notification_type": "auth_success", "message": "Signed in"], "SESSION_STATUS",
            "Claude is signed in", "Signed in"),
        Telling(
            "Notification", ["notification_type": "elicitation_dialog", "message": "Which account?"], "TASK_PAUSED",
            "Claude needs your input", "Which account?"),
        Telling(
            "Notification", ["notification_type": "agent_needs_input"], "TASK_PAUSED", "Claude needs your input",
            "Answer in the terminal."),
        Telling(
            "Notification", ["notification_type": "agent_completed", "message": "Lint"], "TASK_COMPLETE",
            "Claude is done", "Lint"),
        Telling(
            "Notification", ["notification_type": "of_tomorrow", "message": "News", "title": "Hello"],
            "SESSION_STATUS", "Hello", "News"),
        Telling(
            "PostToolUse",
            ["tool_name": "PushNotification", "tool_input": ["message": "Deploy is out", "status": "proactive"]],
            "SESSION_STATUS", "Claude", "Deploy is out"),
    ]

    @Test("Ends, failures and messages become notifications of their category", arguments: tellings)
    func notifications(_ expected: Telling) throws {
        let input = try HookInput(HookText.event(.claude, expected.event, expected.fields), from: .claude)
        guard case .notify(let request) = try HookIntent(of: input, host: "studio") else {
            Issue.record("nothing is told")
            return
        }
        #expect(request.category == CategoryID(expected.category))
        #expect(request.title == expected.title)
        #expect(request.body == expected.body)
        #expect(request.subtitle == "shop · studio")
        #expect(request.sessionID == "s-1")
    }

    @Test(
        "A reported prompt becomes a notification as urgent as an ask, unless a phone shows it",
        arguments: [
            (
                ["notification_type": "permission_prompt", "message": "Claude needs your permission"],
                "Claude needs your permission"
            ),
            (["notification_type": "permission_prompt"], "It wants to use a tool."),
            (["message": "Claude needs your permission to use Bash"], "Claude needs your permission to use Bash"),
        ] as [([String: JSONValue], String)])
    func reminders(_ fields: [String: JSONValue], _ body: String) throws {
        let input = try HookInput(HookText.event(.claude, "Notification", fields), from: .claude)
        guard case .remind(let request) = try HookIntent(of: input, host: "studio") else {
            Issue.record("nothing is told")
            return
        }
        #expect(request.category == .taskPaused && request.title == "Claude asks in the terminal")
        #expect(request.body == body && request.subtitle == "shop · studio" && request.sessionID == "s-1")
        #expect(request.options?.interruptionLevel == .timeSensitive && request.options?.sound == "default")
        #expect(try input.idempotencyKey(for: request) == nil)
    }

    @Test("Notifications about Codex name it")
    func codexStop() throws {
        let input = try HookInput(HookText.event(.codex, "Stop", ["last_assistant_message": .null]), from: .codex)
        guard case .notify(let request) = try HookIntent(of: input) else {
            Issue.record("nothing is told")
            return
        }
        #expect(request.title == "Codex is done")
        #expect(request.subtitle == "shop")
    }

    private static let known: [(String, [String: JSONValue])] = [
        ("PreToolUse", ["tool_name": "Bash", "tool_input": ["command": "rm -rf /"]]),
        ("PostToolUse", ["tool_name": "Bash", "tool_input": ["command": "ls"], "tool_response": "a\nb"]),
        ("PostToolUse", ["tool_name": "PushNotification", "tool_input": ["message": ["not", "text"]]]),
        ("PostToolUse", ["tool_name": "PushNotification"]),
        ("SubagentStop", ["last_assistant_message": "sub"]),
        ("Interrupt", [:]),
        ("UserPromptSubmit", ["prompt": "go on"]),
        ("PermissionDenied", ["tool_name": "Bash"]),
        ("Elicitation", ["mcp_server_name": "mail"]), ("Elicitation", ["requested_schema": "x"]),
        ("ElicitationResult", ["mcp_server_name": "mail", "action": "accept"]), ("PreCompact", ["trigger": "auto"]),
        ("TaskCreated", ["task_id": "1", "task_subject": "Read"]), ("PostToolUseFailure", ["tool_name": "Bash"]),
        ("SomethingNew", ["tool_name": "Bash", "decision": "allow"]),
        ("permissionrequest", ["tool_name": "Bash", "tool_input": ["command": "ls"]]),
        ("Notification", ["notification_type": "elicitation_complete"]),
        ("Notification", ["notification_type": "of_tomorrow"]),
        ("Notification", [:]),
        ("SessionStart", ["session_id": .null]),
        ("SessionEnd", ["session_id": ["no", "id"]]),
    ]

    /// All other events of Claude Code, Codex and Gemini CLI.
    private static let others = [
        "Setup", "UserPromptExpansion", "PostToolBatch", "MessageDisplay", "SubagentStart", "TaskCompleted",
        "TeammateIdle",
        "InstructionsLoaded", "ConfigChange", "CwdChanged", "DirectoryAdded", "FileChanged", "WorktreeCreate",
        "WorktreeRemove", "PostCompact", "BeforeAgent", "BeforeModel", "AfterModel", "BeforeToolSelection",
        "PreCompress",
    ]

    static let silent = known + others.map { ($0, ["tool_name": "Bash", "tool_input": ["command": "ls"]]) }

    @Test("All other events need no response", arguments: Agent.allCases, silent)
    func ignored(_ agent: Agent, _ event: (String, [String: JSONValue])) throws {
        let intent = try HookIntent(of: HookInput(HookText.event(agent, event.0, event.1), from: agent))
        guard case .nothing(let why) = intent else {
            Issue.record("\(event.0) leads to \(intent)")
            return
        }
        #expect(!why.isEmpty)
        #expect(!why.contains("\n"))
    }

    @Test("An unknown event's name cannot smuggle in control characters")
    func hostileEventName() throws {
        let intent = try HookIntent(of: HookInput(HookText.event(.claude, "Stop\u{1B}[2J\n"), from: .claude))
        guard case .nothing(let why) = intent else {
            Issue.record("\(intent)")
            return
        }
        #expect(!why.unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test("Secrets in an agent's text are masked, and the text is limited in length")
    func agentText() throws {
        let said =
            "Your token is ghp_" + String(repeating: "a1B2", count: 9) + String(repeating: " and so on", count: 900)
        let input = try HookInput(
            HookText.event(.claude, "Stop", ["last_assistant_message": .string(said)]), from: .claude)
        guard case .notify(let request) = try HookIntent(of: input) else {
            Issue.record("nothing is told")
            return
        }
        #expect(!request.body.contains("a1B2"))
        #expect(request.body.count <= 1000)
    }

    @Test("The subtitle fits the server's limit with project and machine names of any length")
    func longNames() throws {
        let input = try HookInput(
            HookText.event(.claude, "Stop", ["cwd": .string("/" + String(repeating: "p", count: 300))]), from: .claude)
        let intent = try HookIntent(of: input, host: String(repeating: "h", count: 300))
        guard case .notify(let request) = intent else {
            Issue.record("\(intent)")
            return
        }
        #expect(request.subtitle?.count == APILimits.title)
    }
}
