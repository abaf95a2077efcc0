import BellhopAgents
import BellhopModel
import Testing

@Suite("Hook input")
struct HookInputTests {
    static let unusableInputs: [([UInt8], HookProblem)] = [
        ([], .empty),
        (Array(" \n\t".utf8), .empty),
        ([0x7B, 0xFF, 0x7D], .notUTF8),
        (Array("{\"hook_event_name\": ".utf8), .notJSON),
        (Array("{} {}".utf8), .notJSON),
        (Array("[1, 2]".utf8), .notAnObject),
        (Array("\"Stop\"".utf8), .notAnObject),
        (Array("{}".utf8), .missing(field: "hook_event_name")),
        (Array(#"{"hook_event_name": ["Stop"]}"#.utf8), .missing(field: "hook_event_name")),
        (Array(repeating: UInt8(ascii: " "), count: HookInput.limit + 1), .tooLarge),
        (Array(String(repeating: "[", count: 5000).utf8), .nestedTooDeep),
    ]

    @Test("Input that cannot be used is told apart", arguments: unusableInputs)
    func unusable(_ bytes: [UInt8], _ problem: HookProblem) {
        #expect(throws: problem) { try HookInput(bytes, from: .claude) }
        #expect(!problem.description.contains("\n"))
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
        #expect(input.project == nil)
        #expect(input.turn == nil)
        #expect(input.fields["new"] == true)
    }

    @Test(
        "The project is the last folder",
        arguments: [
            ("/home/user/shop", "shop"), ("/home/user/shop/", "shop"), (#"C:\work\shop"#, "shop"), ("/", nil),
        ] as [(String, String?)])
    func project(_ folder: String, _ project: String?) throws {
        let input = try HookInput(HookText.event(.claude, "Stop", ["cwd": .string(folder)]), from: .claude)
        #expect(input.project == project)
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
