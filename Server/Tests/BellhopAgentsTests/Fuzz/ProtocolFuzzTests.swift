import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopAgents

@Suite("Fuzzing of protocols")
struct ProtocolFuzzTests {
    @Test("100,000 mutated lines of an agent never lead to an allow without an approval")
    func proxy() async throws {
        var generator = SeededGenerator(seed: 0xACB)
        let seeds = try Self.agentLines()
        var asked = 0
        for _ in 0..<100_000 {
            // Lower priority, because other tests have deadlines and there are few threads.
            await Task.yield()
            let line = Self.mutated(seeds, using: &generator)
            var proxy = ProxyBench(phoneOnly: true).proxy
            let effects = proxy.receive(.line(line), from: .agent)
            for effect in effects {
                switch effect {
                case .write(let bytes, .client): #expect(bytes == line)
                case .write(let bytes, .agent): try Self.expectRefusal(bytes, of: line)
                case .ask(let ticket):
                    asked += 1
                    for said in proxy.resolve(ticket.id, with: .failed("no answer")) {
                        if case .write(let bytes, .agent) = said { try Self.expectRefusal(bytes, of: line) }
                    }
                case .withdraw, .remark: break
                }
            }
        }
        #expect(asked > 500)
    }

    @Test("With 20,000 mutated updates of a tool call no approval covers content that the phone did not show")
    func changedCalls() async throws {
        var generator = SeededGenerator(seed: 0xCA11)
        let seeds = try ChangedCallTests.changes.map { try ChangedCallTests.update($0.0) }
        var bench = ProxyBench(phoneOnly: true)
        try bench.agent(ProxyBench.permission(toolCall: ChangedCallTests.asked))
        let ticket = try #require(bench.tickets.first)
        let approval = try bench.phone.verified(ticket.content, .approve)
        let shown = try #require(ChangedCallTests.asked.object)
        var approved = 0
        for _ in 0..<20_000 {
            // Lower priority, because other tests have deadlines and there are few threads.
            await Task.yield()
            var proxy = bench.proxy
            _ = proxy.receive(.line(Self.mutated(seeds, using: &generator)), from: .agent)
            guard proxy.resolve(ticket.id, with: .answered(approval)).contains(where: \.isForAgent) else { continue }
            approved += 1
            let now = proxy.context.fields(of: .init(session: "s", id: "c"))
            #expect(shown.allSatisfy { now[$0.key] == $0.value })
        }
        #expect(approved > 1000 && approved < 15_000)
    }

    /// Checks that no effect approves in any of the protocols.
    private static func expectRefusal(_ bytes: [UInt8], of line: [UInt8]) throws {
        let result = try #require(try Line.json(bytes)["result"])
        switch (result["outcome"]?["outcome"]?.string, result["decision"]?.string, result["action"]?.string) {
        case ("selected"?, nil, nil):
            let options = try Line.json(line)["params"]?["options"]?.array ?? []
            let kinds = options.filter { $0["optionId"] == result["outcome"]?["optionId"] }.map { $0["kind"]?.string }
            #expect(kinds == ["reject_once"])
        case ("cancelled"?, nil, nil), (nil, "decline"?, nil), (nil, "cancel"?, nil), (nil, "denied"?, nil),
            (nil, nil, "decline"?):
            break
        default: #expect(result["permissions"] == [:] || result["answers"] == [:])
        }
    }

    @Test("100,000 mutated lines of a client never get an approval from the MCP server without an answer")
    func server() async throws {
        var generator = SeededGenerator(seed: 0x3C9)
        let seeds = try Self.clientLines()
        var started = 0
        for _ in 0..<100_000 {
            // Lower priority, because other tests have deadlines and there are few threads.
            await Task.yield()
            var server = MCPServer(version: "1", host: nil, folder: nil)
            for step in server.receive(.line(Self.mutated(seeds, using: &generator))) {
                switch step {
                case .send(let line): #expect(!Self.allows(line))
                case .start(let call):
                    started += 1
                    let said = server.finish(call.id, with: .failed("no answer"))
                    let line = try #require(said)
                    #expect(!Self.allows(line))
                case .stop: break
                }
            }
        }
        #expect(started > 500)
    }

