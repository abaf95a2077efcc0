import BellhopModel
import Testing

@testable import BellhopAgents

@Suite("Proxy between Codex' app-server and its client")
struct CodexProxyTests {
    private static let place: [String: JSONValue] = ["threadId": "t", "turnId": "u", "itemId": "i"]

    private static func request(_ method: String, _ params: [String: JSONValue]) throws -> [UInt8] {
        try Line.request(60, method, .object(place.merging(params) { $1 }), isMarked: false)
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let method: String
        let params: [String: JSONValue]
        let answer: Answer
        /// `nil` when the answer does not fit.
        let result: JSONValue?
        var testDescription: String { "\(method) \(answer)" }
    }

    private static let command = "item/commandExecution/requestApproval"
    private static let input = "item/tool/requestUserInput"
    private static let form = "mcpServer/elicitation/request"
    private static let access: JSONValue = ["fileSystem": ["write": ["/home/user/shared"]]]
    private static let questions: JSONValue = [
        [
            "id": "q1", "header": "Db", "question": "Which?", "isOther": true,
            "options": [["label": "A", "description": "a"]],
        ],
        ["id": "q2", "header": "Name", "question": "Name?", "isOther": false, "options": .null],
    ]
    private static let schema: JSONValue = [
        "type": "object", "required": ["age"],
        "properties": ["age": ["type": "integer", "minimum": 18], "news": ["type": "boolean"]],
    ]

    static let cases: [Case] = [
        .init(method: command, params: ["command": "ls"], answer: .approve, result: ["decision": "accept"]),
        .init(method: command, params: ["command": "ls"], answer: .deny(message: nil), result: ["decision": "decline"]),
        .init(
            method: command, params: ["command": "ls", "availableDecisions": ["accept", "cancel"]],
            answer: .deny(message: nil), result: ["decision": "cancel"]),
        .init(
            method: command, params: ["command": "ls"], answer: .deny(message: nil, interrupt: true),
            result: ["decision": "cancel"]),
        .init(
            method: command, params: ["command": "ls", "availableDecisions": ["accept", "decline"]],
            answer: .deny(message: nil, interrupt: true), result: ["decision": "decline"]),
        .init(method: command, params: ["command": "ls"], answer: .replies([.init(text: "x")]), result: nil),
        .init(
            method: "item/permissions/requestApproval", params: ["permissions": access], answer: .approve,
            result: ["permissions": access, "scope": "turn"]),
        .init(
            method: "item/permissions/requestApproval", params: ["permissions": access], answer: .deny(message: nil),
            result: ["permissions": [:], "scope": "turn"]),
        .init(
            method: input, params: ["questions": questions],
            answer: .replies([.init(selected: ["A"], text: "b"), .init(text: "Ada")]),
            result: ["answers": ["q1": ["answers": ["A", "b"]], "q2": ["answers": ["Ada"]]]]),
        .init(method: input, params: ["questions": questions], answer: .approve, result: nil),
        .init(
            method: form, params: ["serverName": "crm", "mode": "form", "message": "Who?", "requestedSchema": schema],
            answer: .replies([.init(text: " 21 "), .init(selected: ["No"])]),
            result: ["action": "accept", "content": ["age": 21, "news": false], "_meta": .null]),
        .init(
            method: form, params: ["serverName": "crm", "message": "Who?", "requestedSchema": schema],
            answer: .replies([.init(text: "21"), .init(selected: ["Leave out"])]),
            result: ["action": "accept", "content": ["age": 21], "_meta": .null]),
        .init(
            method: form, params: ["serverName": "crm", "message": "Who?", "requestedSchema": schema],
            answer: .replies([.init(text: "17"), .init(selected: ["No"])]), result: nil),
        .init(
            method: form, params: ["serverName": "crm", "message": "Who?", "requestedSchema": schema],
            answer: .deny(message: nil), result: ["action": "decline", "content": .null, "_meta": .null]),
        .init(
            method: form, params: ["serverName": "crm", "message": "Run it?", "requestedSchema": ["properties": [:]]],
            answer: .approve, result: ["action": "accept", "content": [:], "_meta": .null]),
    ]

