import BellhopAgents
import BellhopModel
import Testing

@Suite("Tool uses in words")
struct ToolUseTests {
    struct Words: CustomTestStringConvertible {
        var tool: String
        var input: JSONValue
        var title: String
        var body: String
        var testDescription: String { tool }

        init(_ tool: String, _ input: JSONValue, _ title: String, _ body: String) {
            self.tool = tool
            self.input = input
            self.title = "Claude wants to " + title
            self.body = body
        }
    }

    static let words: [Words] = [
        Words("Bash", ["command": "git status\nls"], "run Bash", "git status\nls"),
        Words("Bash", ["code": "x"], "run Bash", #"{"code":"x"}"#),
        Words("Bash", ["command": ["ls", "-l", 1]], "run Bash", "ls -l 1"),
        Words("Bash", ["command": "npm start", "run_in_background": true], "run Bash in the background", "npm start"),
        Words(
            "Write", ["file_path": "/home/user/shop/src/main.swift", "content": "let a = 1"], "write main.swift",
            "/home/user/shop/src/main.swift\nlet a = 1"),
        Words(
            "Write", ["file_path": "/home/user/shop/src/empty", "content": ""], "write empty",
            "/home/user/shop/src/empty"),
        Words(
            "Edit", ["file_path": "/home/user/shop/src/a.txt", "old_string": "one\ntwo", "new_string": "three"],
            "edit a.txt",
            "/home/user/shop/src/a.txt\n- one\n- two\n+ three"),
        Words(
            "Edit",
            ["file_path": "/home/user/shop/src/a.txt", "old_string": "a", "new_string": "b", "replace_all": true],
            "edit a.txt", "/home/user/shop/src/a.txt\neverywhere:\n- a\n+ b"),
        Words("Edit", ["file_path": "/home/user/shop/src/a.txt"], "edit a.txt", "/home/user/shop/src/a.txt"),
        Words("Edit", ["file_path": "a", "old_string": "", "new_string": "b"], "edit a", "a\n+ b"),
        Words("Edit", ["file_path": "a", "old_string": "b", "new_string": ""], "edit a", "a\n- b"),
        Words("Edit", ["file_path": "a", "patch": "b"], "edit a", #"{"file_path":"a","patch":"b"}"#),
        Words(
            "MultiEdit",
            [
                "file_path": "a",
                "edits": [
                    ["old_string": "b", "new_string": "c"],
                    ["old_string": "d", "new_string": "e", "replace_all": true],
                ],
            ], "edit a", "a\n- b\n+ c\n\neverywhere:\n- d\n+ e"),
        Words("MultiEdit", ["file_path": "a", "edits": []], "edit a", #"{"edits":[],"file_path":"a"}"#),
        Words("MultiEdit", ["file_path": "a", "edits": ["x"]], "edit a", #"{"edits":["x"],"file_path":"a"}"#),
        Words("Write", ["file_path": "a", "content": ["x"]], "write a", #"{"content":["x"],"file_path":"a"}"#),
        Words("Read", ["file_path": "/etc/passwd"], "read passwd", "/etc/passwd"),
        Words("NotebookEdit", ["notebook_path": "n.ipynb", "new_source": "1 + 1"], "edit n.ipynb", "n.ipynb\n1 + 1"),
        Words(
            "NotebookEdit", ["notebook_path": "n.ipynb", "edit_mode": "delete", "cell_id": "c7", "new_source": ""],
            "edit n.ipynb", "n.ipynb\ndelete cell c7"),
        Words(
            "NotebookEdit",
            ["notebook_path": "n.ipynb", "edit_mode": "insert", "cell_type": "code", "cell_id": 7, "new_source": "1"],
            "edit n.ipynb", "n.ipynb\ninsert code cell 7\n1"),
        Words(
            "WebFetch", ["url": "https://bank.example@evil.example/a?b", "prompt": "Sum up"], "fetch evil.example",
            "https://bank.example@evil.example/a?b\nSum up"),
        Words("WebFetch", ["prompt": "Sum up"], "fetch a page", #"{"prompt":"Sum up"}"#),
        Words("WebSearch", ["query": "swift nio"], "search the web", "swift nio"),
        Words(
            "Task", ["description": "Find it", "prompt": "Look everywhere"], "start a subagent",
            "Find it\nLook everywhere"),
        Words("mcp__mail__send_now", ["to": "a@b.example"], "use send_now of mail", #"{"to":"a@b.example"}"#),
        Words("mcp____", ["a": 1], "use mcp____", #"{"a":1}"#),
        Words("apply_patch", ["command": "*** Begin Patch"], "apply a patch", "*** Begin Patch"),
        Words("Newest", [:], "use Newest", "{}"),
    ]

    @Test("Each tool says what it wants and is shown what it gets", arguments: words)
    func inWords(_ expected: Words) throws {
        let draft = try HookText.draft(.claude, tool: expected.tool, expected.input)
        #expect(draft.content.title == expected.title)
        #expect(draft.content.body == expected.body)
    }

    @Test(
        "Every agent's own names for its tools are understood",
        arguments: [
            (.gemini, "run_shell_command", ["command": "ls"], "Gemini wants to run a command", "ls"),
            (.gemini, "write_file", ["file_path": "a.ts", "content": "x"], "Gemini wants to write a.ts", "a.ts\nx"),
            (.gemini, "mcp_mail_send", ["to": "a"], "Gemini wants to use send of mail", #"{"to":"a"}"#),
            (.opencode, "bash", ["command": "ls"], "OpenCode wants to run a command", "ls"),
            (.opencode, "edit", ["filepath": "a.ts", "diff": "-a\n+b"], "OpenCode wants to edit a.ts", "a.ts\n-a\n+b"),
            (.opencode, "external_directory", [:], "OpenCode wants to use external_directory", "{}"),
        ] as [(Agent, String, JSONValue, String, String)])
    func dialects(_ agent: Agent, _ tool: String, _ input: JSONValue, _ title: String, _ body: String) throws {
        let draft = try HookText.draft(agent, tool: tool, input)
        #expect(draft.content.title == title)
        #expect(draft.content.body == body)
    }

    @Test("A tool of OpenCode that tells nothing of itself is shown by what it matches")
    func patterns() throws {
        let bytes = try HookText.event(
            .opencode, "permission.asked",
            ["properties": ["id": "per_1", "permission": "bash", "patterns": ["git push", "rm -rf a"]]])
        let draft = try HookText.draft(from: bytes, .opencode)
        #expect(draft.content.body == "⚠ deletes recursively\ngit push\nrm -rf a")
    }

    @Test("What hides in a command is shown and warned of")
    func hidden() throws {
        let draft = try HookText.draft(.claude, tool: "Bash", ["command": "ls \u{202E}x\u{1B}[8m; p\u{0430}ypal"])
        #expect(draft.content.body.hasPrefix("⚠ "))
        #expect(draft.content.body.contains("‹U+202E›"))
        #expect(!draft.content.body.unicodeScalars.contains("\u{1B}"))
    }

    @Test("A title cannot be made to lie by a file's name")
    func hostileFileName() throws {
        let draft = try HookText.draft(
            .claude, tool: "Write", ["file_path": "/a/good\u{202E}txt\nApproved", "content": ""])
        #expect(!draft.content.title.contains("\n"))
        #expect(!draft.content.title.contains("\u{202E}"))
    }
}