    private static func allows(_ line: [UInt8]) -> Bool {
        String(decoding: line, as: UTF8.self).contains(#"\"behavior\":\"allow\""#)
    }

    private static func agentLines() throws -> [[UInt8]] {
        let codex: [String: JSONValue] = ["threadId": "t", "turnId": "u", "itemId": "i"]
        func request(_ method: String, _ more: [String: JSONValue]) throws -> [UInt8] {
            try Line.request(60, method, .object(codex.merging(more) { $1 }), isMarked: false)
        }
        let schema: JSONValue = [
            "properties": ["age": ["type": "integer"], "ok": ["type": "boolean"]], "required": ["ok"],
        ]
        return [
            try ProxyBench.permission(),
            try ProxyBench.permission("x", options: [["optionId": "yes1", "kind": "allow_once"]]),
            try request(
                "item/commandExecution/requestApproval", ["command": "rm -rf a", "availableDecisions": ["accept"]]),
            try request("item/permissions/requestApproval", ["permissions": ["network": ["enabled": true]]]),
            try request("execCommandApproval", ["conversationId": "v", "command": ["rm", "-rf", "a"]]),
            try request("applyPatchApproval", ["fileChanges": ["/a": ["type": "update", "unified_diff": "+a"]]]),
            try Line.request(
                2, "session/request_permission",
                [
                    "sessionId": "s", "title": "a", "options": ProxyBench.options,
                    "subject": ["type": "command", "command": "rm a", "cwd": "/b"],
                ]),
            try request(
                "item/tool/requestUserInput",
                ["questions": [["id": "a", "question": "b", "options": [["label": "c"]]]]]),
            try request("mcpServer/elicitation/request", ["message": "a", "requestedSchema": schema]),
            try Line.request(1, "elicitation/create", ["mode": "form", "message": "a", "requestedSchema": schema]),
        ]
    }

    private static func clientLines() throws -> [[UInt8]] {
        func call(_ tool: String, _ arguments: JSONValue) throws -> [UInt8] {
            try Line.request(1, "tools/call", ["name": .string(tool), "arguments": arguments])
        }
        return [
            try call("approve", ["tool_name": "Bash", "input": HookText.bash, "tool_use_id": "t"]),
            try call("approve", ["tool_name": "AskUserQuestion", "input": HookText.questions]),
            try call("approve", ["tool_name": "ExitPlanMode", "input": HookText.plan]),
            try call("ask", ["question": "a", "options": ["b", "c"]]), try call("notify", ["title": "a", "body": "b"]),
        ]
    }

    private static func mutated(_ seeds: [[UInt8]], using generator: inout SeededGenerator) -> [UInt8] {
        var line = Array((seeds.randomElement(using: &generator) ?? []).dropLast())
        for _ in 0..<Int.random(in: 0...3, using: &generator) where !line.isEmpty {
            let position = Int.random(in: 0..<line.count, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: line[position] = UInt8.random(in: 32...255, using: &generator)
            case 1: line.remove(at: position)
            case 2: line.insert(contentsOf: fragments.randomElement(using: &generator) ?? [], at: position)
            case 3:
                line.removeSubrange(position..<min(line.count, position + Int.random(in: 1...20, using: &generator)))
            default:
                guard let quote = line[position...].firstIndex(of: UInt8(ascii: "\"")),
                    let end = line[(quote + 1)...].firstIndex(of: UInt8(ascii: "\""))
                else { continue }
                line.replaceSubrange(quote...end, with: fragments.randomElement(using: &generator) ?? [])
            }
        }
        return line + [UInt8(ascii: "\n")]
    }

    private static let fragments = [
        "null", "true", "{}", "[]", "17", "\"\"", "\"allow_once\"", "\"selected\"", "\"yes\"", "\"accept\"",
        "\"optionId\"",
        "\"behavior\":\"allow\",", "\"outcome\":\"selected\",", "\\u0000", "1e999", "\"result\":{},",
        "\"method\":\"x\",", "😀",
    ].map { Array($0.utf8) }
}

extension AgentProxy.Effect {
    fileprivate var isForAgent: Bool { if case .write(_, .agent) = self { true } else { false } }
}
