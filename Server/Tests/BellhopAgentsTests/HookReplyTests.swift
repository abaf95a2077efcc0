import BellhopAgents
import BellhopModel
import Testing

@Suite("Hook replies")
struct HookReplyTests {
    let phone = Phone()

    func reply(_ draft: AskDraft, _ ask: Ask) -> HookReply {
        let verification = AnswerVerification(keys: [phone.id: phone.publicKey])
        return HookReply(to: draft, verification.verify(ask, askedAbout: draft.content.inputDigest))
    }

    static let allow = #"{"hookSpecificOutput":{"decision":{"behavior":"allow"},"hookEventName":"PermissionRequest"}}"#

    static func deny(_ message: String) -> String {
        #"{"hookSpecificOutput":{"decision":{"behavior":"deny","message":"\#(message)"},"hookEventName":"PermissionRequest"}}"#
    }

    static func stop(_ message: String) -> String {
        #"{"hookSpecificOutput":{"decision":{"behavior":"deny","interrupt":true,"message":"\#(message)"},"hookEventName":"PermissionRequest"}}"#
    }

    static func allow(updating input: String) -> String {
        #"{"hookSpecificOutput":{"decision":{"behavior":"allow","updatedInput":\#(input)},"hookEventName":"PermissionRequest"}}"#
    }

    /// The reply to a plan, after which Claude Code asks about every tool.
    static func allow(plan input: String) -> String {
        #"{"hookSpecificOutput":{"decision":{"behavior":"allow","updatedInput":\#(input),"updatedPermissions":[{"destination":"session","mode":"default","type":"setMode"}]},"hookEventName":"PermissionRequest"}}"#
    }

    static let echo =
        #"[{"header":"Database","multiSelect":false,"options":[{"description":"One file","label":"SQLite"},{"description":"A server","label":"PostgreSQL"}],"question":"Which database?"},{"header":"Features","multiSelect":true,"options":[{"label":"Search"},{"label":"Export"},{"label":"Import"}],"question":"Which features?"}]"#

    struct Row: CustomTestStringConvertible {
        var agent: Agent
        var tool: String
        var input: JSONValue
        var answer: Answer
        /// The expected standard output; empty for silence.
        var output: String
        var testDescription: String { "\(agent) \(tool) \(answer)" }

        init(_ agent: Agent, _ tool: String, _ input: JSONValue, _ answer: Answer, _ output: String) {
            self.agent = agent
            self.tool = tool
            self.input = input
            self.answer = answer
            self.output = output
        }
    }

