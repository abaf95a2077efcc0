import BellhopAgents
import BellhopModel
import Testing

@Suite("Session reports")
struct SessionReportTests {
    static func report(_ event: String, _ fields: [String: JSONValue] = [:], _ tasks: TaskList = TaskList()) throws
        -> SessionReport?
    {
        SessionReport(
            of: try HookInput(HookText.event(.claude, event, fields), from: .claude), tasks: tasks, host: "studio")
    }

    static func used(_ tool: String, _ input: JSONValue, _ response: JSONValue = .null) throws -> HookInput {
        try HookInput(
            HookText.event(
                .claude, "PostToolUse", ["tool_name": .string(tool), "tool_input": input, "tool_response": response]),
            from: .claude)
    }

    @Test("A session begins with the user's prompt, with its title or its project")
    func start() throws {
        let origin = Origin(agent: "Claude", host: "studio", project: "shop", folder: "/home/user/shop")
        #expect(
            try Self.report("UserPromptSubmit", ["prompt": "go"])
                == .start(SessionRequest(id: "s-1", title: "shop", origin: origin)))
        #expect(
            try Self.report("UserPromptSubmit", ["session_title": "Fix the cart"])
                == .start(SessionRequest(id: "s-1", title: "Fix the cart", origin: origin)))
        #expect(try Self.report("UserPromptSubmit", ["session_id": .null]) == nil)
        // The turn has no steps yet.
        #expect(try Self.report("SessionStart", ["source": "startup"]) == nil)
    }

    @Test("A session completes with its turn, unless tasks run in the background; an error is a failure")
    func ends() throws {
        #expect(try Self.report("Stop") == .update("s-1", SessionUpdate(status: .completed)))
        #expect(try Self.report("SessionEnd") == .update("s-1", SessionUpdate(status: .completed)))
        #expect(try Self.report("Interrupt") == .update("s-1", SessionUpdate(status: .completed)))
        #expect(
            try Self.report("StopFailure", ["error": "rate_limit"])
                == .update("s-1", SessionUpdate(status: .failed, operation: "Stopped: rate limit reached")))
        #expect(
            try Self.report("StopFailure")
                == .update("s-1", SessionUpdate(status: .failed, operation: "Stopped: an error")))
        #expect(
            try Self.report("Stop", ["background_tasks": [["id": "a"]]])
                == .update("s-1", SessionUpdate(status: .running, operation: "Waiting for a background task")))
        for event in ["SubagentStop", "Stop", "StopFailure"] {
            #expect(try Self.report(event, ["agent_id": "a"]) == nil)
        }
    }

    static let activities: [(String, JSONValue, String?)] = [
        ("Bash", ["command": "npm test"], "Running npm test"),
        ("Bash", ["command": "curl -H 'Authorization: Bearer ghp_a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2'"], nil),
        ("Edit", ["file_path": "/a/b/cart.ts"], "Editing cart.ts"), ("Write", [:], "Writing a file"),
        ("Grep", ["pattern": "cart"], "Searching cart"), ("mcp__mail__send", [:], "Using send of mail"),
        ("Brand\u{1B}New", [:], "Using Brand‹U+001B›New"),
    ]

    @Test("The activity is one line without secrets", arguments: activities)
    func activity(_ row: (String, JSONValue, String?)) throws {
        let report = try Self.report("PreToolUse", ["tool_name": .string(row.0), "tool_input": row.1])
        guard case .update(_, let update) = report, let operation = update.operation else {
            Issue.record("\(String(describing: report))")
            return
        }
        #expect(report?.isDetail == true)
        #expect(!operation.contains("a1B2") && !operation.unicodeScalars.contains { $0.value < 0x20 })
        if let expected = row.2 { #expect(operation == expected) }
    }

    @Test("Task-list tools are no activity")
    func taskLists() throws {
        #expect(try Self.report("PreToolUse", ["tool_name": "TodoWrite", "tool_input": [:]]) == nil)
    }

    @Test("A complete list replaces the former one, and the task in progress is the current one")
    func todos() throws {
        var tasks = TaskList()
        #expect(tasks.progress == nil)
        let list: JSONValue = [
            "todos": [
                ["content": "Read", "status": "completed", "activeForm": "Reading"],
                ["content": "Write", "status": "in_progress", "activeForm": "Writing"],
                ["content": "Test", "status": "pending"], ["content": "", "status": "pending"],
                ["content": "Odd", "status": "of_tomorrow"], "no todo",
            ]
        ]
        let isNew = tasks.update(with: try Self.used("TodoWrite", list))
        let isNewAgain = tasks.update(with: try Self.used("TodoWrite", list))
        #expect(isNew && !isNewAgain)
        #expect(tasks.progress == AgentSession.Progress(completed: 1, total: 3, currentTask: "Writing"))
        tasks.update(with: try Self.used("TodoWrite", ["todos": []]))
        #expect(tasks.progress == nil)
    }

    @Test("A subagent's own list is not the session's")
    func subagentsList() throws {
        var tasks = TaskList()
        tasks.update(with: try Self.used("TodoWrite", ["todos": [["content": "Write", "status": "in_progress"]]]))
        let before = tasks
        let other = try HookInput(
            HookText.event(
                .claude, "PostToolUse",
                [
                    "tool_name": "TodoWrite", "agent_id": "a-1",
                    "tool_input": ["todos": [["content": "Look", "status": "completed"]]],
                ]), from: .claude)
        let isNew = tasks.update(with: other)
        #expect(!isNew && tasks == before)
    }

    @Test("A new turn resets the number of steps and removes a finished list, but keeps an unfinished one")
    func newTurn() throws {
        let prompt = try HookInput(HookText.event(.claude, "UserPromptSubmit", ["prompt": "go"]), from: .claude)
        for (status, left) in [
            ("completed", nil), ("in_progress", AgentSession.Progress(completed: 0, total: 1, currentTask: "Write")),
        ]
            as [(JSONValue, AgentSession.Progress?)]
        {
            var tasks = TaskList()
            tasks.update(with: try Self.used("TodoWrite", ["todos": [["content": "Write", "status": status]]]))
            tasks.update(with: try Self.used("Bash", ["command": "ls"]))
            tasks.update(with: prompt)
            #expect(tasks.calls == 0)
            #expect(tasks.progress == left)
        }
    }

    @Test("Single entries build the same list")
    func tasks() throws {
        var tasks = TaskList()
        for (id, subject) in [("1", "Read"), ("2", "Write"), ("3", "Test")] {
            tasks.update(
                with:
                    try Self.used(
                        "TaskCreate", ["subject": .string(subject)],
                        ["task": ["id": .string(id), "subject": .string(subject)]]))
        }
        tasks.update(with: try Self.used("TaskUpdate", ["taskId": 1, "status": "completed"]))
        tasks.update(
            with: try Self.used("TaskUpdate", ["taskId": "2", "status": "in_progress", "activeForm": "Writing it"]))
        tasks.update(with: try Self.used("TaskUpdate", ["taskId": "3", "status": "deleted"]))
        tasks.update(with: try Self.used("TaskUpdate", ["taskId": "9", "status": "completed"]))
        #expect(tasks.progress == AgentSession.Progress(completed: 1, total: 2, currentTask: "Writing it"))
    }

    @Test("Without a list the steps are counted")
    func steps() throws {
        var tasks = TaskList()
        for _ in 0..<3 { tasks.update(with: try Self.used("Bash", ["command": "ls"])) }
        let report = try Self.report(
            "PreToolUse", ["tool_name": "Bash", "tool_input": ["command": "make"]], tasks)
        #expect(report == .update("s-1", SessionUpdate(operation: "Running make · 3 steps so far")))
    }
}