    @Test("Each response is as Codex documents it, without the jsonrpc member", arguments: cases)
    func answers(_ one: Case) throws {
        var bench = ProxyBench()
        try bench.agent(Self.request(one.method, one.params))
        try bench.answer(one.answer)
        #expect(bench.toAgent == (one.result.map { [["id": 60, "result": $0]] } ?? []))
        // Codex itself notifies its client that the request is answered.
        #expect(bench.toClient.count == 1)
        #expect(bench.remarks.count == (one.result == nil ? 1 : 0))
    }

    @Test("A change of files is asked about with the latest changes and their kinds")
    func fileChange() throws {
        var bench = ProxyBench()
        let first: JSONValue = [["path": "/a.txt", "kind": ["type": "update", "move_path": .null], "diff": "-a\n+b"]]
        let item: JSONValue = ["id": "i", "type": "fileChange", "changes": first, "status": "inProgress"]
        try bench.agent(Line.notification("item/started", ["threadId": "t", "turnId": "u", "item": item]))
        try bench.agent(Self.request("item/fileChange/requestApproval", ["reason": "to fix it"]))
        #expect(bench.tickets.last?.content.body == "/a.txt\n-a\n+b")
        #expect(bench.tickets.last?.content.agentSays == "to fix it")
        try bench.answer(.approve)
        #expect(bench.toAgent == [["id": 60, "result": ["decision": "accept"]]])

        let changes: JSONValue = [
            ["path": "/a.txt", "kind": ["type": "update", "move_path": "/b.txt"], "diff": "-a"],
            ["path": "/new", "kind": ["type": "add"], "diff": "one\ntwo\n"],
            ["path": "/old", "kind": ["type": "delete"], "diff": "gone"],
        ]
        let place: JSONValue = ["threadId": "t", "turnId": "u", "itemId": "i", "changes": changes]
        try bench.agent(Line.notification("item/fileChange/patchUpdated", place))
        try bench.agent(Self.request("item/fileChange/requestApproval", [:]))
        #expect(bench.tickets.last?.content.title == "gemini wants to change 3 files")
        #expect(bench.tickets.last?.content.body == "/a.txt → /b.txt\n-a\nadd /new\n+ one\n+ two\ndelete /old")
    }

    @Test("The agent's name is Codex, and a thread's folder is the reported one")
    func name() throws {
        var bench = ProxyBench()
        try bench.client(Line.request(0, "initialize"))
        try bench.agent(Line.bytes(["id": 0, "result": ["userAgent": "codex_vscode/1.0"]]))
        try bench.client(Line.request(1, "thread/start", ["cwd": "/home/user"]))
        try bench.agent(Line.response(1, ["thread": ["id": "t", "cwd": "/home/user/shop"], "model": "x"]))
        try bench.agent(Self.request("item/permissions/requestApproval", ["permissions": Self.access]))
        #expect(bench.tickets.first?.content.origin.project == "shop")
        #expect(bench.tickets.first?.content.title == "Codex wants more access for this turn")
    }

    @Test(
        "Requests for wider access, secrets or pages, and empty ones, are left to the client, or refused in phone-only mode",
        arguments: [
            ("item/fileChange/requestApproval", [:], ["decision": "decline"]),
            ("item/fileChange/requestApproval", ["grantRoot": "/"], ["decision": "decline"]),
            (
                command, ["command": "ls", "availableDecisions": ["acceptForSession", "decline"]],
                ["decision": "decline"]
            ),
            (command, [:], ["decision": "decline"]),
            ("item/permissions/requestApproval", [:], ["permissions": [:], "scope": "turn"]),
            (input, ["questions": [["id": "a", "question": "Password?", "isSecret": true]]], ["answers": [:]]),
            (form, ["mode": "url", "url": "https://a"], ["action": "decline", "content": .null, "_meta": .null]),
            (
                form, ["requestedSchema": ["properties": ["a": ["type": "object"]]]],
                ["action": "decline", "content": .null, "_meta": .null]
            ),
        ] as [(String, [String: JSONValue], JSONValue)])
    func unaskable(method: String, params: [String: JSONValue], refusal: JSONValue) throws {
        var bench = ProxyBench()
        try bench.agent(Self.request(method, params))
        #expect(bench.tickets.isEmpty && bench.toClient.count == 1)
        var alone = ProxyBench(phoneOnly: true)
        try alone.agent(Self.request(method, params))
        #expect(alone.toAgent == [["id": 60, "result": refusal]])
        #expect(alone.toClient.isEmpty)
    }