    static let rows: [Row] = [
        Row(.claude, "Bash", HookText.bash, .approve, allow),
        Row(.claude, "Bash", HookText.bash, .deny(message: nil), deny("Denied from phone")),
        Row(.claude, "Bash", HookText.bash, .deny(message: ""), deny("Denied from phone")),
        Row(.claude, "Bash", HookText.bash, .deny(message: "Use pnpm"), deny("Use pnpm")),
        Row(.claude, "Bash", HookText.bash, .deny(message: "say \"no\"\n"), deny(#"say \"no\"\n"#)),
        Row(.claude, "Bash", HookText.bash, .deny(message: "Use pnpm", interrupt: true), stop("Use pnpm")),
        Row(.claude, "Bash", HookText.bash, .deny(message: nil, interrupt: true), stop("Denied from phone")),
        Row(.claude, "Bash", HookText.bash, .replies([Reply(text: "yes")]), ""),
        Row(.codex, "Bash", HookText.bash, .approve, allow),
        Row(.codex, "Bash", HookText.bash, .deny(message: nil), deny("Denied from phone")),
        Row(.codex, "Bash", HookText.bash, .deny(message: "Use pnpm"), deny("Use pnpm")),
        Row(.codex, "Bash", HookText.bash, .deny(message: "Use pnpm", interrupt: true), deny("Use pnpm")),
        Row(.codex, "Bash", HookText.bash, .replies([Reply(text: "yes")]), ""),
        Row(.gemini, "run_shell_command", HookText.bash, .approve, #"{"decision":"allow"}"#),
        Row(
            .gemini, "run_shell_command", HookText.bash, .deny(message: "Use pnpm"),
            #"{"decision":"deny","reason":"Use pnpm"}"#),
        Row(
            .gemini, "run_shell_command", HookText.bash, .deny(message: "Stop", interrupt: true),
            #"{"continue":false,"decision":"deny","reason":"Stop","stopReason":"Stop"}"#),
        Row(.opencode, "bash", HookText.bash, .approve, #"{"reply":"once"}"#),
        Row(
            .opencode, "bash", HookText.bash, .deny(message: "Use pnpm", interrupt: true),
            #"{"message":"Use pnpm","reply":"reject"}"#),
        Row(.codex, "apply_patch", ["command": "*** Begin Patch"], .approve, allow),
        Row(.codex, "ExitPlanMode", HookText.plan, .approve, allow),
        Row(
            .claude, "ExitPlanMode", HookText.plan, .approve,
            allow(plan: ##"{"plan":"# Plan\n1. Read\n2. Write","planFilePath":"/home/user/plans/a.md"}"##)),
        // Permissions that the plan asks for are not returned.
        Row(
            .claude, "ExitPlanMode",
            ["plan": "Read", "allowedPrompts": [["tool": "Bash", "prompt": "run any command"]], "other": true],
            .approve, allow(plan: #"{"other":true,"plan":"Read"}"#)),
        Row(.claude, "ExitPlanMode", HookText.plan, .deny(message: "Smaller steps"), deny("Smaller steps")),
        Row(.claude, "ExitPlanMode", HookText.plan, .deny(message: nil, interrupt: true), stop("Denied from phone")),
        Row(.claude, "ExitPlanMode", HookText.plan, .replies([Reply(text: "yes")]), ""),
        Row(
            .claude, "AskUserQuestion", HookText.questions,
            .replies([Reply(selected: ["SQLite"]), Reply(selected: ["Search", "Import"])]),
            allow(
                updating:
                    #"{"answers":{"Which database?":"SQLite","Which features?":"Search, Import"},"questions":\#(echo)}"#
            )),
        Row(
            .claude, "AskUserQuestion", HookText.questions,
            .replies([Reply(text: "DuckDB"), Reply(selected: ["Export"], text: "and sync")]),
            allow(
                updating:
                    #"{"answers":{"Which database?":"DuckDB","Which features?":"Export, and sync"},"questions":\#(echo)}"#
            )),
        Row(
            .claude, "AskUserQuestion",
            [
                "questions": [["question": "Go?"]], "metadata": ["source": "x"], "answers": ["Go?": "yes"],
                "response": "a",
            ],
            .replies([Reply(text: "no")]),
            allow(updating: #"{"answers":{"Go?":"no"},"metadata":{"source":"x"},"questions":[{"question":"Go?"}]}"#)),
        Row(.claude, "AskUserQuestion", HookText.questions, .deny(message: "Not now"), deny("Not now")),
        Row(.claude, "AskUserQuestion", HookText.questions, .approve, ""),
        Row(.claude, "AskUserQuestion", HookText.questions, .replies([Reply(selected: ["SQLite"])]), ""),
        Row(
            .claude, "AskUserQuestion", HookText.questions,
            .replies([Reply(selected: ["Oracle"]), Reply(selected: ["Search"])]), ""),
        Row(
            .claude, "AskUserQuestion", HookText.questions,
            .replies([Reply(selected: ["SQLite", "PostgreSQL"]), Reply(selected: ["Search"])]), ""),
        Row(.claude, "AskUserQuestion", HookText.questions, .replies([Reply(), Reply(selected: ["Search"])]), ""),
    ]

    @Test("Each reply is exactly as the agent documents it", arguments: rows)
    func bytes(_ row: Row) throws {
        let draft = try HookText.draft(row.agent, tool: row.tool, row.input)
        let reply = reply(draft, try phone.answered(draft.content, with: row.answer))
        #expect(String(decoding: reply.standardOutput, as: UTF8.self) == row.output)
    }

    @Test("Options that were masked on the phone are returned unmasked")
    func unmasked() throws {
        let label = "Use \u{200B}token ghp_" + String(repeating: "a1B2", count: 9)
        let draft = try HookText.draft(
            .claude, tool: "AskUserQuestion",
            ["questions": [["question": "Which\u{202E}?", "options": [["label": .string(label)], ["label": "None"]]]]])
        let shown = try #require(draft.content.questions.first?.options.first?.label)
        #expect(shown != label)
        let reply = reply(draft, try phone.answered(draft.content, with: .replies([Reply(selected: [shown])])))
        let output = try CanonicalJSON.decode(JSONValue.self, from: reply.standardOutput)
        let answers = output["hookSpecificOutput"]?["decision"]?["updatedInput"]?["answers"]
        #expect(answers == ["Which\u{202E}?": .string(label)])
    }

    @Test("A very long message is cut below the agent's limit")
    func longMessage() throws {
        let draft = try HookText.draft(.claude, tool: "Bash", HookText.bash)
        let message = String(repeating: "no ", count: 5000)
        let reply = reply(draft, try phone.answered(draft.content, with: .deny(message: message)))
        #expect((1...10_000).contains(reply.standardOutput.count))
    }

    @Test(
        "Without an answer a hook is silent and a gate denies", arguments: Agent.allCases,
        [AskState.pending, .expired, .withdrawn])
    func noAnswer(_ agent: Agent, _ state: AskState) throws {
        let draft = try HookText.draft(agent, tool: "Bash", HookText.bash)
        var ask = Phone.pending(draft.content)
        if state != .pending { ask.resolution = Resolution(state: state, at: Phone.deadline) }
        let why = "the ask is \(state.rawValue): there is no answer to pass on"
        let reply = reply(draft, ask)
        #expect(reply.remark == why)
        let output = String(decoding: reply.standardOutput, as: UTF8.self)
        #expect(output == (agent.isGate ? #"{"decision":"deny","reason":"Not approved: \#(why)"}"# : ""))
    }

    static let gateRows: [(Answer, String)] = [
        (
            .approve,
            #"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"Approved from phone"}}"#
        ),
        (
            .deny(message: "Use pnpm"),
            #"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Use pnpm"}}"#
        ),
        (
            .deny(message: "Stop", interrupt: true),
            #"{"continue":false,"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Stop"},"stopReason":"Stop"}"#
        ),
    ]

    @Test("Without a prompt the gate before the tool replies", arguments: gateRows)
    func gate(_ row: (Answer, String)) throws {
        let bytes = try HookText.event(
            .claude, "PreToolUse", ["tool_name": "Bash", "tool_input": HookText.bash, "tool_use_id": "toolu_1"])
        #expect(try HookIntent(of: HookInput(bytes, from: .claude)) == .nothing("PreToolUse needs no response"))
        guard case .ask(let draft) = try HookIntent(of: HookInput(bytes, from: .claude), isGate: true) else {
            Issue.record("the gate does not ask")
            return
        }
        let reply = reply(draft, try phone.answered(draft.content, with: row.0))
        #expect(String(decoding: reply.standardOutput, as: UTF8.self) == row.1)
    }

    @Test(
        "A gate denies unreadable input, and is silent at other events",
        arguments: [
            ("", true), ("{", true), ("[]", true), ("{}", true), (#"{"hook_event_name":"PreToolUse"}"#, true),
            (#"{"hook_event_name":"SessionStart"}"#, false), (#"{"hook_event_name":"Stop"}"#, false),
        ])
    func unreadable(_ text: String, _ decides: Bool) {
        for agent in [Agent.claude, .gemini] {
            let dialect = ReplyDialect(gateFor: Array(text.utf8), of: agent, isGate: true)
            #expect((dialect?.isGate ?? false) == decides)
            let output = HookReply.failure("why", in: dialect).standardOutput
            #expect(output.isEmpty == !decides)
            #expect(!String(decoding: output, as: UTF8.self).contains("allow"))
        }
        #expect(ReplyDialect(gateFor: Array(text.utf8), of: .claude, isGate: false) == nil)
    }

    @Test("A verified answer to another draft is rejected")
    func otherDraft() throws {
        let asked = try HookText.draft(.claude, tool: "Bash", ["command": "ls"])
        let other = try HookText.draft(.claude, tool: "Bash", ["command": "rm -rf /"])
        let ask = try phone.answered(asked.content, with: .approve)
        let verdict = AnswerVerification(keys: [phone.id: phone.publicKey])
            .verify(ask, askedAbout: asked.content.inputDigest)
        guard case .verified = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(HookReply(to: asked, verdict).standardOutput == Array(Self.allow.utf8))
        #expect(HookReply(to: other, verdict).standardOutput.isEmpty)
    }
}
