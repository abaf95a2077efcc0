import BellhopAgents
import BellhopModel
import Testing

@Suite("Hook input")
struct HookInputTests {
    /// Some of them are megabytes: a test is called by what is wrong.
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

    @Test("Input that cannot be used is told apart", arguments: unusableInputs)
    func unusable(_ input: Unusable) {
        #expect(throws: input.problem) { try HookInput(input.bytes, from: .claude) }
        #expect(!input.problem.description.contains("\n"))
    }

    @Test("Of a key that stands twice one value is shown, signed and counted, whichever it is")
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

    @Test("Deep values and numbers beyond any type are read as they are")
    func extremes() throws {
        let deep = String(repeating: "[", count: 120) + String(repeating: "]", count: 120)
        let numbers = "[9223372036854775808, -1e308, 1e-400, 0.1, -0]"
        let text = #"{"hook_event_name":"Stop","a":\#(deep),"b":\#(numbers),"session_id":9223372036854775807}"#
        let input = try HookInput(Array(text.utf8), from: .claude)
        #expect(input.session == "9223372036854775807" && input.fields["b"]?.array?.count == 5)
    }

    @Test("A mebibyte is not too large")
    func largest() throws {
        let bytes = try HookText.event(.claude, "Stop")
        let padded = bytes + Array(repeating: UInt8(ascii: " "), count: HookInput.limit - bytes.count)
        #expect(try HookInput(padded, from: .claude).event == .stop)
    }

    @Test("Brackets inside strings are not nesting")
    func bracketsInStrings() throws {
        let text = String(repeating: "[{\"\\", count: 1000)
        let input = try HookInput(
            HookText.event(.claude, "Stop", ["last_assistant_message": .string(text)]), from: .claude)
        #expect(input.fields["last_assistant_message"]?.string == text)
    }

    @Test("Fields of another type count as missing, and numbers may stand for text")
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
        "The project is the last folder",
        arguments: [
            ("/home/user/shop", "shop"), ("/home/user/shop/", "shop"), (#"C:\work\shop"#, "shop"), ("/", nil),
        ] as [(String, String?)])
    func project(_ folder: String, _ project: String?) throws {
        let bytes = try HookText.permission(.claude, tool: "Bash", HookText.bash, adding: ["cwd": .string(folder)])
        #expect(try HookText.draft(from: bytes).content.origin.project == project)
    }

    @Test("Each agent names its turn in its own field")
    func turn() throws {
        #expect(try HookInput(HookText.event(.claude, "Stop"), from: .claude).turn == "p-7")
        #expect(try HookInput(HookText.event(.codex, "Stop"), from: .codex).turn == "t-7")
    }

    @Test("A session that is too long for an identifier is none")
    func longSession() throws {
        let long = String(repeating: "s", count: 200)
        let input = try HookInput(HookText.event(.claude, "Stop", ["session_id": .string(long)]), from: .claude)
        #expect(input.session == long)
        #expect(input.sessionID == nil)
    }
}
