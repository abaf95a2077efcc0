import BellhopAgents
import BellhopModel
import Testing

@Suite("Fields that agents add")
struct NewFieldTests {
    static let fields: [String: JSONValue] = [
        "effort": ["level": "medium"], "model": "claude-opus-9", "permission_mode": "auto",
        "permission_suggestions": [
            ["type": "setMode", "mode": "auto", "destination": "session"],
            ["type": "addDirectories", "directories": ["/srv"], "destination": "session"],
        ],
        "bashEditDiff": ["files": [["filePath": "/home/user/shop/a", "created": true]]], "duration_ms": 15,
        "field_of_next_year": [["nested": [1, .null]]],
    ]

    @Test("An ask is the same with them, and offers nothing of them")
    func ask() throws {
        let plain = try HookText.draft(from: HookText.permission(.claude, tool: "Bash", HookText.bash)).content
        let bytes = try HookText.permission(.claude, tool: "Bash", HookText.bash, adding: Self.fields)
        let content = try HookText.draft(from: bytes).content
        #expect(content == plain && content.rules.isEmpty)
    }

    @Test(
        "An event is the same with them",
        arguments: ["PreToolUse", "PostToolUse", "Stop", "UserPromptSubmit", "SubagentStart", "MessageDisplay"])
    func event(_ name: String) throws {
        func told(_ more: [String: JSONValue]) throws -> (HookIntent, HookSessionEvent?, SessionReport?) {
            let call: [String: JSONValue] = ["tool_name": "Bash", "tool_input": HookText.bash, "tool_use_id": "t"]
            let input = try HookInput(HookText.event(.claude, name, call.merging(more) { $1 }), from: .claude)
            let report = SessionReport(of: input, tasks: TaskList(), host: nil)
            return (try HookIntent(of: input), HookSessionEvent(of: input), report)
        }
        let (plain, with) = (try told([:]), try told(Self.fields))
        #expect(plain.0 == with.0 && plain.1 == with.1 && plain.2 == with.2)
    }
}
