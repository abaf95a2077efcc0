import BellhopAgents
import BellhopModel
import Testing

@Suite("What events tell of prompts in the terminal")
struct HookSessionEventTests {
    static func input(_ event: String, _ fields: [String: JSONValue] = [:]) throws -> HookInput {
        try HookInput(HookText.event(.claude, event, fields), from: .claude)
    }

    static func call(use: String? = nil, subagent: String? = nil, command: String = "npm test") throws -> ToolCall {
        var fields: [String: JSONValue] = ["tool_name": "Bash", "tool_input": ["command": .string(command)]]
        if let use { fields["tool_use_id"] = .string(use) }
        if let subagent { fields["agent_id"] = .string(subagent) }
        guard let call = ToolCall(of: try input("PermissionRequest", fields)) else { throw NoCall() }
        return call
    }

    struct NoCall: Error {}

    @Test("A call is told by its use where both sides know it, and by what it does where they do not")
    func sameness() throws {
        let unnamed = try Self.call()
        #expect(unnamed.isSame(as: try Self.call()))
        #expect(unnamed.isSame(as: try Self.call(use: "a")))
        #expect(try Self.call(use: "a").isSame(as: Self.call(use: "a", command: "another")))
        #expect(try !Self.call(use: "a").isSame(as: Self.call(use: "b")))
        #expect(try !unnamed.isSame(as: Self.call(command: "npm  test")))
        #expect(try !unnamed.isSame(as: Self.call(subagent: "s")))
        #expect(try Self.call(subagent: "s").isSame(as: Self.call(subagent: "s")))
    }

    @Test("Codex' prompt says what a call is for, its other events do not")
    func codex() throws {
        func call(_ event: String, _ input: JSONValue) throws -> ToolCall? {
            let bytes = try HookText.event(.codex, event, ["tool_name": "Bash", "tool_input": input])
            return ToolCall(of: try HookInput(bytes, from: .codex))
        }
        let asked = try #require(try call("PermissionRequest", ["command": "make", "description": "May I?"]))
        #expect(asked.isSame(as: try #require(try call("PostToolUse", ["command": "make"]))))
        #expect(!asked.isSame(as: try #require(try call("PostToolUse", ["command": "make all"]))))
    }

    @Test(
        "What agents add to a tool's input, or leave out of it, between a call's events makes it no other call",
        arguments: [
            (.claude, "ExitPlanMode", ["plan": "Read", "planFilePath": "/p.md", "allowedPrompts": []], [:]),
            (
                .claude, "AskUserQuestion", ["questions": [["question": "Go?"]]],
                ["questions": [["question": "Go?"]], "answers": ["Go?": "yes"], "annotations": [:]]
            ),
            (.codex, "apply_patch", ["command": "*** Begin Patch"], ["command": "*** Begin Patch\n"]),
        ] as [(Agent, String, JSONValue, JSONValue)])
    func changedInput(_ agent: Agent, _ tool: String, _ asked: JSONValue, _ ended: JSONValue) throws {
        func call(_ event: String, _ input: JSONValue) throws -> ToolCall {
            let bytes = try HookText.event(agent, event, ["tool_name": .string(tool), "tool_input": input])
            return try #require(ToolCall(of: HookInput(bytes, from: agent)))
        }
        let prompt = try call("PermissionRequest", asked)
        #expect(prompt.isSame(as: try call("PostToolUse", ended)))
        #expect(!prompt.isSame(as: try Self.call()))
    }

    @Test("Other questions are another call")
    func otherQuestions() throws {
        func call(_ question: String) throws -> ToolCall? {
            let input: JSONValue = ["questions": [["question": .string(question)]]]
            return ToolCall(of: try Self.input("PostToolUse", ["tool_name": "AskUserQuestion", "tool_input": input]))
        }
        #expect(try call("Go?")?.fingerprint != call("Stop?")?.fingerprint)
    }

    struct Row: CustomTestStringConvertible {
        var event: String
        var fields: [String: JSONValue]
        /// Whether it ends: the main agent's prompt, the same command of a subagent "s", another command.
        var ends: [Bool]
        var testDescription: String { "\(event) \(fields.keys.sorted())" }

        init(_ event: String, _ fields: [String: JSONValue] = [:], _ ends: [Bool]) {
            self.event = event
            self.fields = fields
            self.ends = ends
        }
    }

    static let bash: [String: JSONValue] = ["tool_name": "Bash", "tool_input": ["command": "npm test"]]
    static let rows = [
        Row("PreToolUse", bash, [false, false, false]),
        Row("PostToolUse", bash, [true, false, false]),
        Row("PostToolUseFailure", bash, [true, false, false]),
        Row("PermissionDenied", bash, [true, false, false]),
        Row("PostToolUse", bash.merging(["agent_id": "s"]) { $1 }, [false, true, false]),
        Row("PostToolUse", ["tool_name": "Bash"], [false, false, false]),
        Row("PostToolUse", [:], [false, false, false]),
        Row("Stop", [:], [true, false, true]), Row("StopFailure", [:], [true, false, true]),
        Row("Interrupt", [:], [true, false, true]), Row("UserPromptSubmit", [:], [true, false, true]),
        Row("SubagentStop", ["agent_id": "s"], [false, true, false]), Row("SubagentStop", [:], [false, false, false]),
        Row("SessionEnd", [:], [true, true, true]), Row("SessionStart", [:], [false, false, false]),
        Row("Notification", ["notification_type": "permission_prompt"], [false, false, false]),
        Row("SomethingNew", bash, [false, false, false]),
    ]

