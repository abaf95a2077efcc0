import BellhopAgents
import BellhopModel
import Testing

@Suite("Text of tool uses")
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
        // Other fields are shown below with their names.
        Words(
            "Bash", ["command": "npm test", "timeout": 5000, "env": ["CI": "1"], "cwd": .null], "run Bash",
            "npm test\nenv: {\"CI\":\"1\"}\ntimeout: 5000"),
        Words("Bash", ["command": "ls", "cmd": "rm a"], "run Bash", "ls\ncmd: rm a"),
        Words("Bash", ["command": ["ls", ["-l"]]], "run Bash", #"{"command":["ls",["-l"]]}"#),
        Words("Bash", ["command": ["rm", "a b"]], "run Bash", #"["rm","a b"]"#),
        Words("Bash", ["command": "ls", "run_in_background": "maybe"], "run Bash", "ls\nrun_in_background: maybe"),
        Words("Read", ["file_path": "/a", "offset": 7, "pages": "1-3"], "read a", "/a\noffset: 7\npages: 1-3"),
        Words("Write", ["file_path": "a", "content": "b", "mode": "0777"], "write a", "a\nb\nmode: 0777"),
        Words(
            "Edit", ["file_path": "a", "old_string": "b", "new_string": "c", "old\nname": ""], "edit a",
            "a\n- b\n+ c\nold⏎name: \"\""),
        Words(
            "MultiEdit",
            ["file_path": "a", "edits": [["old_string": "b", "new_string": "c", "line": 7]], "force": true],
            "edit a", "a\n- b\n+ c\nline: 7\nforce: true"),
        Words(
            "NotebookEdit", ["notebook_path": "n.ipynb", "new_source": "1", "cell_number": 4], "edit n.ipynb",
            "n.ipynb\n1\ncell_number: 4"),
        Words(
            "WebFetch", ["url": "https://a.example", "prompt": "Sum up", "method": "POST"], "fetch a.example",
            "https://a.example\nSum up\nmethod: POST"),
        Words(
            "WebSearch", ["query": "swift nio", "allowed_domains": ["a.example"]], "search the web",
            "swift nio\nallowed_domains: [\"a.example\"]"),
        Words(
            "Agent",
            [
                "description": "Find it", "prompt": "Look", "subagent_type": "Explore", "mode": "bypassPermissions",
                "run_in_background": true,
            ], "start a subagent in the background",
            "Find it\nLook\nmode: bypassPermissions\nsubagent_type: Explore"),
        Words(
            "apply_patch", ["command": "*** Begin Patch", "workdir": "/srv"], "apply a patch",
            "*** Begin Patch\nworkdir: /srv"),
    ]

    @Test("Each tool has its intention as title and its input as body", arguments: words)
    func texts(_ expected: Words) throws {
        let draft = try HookText.draft(.claude, tool: expected.tool, expected.input)
        #expect(draft.content.title == expected.title)
        #expect(draft.content.body == expected.body)
    }

    @Test(
        "The tool names of every agent are recognised",
        arguments: [
            (.gemini, "run_shell_command", ["command": "ls"], "Gemini wants to run a command", "ls"),
            (.gemini, "write_file", ["file_path": "a.ts", "content": "x"], "Gemini wants to write a.ts", "a.ts\nx"),
            (.gemini, "mcp_mail_send", ["to": "a"], "Gemini wants to use send of mail", #"{"to":"a"}"#),
            (
                .gemini, "run_shell_command",
                ["command": "rm -f *", "dir_path": "/home/user/other", "is_background": true],
                "Gemini wants to run a command in the background",
                "⚠ outside the project\nin /home/user/other:\nrm -f *"
            ),
            (
                .gemini, "run_shell_command", ["command": "rm -f *", "directory": "src", "is_background": false],
                "Gemini wants to run a command", "in src:\nrm -f *"
            ),
            (
                .gemini, "run_shell_command", ["command": "ls", "dir_path": "/home/user/shop/."],
                "Gemini wants to run a command", "ls"
            ),
            (
                .gemini, "run_shell_command", ["command": "ls", "dir_path": "src", "directory": "/srv"],
                "Gemini wants to run a command", "⚠ outside the project\nin src:\nls\ndirectory: /srv"
            ),
            (
                .gemini, "run_shell_command", ["command": "ls", "additional_permissions": ["network": true]],
                "Gemini wants to run a command", #"ls\#nadditional_permissions: {"network":true}"#
            ),
            (
                .gemini, "replace",
                ["file_path": "a", "old_string": "b", "new_string": "c", "allow_multiple": true, "instruction": "d"],
                "Gemini wants to edit a", "a\neverywhere:\n- b\n+ c"
            ),
            (
                .gemini, "replace", ["file_path": "a", "old_string": "b", "new_string": "c", "allow_multiple": false],
                "Gemini wants to edit a", "a\n- b\n+ c"
            ),
            (
                .gemini, "replace",
                ["file_path": "a", "old_string": "b", "new_string": "c", "expected_replacements": 3],
                "Gemini wants to edit a", "a\n3 times:\n- b\n+ c"
            ),
            (
                .gemini, "replace",
                ["file_path": "a", "old_string": "b", "new_string": "c", "expected_replacements": 1],
                "Gemini wants to edit a", "a\n- b\n+ c"
            ),
            (.opencode, "bash", ["command": "ls", "workdir": "lib"], "OpenCode wants to run a command", "in lib:\nls"),
            (
                .opencode, "webfetch", ["url": "https://a.example", "format": "html"],
                "OpenCode wants to fetch a.example",
                "https://a.example\nformat: html"
            ),
            (.opencode, "bash", ["command": "ls"], "OpenCode wants to run a command", "ls"),
            (.opencode, "edit", ["filepath": "a.ts", "diff": "-a\n+b"], "OpenCode wants to edit a.ts", "a.ts\n-a\n+b"),
            (.opencode, "external_directory", [:], "OpenCode wants to use external_directory", "{}"),
        ] as [(Agent, String, JSONValue, String, String)])
    func dialects(_ agent: Agent, _ tool: String, _ input: JSONValue, _ title: String, _ body: String) throws {
        let draft = try HookText.draft(agent, tool: tool, input)
        #expect(draft.content.title == title)
        #expect(draft.content.body == body)
    }

    @Test("A tool of OpenCode without input is shown by its patterns")
    func patterns() throws {
        let bytes = try HookText.event(
            .opencode, "permission.asked",
            ["properties": ["id": "per_1", "permission": "bash", "patterns": ["git push", "rm -rf a"]]])
        let draft = try HookText.draft(from: bytes, .opencode)
        #expect(draft.content.body == "⚠ deletes recursively\ngit push\nrm -rf a")
    }

    @Test("OpenCode's description of a change is shown where it does not repeat the change")
    func described() throws {
        func body(_ more: [String: JSONValue]) throws -> String {
            let properties: [String: JSONValue] = [
                "id": "per_1", "permission": "edit", "patterns": ["src/a.ts"],
                "metadata": [
                    "filepath": "src/a.ts", "diff": "--- src/a.ts\n-a\n+b",
                    "files": [["relativePath": "src/a.ts", "before": "a", "after": "b"]],
                ],
            ]
            let event = try HookText.event(
                .opencode, "permission.asked", ["properties": .object(properties.merging(more) { $1 })])
            return try HookText.draft(from: event, .opencode).content.body
        }
        #expect(try body([:]) == "src/a.ts\n--- src/a.ts\n-a\n+b")
        #expect(try body(["patterns": ["/etc/*"]]) == "src/a.ts\n--- src/a.ts\n-a\n+b\npatterns: [\"/etc/*\"]")
        #expect(
            try body(["metadata": ["filepath": "a", "diff": "-a", "files": [["relativePath": "b"]]]])
                == "a\n-a\nfiles: [{\"relativePath\":\"b\"}]\npatterns: [\"src/a.ts\"]")
    }

    @Test("Gemini's instruction for a change is shown as the agent's words")
    func instruction() throws {
        let input: JSONValue = ["file_path": "a", "old_string": "b", "new_string": "c", "instruction": "Rename b"]
        #expect(try HookText.draft(.gemini, tool: "replace", input).content.agentSays == "Rename b")
    }

    @Test("Hidden characters in a command are shown and warned of")
    func hidden() throws {
        let draft = try HookText.draft(.claude, tool: "Bash", ["command": "ls \u{202E}x\u{1B}[8m; p\u{0430}ypal"])
        #expect(draft.content.body.hasPrefix("⚠ "))
        #expect(draft.content.body.contains("‹U+202E›"))
        #expect(!draft.content.body.unicodeScalars.contains("\u{1B}"))
    }

    @Test("A file's name cannot imitate a title")
    func hostileFileName() throws {
        let draft = try HookText.draft(
            .claude, tool: "Write", ["file_path": "/a/good\u{202E}txt\nApproved", "content": ""])
        #expect(!draft.content.title.contains("\n"))
        #expect(!draft.content.title.contains("\u{202E}"))
    }
}
