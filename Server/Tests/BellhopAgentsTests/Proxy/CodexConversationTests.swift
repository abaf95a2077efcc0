import BellhopModel
import Testing

@testable import BellhopAgents

@Suite("Between Codex' app-server and a client that talks of conversations")
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
        "A command is approved for this one time, or denied",
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
        "A patch is shown with what it does to each file, however it is written",
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

    @Test("Lasting access, and what says nothing, is the client's; alone it is refused")
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

    @Test("An interrupted conversation takes its asks back; alone it is aborted")
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