    @Test("Each event ends exactly the prompts that cannot be open after it", arguments: rows)
    func ends(_ row: Row) throws {
        let calls = [try Self.call(), try Self.call(subagent: "s"), try Self.call(command: "rm -rf /")]
        let news = HookSessionEvent(of: try Self.input(row.event, row.fields))
        #expect(calls.map { news?.ends($0) ?? false } == row.ends)
    }

    @Test("A subagent's transcript is looked for where Claude Code keeps it, beside the main one and nowhere else")
    func transcripts() throws {
        func transcripts(_ fields: [String: JSONValue]) throws -> [String] {
            try Self.input("PermissionRequest", fields).transcripts
        }
        let main = "/home/user/.claude/projects/shop/s-1.jsonl"
        #expect(try transcripts([:]) == [main])
        #expect(
            try transcripts(["agent_id": "af40"])
                == [main, "/home/user/.claude/projects/shop/s-1/subagents/agent-af40.jsonl"])
        #expect(try transcripts(["agent_id": "../../x"]) == [main])
        #expect(try transcripts(["agent_id": "a", "transcript_path": "/t"]) == ["/t"])
        #expect(try transcripts(["agent_id": "a", "transcript_path": .null]) == [])
    }

    @Test("What a denied call gives is told from what a failed one gives")
    func denials() {
        func given(_ content: String, isError: Bool = true) -> String? {
            let line =
                #"{"message":{"content":[{"type":"tool_result","tool_use_id":"t","is_error":\#(isError),"content":\#(content)}]}}"#
            return TranscriptLine.failures(in: Array(line.utf8))["t"]
        }
        func isDenial(_ content: String) -> Bool {
            given(content).map { TranscriptLine.isDenial($0, saying: "Use pnpm") } ?? false
        }
        #expect(isDenial(#""Use pnpm""#) && isDenial(#"[{"type":"text","text":"Use pnpm"}]"#))
        #expect(isDenial(#""The user doesn't want to proceed with this tool use. STOP.""#))
        #expect(!isDenial(#""Exit code 1""#) && !isDenial("null"))
        #expect(given(#""Use pnpm""#, isError: false) == nil)
    }

    static let lines: [(String, Bool)] = [
        (#"{"message":{"content":[{"type":"tool_result","tool_use_id":"toolu_1"}]}}"#, true),
        (#"{"message":{"content":[{"type":"text"},{"tool_use_id":"toolu_1","type":"tool_result"}]}}"#, true),
        (#"{"message":{"content":[{"type":"tool_use","id":"toolu_1"}]}}"#, false),
        (#"{"message":{"content":[{"type":"tool_result","tool_use_id":"toolu_12"}]}}"#, false),
        (#"{"message":{"content":"tool_result toolu_1"}}"#, false),
        (#"{"message":{"content":[{"type":"tool_result","tool_use_id":"toolu_1""#, false),
        (String(repeating: "[", count: 100_000) + "toolu_1", false), ("", false),
    ]

    static let interruptions: [(String, Bool)] = [
        (
            #"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"[Request interrupted by user]"}]}}"#,
            true
        ),
        (
            #"{"type":"user","message":{"content":[{"type":"text","text":"[Request interrupted by user for tool use]"}]}}"#,
            true
        ),
        // What a person types, a model says or a tool prints.
        (#"{"type":"user","message":{"content":"[Request interrupted by user]"}}"#, false),
        (
            #"{"type":"user","message":{"content":[{"type":"text","text":"why [Request interrupted by user]?"}]}}"#,
            false
        ),
        (
            #"{"type":"assistant","message":{"content":[{"type":"text","text":"[Request interrupted by user]"}]}}"#,
            false
        ),
        (
            #"{"type":"user","message":{"content":[{"type":"tool_result","content":"[Request interrupted by user]"}]}}"#,
            false
        ),
        (String(repeating: "[", count: 100_000) + "[Request interrupted by user]", false), ("", false),
    ]

    @Test("A line of a transcript is an interruption only where the agent says so itself", arguments: interruptions)
    func interruption(_ line: (String, Bool)) {
        #expect(TranscriptLine.isInterruption(Array(line.0.utf8)) == line.1)
    }

    @Test("A line of a transcript holds a result only where the agent would write one", arguments: lines)
    func transcript(_ line: (String, Bool)) {
        #expect(TranscriptLine.results(in: Array(line.0.utf8)).contains("toolu_1") == line.1)
    }
}
