import BellhopAgents
import BellhopModel
import Testing

@Suite("Hook input")
struct HookInputTests {
    /// Cases are named by their problem, because some inputs are megabytes.
    struct Unusable: CustomTestStringConvertible {
        var bytes: [UInt8]
        var problem: HookProblem
        var testDescription: String { "\(bytes.count) bytes, \(problem)" }

        init(_ text: String, _ problem: HookProblem) { self.init(Array(text.utf8), problem) }

        init(_ bytes: [UInt8], _ problem: HookProblem) {
            self.bytes = bytes
            self.problem = problem
        }
    }

    static let unusableInputs = [
        Unusable("", .empty), Unusable(" \n\t", .empty), Unusable([0x7B, 0xFF, 0x7D], .notUTF8),
        Unusable("{\"hook_event_name\": ", .notJSON), Unusable("{} {}", .notJSON),
        Unusable(#"{"hook_event_name": "Stop", "x": 1e999}"#, .notJSON),
        Unusable("[1, 2]", .notAnObject), Unusable("\"Stop\"", .notAnObject), Unusable("null", .notAnObject),
        Unusable("{}", .missing(field: "hook_event_name")),
        Unusable(#"{"hook_event_name": ["Stop"]}"#, .missing(field: "hook_event_name")),
        Unusable([UInt8](repeating: UInt8(ascii: " "), count: HookInput.limit + 1), .tooLarge),
        Unusable(String(repeating: "[", count: 5000), .nestedTooDeep),
    ]

    @Test("Each kind of unusable input has its own problem", arguments: unusableInputs)
    func unusable(_ input: Unusable) {
        #expect(throws: input.problem) { try HookInput(input.bytes, from: .claude) }
        #expect(!input.problem.description.contains("\n"))
    }

    @Test("For a duplicate key one and the same value is shown, signed and counted")
    func duplicateKeys() throws {
        let text = """
            {"hook_event_name":"PermissionRequest","tool_name":"Bash","session_id":"s-1",\
            "tool_input":{"command":"ls","command":"rm -rf a"}}
            """
        let content = try HookText.draft(from: Array(text.utf8)).content
        let signed = try CanonicalJSON.decode(JSONValue.self, from: content.input.utf8)["tool_input"]?["command"]?
            .string
        #expect(content.body == signed || content.body == "⚠ deletes recursively\n" + (signed ?? ""))
    }

    @Test("Deep values and very large numbers are read unchanged")
    func extremes() throws {
        let deep = String(repeating: "[", count: 120) + String(repeating: "]", count: 120)
        let numbers = "[9223372036854775808, -1e308, 1e-400, 0.1, -0]"
        let text = #"{"hook_event_name":"Stop","a":\#(deep),"b":\#(numbers),"session_id":9223372036854775807}"#
        let input = try HookInput(Array(text.utf8), from: .claude)
        #expect(input.session == "9223372036854775807" && input.fields["b"]?.array?.count == 5)
    }

    @Test("An input of one MiB is accepted")
    func largest() throws {
        let bytes = try HookText.event(.claude, "Stop")
        let padded = bytes + Array(repeating: UInt8(ascii: " "), count: HookInput.limit - bytes.count)
        #expect(try HookInput(padded, from: .claude).event == .stop)
    }

    @Test("Brackets in strings do not count as nesting")
    func bracketsInStrings() throws {
        let text = String(repeating: "[{\"\\", count: 1000)
        let input = try HookInput(
            HookText.event(.claude, "Stop", ["last_assistant_message": .string(text)]), from: .claude)
        #expect(input.fields["last_assistant_message"]?.string == text)
    }

    @Test("A field of another type counts as missing, and a number is accepted as text")
    func lenience() throws {
        let input = try HookInput(
            HookText.event(
                .codex, "Stop", ["session_id": 42, "cwd": ["not", "a", "path"], "turn_id": .null, "new": true]),
            from: .codex)
        #expect(input.session == "42")
        #expect(input.sessionID == "42")
        #expect(input.folder == nil)
        #expect(input.turn == nil)
        #expect(input.fields["new"] == true)
    }

    @Test(
        "The project is the last component of the folder",
        arguments: [
            ("/home/user/shop", "shop"), ("/home/user/shop/", "shop"), (#"C:\work\shop"#, "shop"), ("/", nil),
        ] as [(String, String?)])
    func project(_ folder: String, _ project: String?) throws {
        let bytes = try HookText.permission(.claude, tool: "Bash", HookText.bash, adding: ["cwd": .string(folder)])
        #expect(try HookText.draft(from: bytes).content.origin.project == project)
    }

    @Test("Each agent's field for the turn is read")
    func turn() throws {
        #expect(try HookInput(HookText.event(.claude, "Stop"), from: .claude).turn == "p-7")
        #expect(try HookInput(HookText.event(.codex, "Stop"), from: .codex).turn == "t-7")
    }

    @Test("A session name that is too long for an identifier is ignored")
    func longSession() throws {
        let long = String(repeating: "s", count: 200)
        let input = try HookInput(HookText.event(.claude, "Stop", ["session_id": .string(long)]), from: .claude)
        #expect(input.session == long)
        #expect(input.sessionID == nil)
    }
}

@Suite("Unknown fields")
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

    @Test("An ask ignores unknown fields")
    func ask() throws {
        let plain = try HookText.draft(from: HookText.permission(.claude, tool: "Bash", HookText.bash)).content
        let bytes = try HookText.permission(.claude, tool: "Bash", HookText.bash, adding: Self.fields)
        let content = try HookText.draft(from: bytes).content
        #expect(content == plain && content.rules.isEmpty)
    }

    @Test(
        "An event ignores unknown fields",
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
