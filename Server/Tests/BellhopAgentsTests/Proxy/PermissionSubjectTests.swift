import BellhopModel
import Testing

@testable import BellhopAgents

@Suite("Subjects of ACP permission requests")
struct PermissionSubjectTests {
    private static func content(_ line: [UInt8], after told: [[UInt8]] = []) throws -> AskRequest.Content {
        var bench = ProxyBench()
        for line in told { try bench.agent(line) }
        try bench.agent(line)
        return try #require(bench.tickets.first?.content)
    }

    @Test("A command is shown once, with its hazards first and the model's words separately")
    func command() throws {
        let content = try Self.content(
            ProxyBench.permission(toolCall: [
                "toolCallId": "c", "kind": "execute", "title": "`echo \\`id\\``",
                "rawInput": [
                    "command": "echo `id`", "description": "Says who it is", "dangerouslyDisableSandbox": true,
                ],
                "content": [["type": "content", "content": ["type": "text", "text": "Says who it is"]]],
            ]))
        #expect(content.body == "⚠ outside the sandbox\necho `id`")
        #expect(content.agentSays == "Says who it is")
    }

    @Test(
        "A command given as arguments is shown as it runs",
        arguments: [
            (["ls", "-la"], "ls -la"), (["/bin/bash", "-lc", "rm -rf 'a b'"], "rm -rf 'a b'"),
            (["rm", "a b"], #"["rm","a b"]"#), (["rm", ""], #"["rm",""]"#),
        ] as [([JSONValue], String)])
    func arguments(words: [JSONValue], shown: String) throws {
        let call: JSONValue = ["toolCallId": "c", "kind": "execute", "rawInput": ["command": .array(words)]]
        let body = try Self.content(ProxyBench.permission(toolCall: call)).body
        #expect(body.split(separator: "\n").last.map(String.init) == shown)
    }

    @Test("The other input of a command is shown below it, except identifiers and repetitions")
    func commandInput() throws {
        let content = try Self.content(
            ProxyBench.permission(toolCall: [
                "toolCallId": "c", "kind": "execute", "title": "npm test",
                "rawInput": [
                    "call_id": "c", "turn_id": "1", "command": ["/bin/zsh", "-lc", "npm test"], "cwd": "/home/user",
                    "parsed_cmd": [["type": "unknown", "cmd": "npm test"]], "network_access": true,
                    "run_in_background": true,
                ],
            ]))
        #expect(content.title == "gemini wants to run a command in the background")
        #expect(content.body == "npm test\nnetwork_access: true")
    }

    @Test("A change shows the flags that its lines do not contain")
    func flags() throws {
        let content = try Self.content(
            ProxyBench.permission(toolCall: [
                "toolCallId": "c", "kind": "edit",
                "rawInput": ["old": "a", "new": "b", "replace_all": true, "backup": false, "limit": 7],
                "content": [["type": "diff", "path": "/x", "oldText": "a", "newText": "b"]],
            ]))
        #expect(content.body == "/x\n- a\n+ b\nlimit: 7\nreplace_all: true")
    }

    @Test(
        "Input that neither title nor content contains is shown too",
        arguments: [
            (["path": "/etc/passwd"], "Look up\nReads a file\n{\"path\":\"/etc/passwd\"}"),
            (["what": "a file"], "Look up\nReads a file"), ([:], "Look up\nReads a file"),
            (["what": "a file", "up": "up"], "Look up\nReads a file\n{\"up\":\"up\",\"what\":\"a file\"}"),
            (["what": "a file", "force": true], "Look up\nReads a file\n{\"force\":true,\"what\":\"a file\"}"),
        ] as [(JSONValue, String)])
    func input(input: JSONValue, body: String) throws {
        let content = try Self.content(
            ProxyBench.permission(toolCall: [
                "toolCallId": "c", "kind": "other", "title": "Look up", "rawInput": input,
                "content": [["type": "content", "content": ["type": "text", "text": "Reads a file"]]],
            ]))
        #expect(content.body == body)
    }

    @Test(
        "A new file has only new lines, and an emptied one only old ones",
        arguments: [
            (.null, "a\nb\n", "/x\n+ a\n+ b"), ("", "a", "/x\n+ a"), ("a\n", "", "/x\n- a"),
            ("a", "a\n", "/x\n+ "), ("a\nb", "a\nc", "/x\n- b\n+ c"),
        ] as [(JSONValue, JSONValue, String)])
    func lines(old: JSONValue, new: JSONValue, body: String) throws {
        let content = try Self.content(
            ProxyBench.permission(toolCall: [
                "toolCallId": "c", "kind": "edit",
                "content": [["type": "diff", "path": "/x", "oldText": old, "newText": new]],
            ]))
        #expect(content.body == body)
    }

    // MARK: Version 2

    private static func request(_ params: [String: JSONValue]) throws -> [UInt8] {
        let usual: [String: JSONValue] = ["sessionId": "s", "title": "May I?", "options": ProxyBench.options]
        return try Line.request(5, "session/request_permission", .object(usual.merging(params) { $1 }))
    }

    private static func update(_ fields: [String: JSONValue]) throws -> [UInt8] {
        let update = fields.merging(["toolCallId": "c"]) { $1 }
        return try Line.notification("session/update", ["sessionId": "s", "update": .object(update)])
    }

    @Test("In version 2 the command is in the subject, and the request has its own title")
    func subjectCommand() throws {
        let content = try Self.content(
            Self.request([
                "description": "To see whether it works",
                "subject": ["type": "command", "command": "rm -rf build", "cwd": "/home/user/shop"],
            ]))
        #expect(content.title == "gemini wants to run a command")
        #expect(content.body == "⚠ deletes recursively\nin /home/user/shop:\nrm -rf build")
        #expect(content.agentSays == "May I?\nTo see whether it works")
        #expect(content.origin.project == "shop")
    }

    @Test("In version 2 a tool call is merged from updates and chunks, and a diff lists its changes")
    func subjectToolCall() throws {
        let diff: JSONValue = [
            "type": "diff", "patch": ["format": "git_patch", "text": "-a\n+b"],
            "changes": [
                ["operation": "modify", "path": "/p/a.txt"], ["operation": "move", "oldPath": "/p/b", "path": "/p/c"],
            ],
        ]
        let text: JSONValue = ["type": "content", "content": ["type": "text", "text": "Why"]]
        let content = try Self.content(
            Self.request(["subject": ["type": "tool_call", "toolCall": ["toolCallId": "c"]]]),
            after: [
                Self.update(["sessionUpdate": "tool_call_update", "kind": "edit", "content": [diff]]),
                Self.update(["sessionUpdate": "tool_call_content_chunk", "content": text]),
            ])
        #expect(content.title == "gemini wants to edit a.txt")
        #expect(content.body == "modify /p/a.txt\nmove /p/b → /p/c\n-a\n+b\nWhy")
    }

    @Test("An unknown subject is shown unchanged below the request's title")
    func unknownSubject() throws {
        let content = try Self.content(Self.request(["subject": ["type": "_door", "which": "back"]]))
        #expect(content.title == "gemini wants to use a tool")
        #expect(content.body == "May I?\n{\"type\":\"_door\",\"which\":\"back\"}")
    }

    @Test("The agent's name is read from version 2's field")
    func name() throws {
        var bench = ProxyBench()
        try bench.client(Line.request(0, "initialize"))
        try bench.agent(Line.response(0, ["info": ["name": "codex-acp", "title": "Codex"]]))
        try bench.agent(ProxyBench.permission())
        #expect(bench.tickets.first?.content.title == "Codex wants to run a command")
    }

    // MARK: Options

    @Test("Permanent and unknown options are never offered")
    func permanent() throws {
        let options: JSONValue = [
            ["optionId": "a", "name": "This file", "kind": "allow_once"],
            ["optionId": "b", "name": "All files", "kind": "allow_once"],
            ["optionId": "c", "name": "From now on", "kind": "allow_always"],
            ["optionId": "d", "name": "Never again", "kind": "reject_always"],
            ["optionId": "e", "name": "Until tomorrow", "kind": "_allow_today"],
            ["optionId": "f", "name": "Not now", "kind": "reject_once"],
        ]
        let question = try #require(try Self.content(ProxyBench.permission(options: options)).questions.first)
        #expect(question.options.map(\.label) == ["This file", "All files", "Not now"])
        var alone = ProxyBench(phoneOnly: true)
        try alone.agent(
            ProxyBench.permission(options: [
                ["optionId": "d", "name": "Never again", "kind": "reject_always"],
                ["optionId": "e", "name": "Until tomorrow", "kind": "_allow_today"],
            ]))
        #expect(alone.tickets.isEmpty)
        #expect(alone.toAgent.first?["result"] == ProxyBench.cancelled)
    }

    @Test("A denial never chooses the permanent option")
    func denial() throws {
        let options: JSONValue = [
            ["optionId": "a", "name": "Yes", "kind": "allow_once"],
            ["optionId": "d", "name": "Never again", "kind": "reject_always"],
        ]
        var bench = ProxyBench()
        try bench.agent(ProxyBench.permission(options: options))
        try bench.answer(.deny(message: nil))
        #expect(bench.toAgent.first?["result"] == ProxyBench.cancelled)
    }

    @Test("A closed session withdraws its asks")
    func closed() throws {
        var bench = ProxyBench(phoneOnly: true)
        try bench.agent(ProxyBench.permission())
        try bench.client(Line.request(9, "session/close", ["sessionId": "s"]))
        #expect(bench.withdrawals == [.withdrawnByAgent])
        #expect(bench.toAgent.map { $0["method"] ?? $0["result"] } == ["session/close", ProxyBench.cancelled])
    }
}
