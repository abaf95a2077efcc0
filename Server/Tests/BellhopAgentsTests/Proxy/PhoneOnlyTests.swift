import BellhopModel
import Testing

@testable import BellhopAgents

@Suite("Phone-only mode")
struct PhoneOnlyTests {
    private static func deep(_ levels: Int) -> JSONValue {
        (0..<levels).reduce(.null) { inner, _ in .array([inner]) }
    }

    @Test(
        "An unreadable request is refused in the format of its protocol",
        arguments: [
            ("session/request_permission", ["outcome": ["outcome": "cancelled"]]),
            ("elicitation/create", ["action": "decline"]),
            ("item/commandExecution/requestApproval", ["decision": "decline"]),
            ("item/fileChange/requestApproval", ["decision": "decline"]),
            ("item/permissions/requestApproval", ["permissions": [:], "scope": "turn"]),
            ("item/tool/requestUserInput", ["answers": [:]]),
            ("mcpServer/elicitation/request", ["action": "decline", "content": .null, "_meta": .null]),
            ("execCommandApproval", ["decision": "denied"]), ("applyPatchApproval", ["decision": "denied"]),
        ] as [(String, JSONValue)])
    func unreadable(method: String, refusal: JSONValue) throws {
        for params in [["x": Self.deep(200)], ["x": .string(String(repeating: "x", count: 5 << 20))]] as [JSONValue] {
            let line = try Line.request(7, method, params)
            var alone = ProxyBench(phoneOnly: true)
            try alone.agent(line)
            #expect(alone.toAgent == [["jsonrpc": "2.0", "id": 7, "result": refusal]])
            #expect(alone.toClient.isEmpty && alone.tickets.isEmpty && alone.remarks.count == 1)
            // With a client, the client decides.
            var bench = ProxyBench()
            #expect(bench.proxy.receive(.line(line), from: .agent).first == .write(line, to: .client))
            #expect(bench.tickets.isEmpty)
        }
    }

    @Test(
        "A line of the agent that is no message is not passed on",
        arguments: [
            "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/request_permission\",\"params\":{}}]\n",
            "{\"id\":1,\"method\":\"x\",\"method\":\"session/request_permission\"}\n", "Starting…\n",
            "{\"id\":null,\"method\":\"session/request_permission\",\"params\":{}}\n",
        ])
    func noMessage(text: String) {
        var proxy = ProxyBench(phoneOnly: true).proxy
        let effects = proxy.receive(.line(Array(text.utf8)), from: .agent)
        #expect(effects.count == 1)
        guard case .remark? = effects.first else {
            Issue.record("it was passed on")
            return
        }
    }

    @Test("An overlong line of the agent is reported and not relayed; lines of the client are relayed at any length")
    func tooLong() {
        var proxy = ProxyBench(phoneOnly: true).proxy
        #expect(proxy.lineLimit(of: .agent) > proxy.lineLimit(of: .client))
        #expect(proxy.receive(.part([1], endsLine: false), from: .agent) == [])
        let ended = proxy.receive(.part([10], endsLine: true), from: .agent)
        #expect(ended.count == 1 && !ended.contains(.write([10], to: .client)))
        #expect(proxy.receive(.part([1], endsLine: false), from: .client) == [.write([1], to: .agent)])
    }
}

@Suite("Forms of elicitations")
struct ElicitationTests {
    private static func form(_ property: JSONValue, isRequired: Bool = true) -> ElicitationForm? {
        ElicitationForm(["properties": ["p": property], "required": isRequired ? ["p"] : []])
    }

    @Test(
        "Each kind of property accepts matching values of its type",
        arguments: [
            (["type": "string"], Reply(text: "Ada"), "Ada"),
            (["type": "string", "minLength": 4], Reply(text: "Ada"), nil),
            (["type": "string", "maxLength": 2], Reply(text: "Ada"), nil),
            (["type": "number", "maximum": 2], Reply(text: "1.5"), 1.5),
            (["type": "number", "maximum": 2], Reply(text: "2.5"), nil),
            (["type": "number"], Reply(text: "nan"), nil),
            (["type": "integer"], Reply(text: "1.5"), nil),
            (["type": "integer"], Reply(text: "7 "), 7),
            (["type": "boolean"], Reply(selected: ["Yes"]), true),
            (["type": "string", "enum": ["a", "b"], "enumNames": ["Alpha", "Beta"]], Reply(selected: ["Beta"]), "b"),
            (["type": "string", "oneOf": [["const": "#f00", "title": "Red"]]], Reply(selected: ["Red"]), "#f00"),
            (
                ["type": "array", "items": ["type": "string", "enum": ["a", "b"]]], Reply(selected: ["b", "a"]),
                ["b", "a"]
            ),
            (["type": "array", "maxItems": 1, "items": ["enum": ["a", "b"]]], Reply(selected: ["a", "b"]), nil),
            (["type": "array", "items": ["anyOf": [["const": "x", "title": "X"]]]], Reply(selected: ["X"]), ["x"]),
        ] as [(JSONValue, Reply, JSONValue?)])
    func values(schema: JSONValue, reply: Reply, value: JSONValue?) throws {
        let form = try #require(Self.form(schema))
        #expect(form.content(of: [reply]) == value.map { ["p": $0] })
    }

    @Test("Optional properties can be omitted, also texts")
    func optional() throws {
        let form = try #require(Self.form(["type": "string", "title": "Name"], isRequired: false))
        #expect(form.questionForm.questions.first?.options.map(\.label) == ["Leave out"])
        #expect(form.content(of: [Reply(selected: ["Leave out"])]) == [:])
        #expect(form.content(of: [Reply(text: "Ada")]) == ["p": "Ada"])
    }

    @Test(
        "A form with properties that a phone cannot ask is rejected",
        arguments: [
            ["type": "object"], ["type": "string", "enum": []], ["type": "array", "items": ["type": "string"]],
            "string", [:], ["type": "string", "enum": ["a", 2]], ["type": "string", "format": "password"],
            ["type": "string", "oneOf": [["const": "a"], ["title": "B"]]], ["type": "string", "writeOnly": true],
            ["type": "string", "enum": .array((0..<30).map { .string("\($0)") })],
        ] as [JSONValue])
    func none(schema: JSONValue) {
        #expect(Self.form(schema) == nil)
    }
}
