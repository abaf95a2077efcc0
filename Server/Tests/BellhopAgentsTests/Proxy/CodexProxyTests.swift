import BellhopModel
import Testing

@testable import BellhopAgents

@Suite("Between Codex' app-server and its client")
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

    @Test("Each answer is said as Codex documents it, without the member that it leaves out", arguments: cases)
    func answers(_ one: Case) throws {
        var bench = ProxyBench()
        try bench.agent(Self.request(one.method, one.params))
        try bench.answer(one.answer)
        #expect(bench.toAgent == (one.result.map { [["id": 60, "result": $0]] } ?? []))
        // Codex tells its client itself that the request is answered.
        #expect(bench.toClient.count == 1)
        #expect(bench.remarks.count == (one.result == nil ? 1 : 0))
    }

    @Test("A change of files is asked about with the changes that were told last, each with what it does")
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

    @Test("Codex is called so, and a thread's folder is the one that it says it works in")
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
        "What widens access, asks for a secret or a page, or says nothing, is the client's; alone it is refused",
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

    @Test("What Codex calls resolved is taken back")
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