    @Test("A request that Codex reports as resolved is withdrawn")
    func resolved() throws {
        var bench = ProxyBench()
        try bench.agent(Self.request(Self.command, ["command": "ls"]))
        try bench.agent(
            Line.bytes(["method": "serverRequest/resolved", "params": ["threadId": "t", "requestId": 60]]))
        #expect(bench.withdrawals == [.withdrawnByAgent])
        #expect(bench.toClient.count == 2)
        try bench.answer(.approve)
        #expect(bench.toAgent.isEmpty)
    }
}

@Suite("Proxy between Codex' app-server and a client with conversations")
struct CodexConversationTests {
    private static func command(_ more: [String: JSONValue] = [:]) throws -> [UInt8] {
        let usual: [String: JSONValue] = [
            "conversationId": "v", "callId": "c", "approvalId": .null, "command": ["bash", "-lc", "npm test"],
            "cwd": "/home/user/shop", "reason": "to check", "parsedCmd": [["type": "unknown", "cmd": "npm test"]],
        ]
        return try Line.request(3, "execCommandApproval", .object(usual.merging(more) { $1 }), isMarked: false)
    }

    private static func patch(_ changes: JSONValue, root: JSONValue = .null) throws -> [UInt8] {
        let params: JSONValue = ["conversationId": "v", "callId": "c", "fileChanges": changes, "grantRoot": root]
        return try Line.request(4, "applyPatchApproval", params, isMarked: false)
    }

    @Test(
        "A command is approved once, or denied",
        arguments: [(Answer.approve, "approved"), (.deny(message: "no"), "denied")])
    func commands(answer: Answer, decision: String) throws {
        var bench = ProxyBench()
        try bench.agent(Self.command())
        let content = try #require(bench.tickets.first?.content)
        #expect(content.title == "gemini wants to run a command")
        #expect(content.body == "in /home/user/shop:\nnpm test")
        #expect(content.agentSays == "to check")
        #expect(content.origin.project == "shop")
        try bench.answer(answer)
        #expect(bench.toAgent == [["id": 3, "result": ["decision": .string(decision)]]])
    }

    @Test(
        "A patch is shown with the change of each file, in every notation",
        arguments: [
            (["/n": ["type": "add", "content": "a\n"]], "add /n\n+ a"),
            (["/n": ["add": ["content": "a"]]], "add /n\n+ a"),
            (["/d": ["type": "delete", "content": "a"]], "delete /d"),
            (["/u": ["type": "update", "unified_diff": "-a\n+b", "move_path": "/v"]], "/u → /v\n-a\n+b"),
            (["/u": ["update": ["unified_diff": "-a", "move_path": .null]]], "/u\n-a"),
            (["/b": ["type": "delete"], "/a": ["type": "delete"]], "delete /a\ndelete /b"),
        ] as [(JSONValue, String)])
    func patches(changes: JSONValue, body: String) throws {
        var bench = ProxyBench()
        try bench.agent(Self.patch(changes))
        #expect(bench.tickets.first?.content.body == body)
        try bench.answer(.approve)
        #expect(bench.toAgent == [["id": 4, "result": ["decision": "approved"]]])
    }

    @Test("Permanent access and empty requests are left to the client, or refused in phone-only mode")
    func unaskable() throws {
        for line in [
            try Self.patch(["/a": ["type": "delete"]], root: "/"), try Self.patch([:]),
            try Self.command(["command": []]),
        ] {
            var bench = ProxyBench()
            try bench.agent(line)
            #expect(bench.tickets.isEmpty && bench.toClient.count == 1)
            var alone = ProxyBench(phoneOnly: true)
            try alone.agent(line)
            #expect(alone.toAgent.map { $0["result"] } == [["decision": "denied"]])
        }
    }

    @Test("An interrupted conversation withdraws its asks, and in phone-only mode aborts them")
    func interrupted() throws {
        var bench = ProxyBench(phoneOnly: true)
        try bench.agent(Self.command())
        try bench.client(Line.request(8, "interruptConversation", ["conversationId": "other"]))
        #expect(bench.withdrawals.isEmpty)
        try bench.client(Line.request(9, "interruptConversation", ["conversationId": "v"]))
        #expect(bench.withdrawals == [.withdrawnByAgent])
        #expect(bench.toAgent.last == ["id": 3, "result": ["decision": "abort"]])
    }
}
