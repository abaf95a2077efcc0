import BellhopModel
import Testing

@testable import BellhopAgents

@Suite("Tool calls that change while they are asked about")
struct ChangedCallTests {
    static func update(_ fields: [String: JSONValue], as kind: String = "tool_call_update") throws -> [UInt8] {
        let update = fields.merging(["toolCallId": fields["toolCallId"] ?? "c", "sessionUpdate": .string(kind)]) { $1 }
        return try Line.notification("session/update", ["sessionId": "s", "update": .object(update)])
    }

    static let asked: JSONValue = [
        "toolCallId": "c", "kind": "edit", "title": "Edit a.txt", "rawInput": ["path": "/a.txt", "text": "one"],
        "content": [["type": "diff", "path": "/a.txt", "oldText": .null, "newText": "one"]],
        "locations": [["path": "/a.txt"]],
    ]

    /// A change and its appearance on the phone.
    static let changes: [([String: JSONValue], String)] = [
        (["rawInput": ["path": "/etc/passwd", "text": "one"]], "/a.txt\n+ one"),
        (
            ["content": [["type": "diff", "path": "/etc/passwd", "oldText": .null, "newText": "root"]]],
            "/etc/passwd\n+ root"
        ),
        (["title": "Edit passwd"], "Edit passwd"), (["locations": [["path": "/etc/a.txt"]]], "/a.txt\n+ one"),
        (["kind": "delete"], "/a.txt\n+ one"), (["status": "in_progress", "title": "Edit passwd"], "Edit passwd"),
        (["extra": 1], "/a.txt\n+ one"),
    ]

    @Test(
        "A changed call is withdrawn and asked again; an approval of the former content has no effect",
        arguments: changes, [false, true])
    func changed(change: (fields: [String: JSONValue], shown: String), phoneOnly: Bool) throws {
        var bench = ProxyBench(phoneOnly: phoneOnly)
        try bench.agent(ProxyBench.permission(toolCall: Self.asked))
        let before = try #require(bench.tickets.last)
        let line = try Self.update(change.fields)
        try bench.agent(line)
        #expect(bench.toClient.last == (try Line.json(line)))
        #expect(bench.withdrawals == [.withdrawnByAgent] && bench.tickets.count == 2)
        let after = try #require(bench.tickets.last)
        #expect(after.id != before.id && after.content.inputDigest != before.content.inputDigest)
        #expect(after.content.body.contains(change.shown))
        let stale = try bench.phone.verified(before.content, .approve)
        #expect(bench.proxy.resolve(before.id, with: .answered(stale)) == [])
        try bench.answer(.approve)
        #expect(bench.toAgent.map { $0["result"] } == [ProxyBench.selected("yes")])
    }

    @Test("An approval of the former call does not approve the changed one, also with its ticket")
    func stale() throws {
        var bench = ProxyBench(phoneOnly: true)
        try bench.agent(ProxyBench.permission(toolCall: Self.asked))
        let stale = try bench.phone.verified(try #require(bench.tickets.last).content, .approve)
        try bench.agent(Self.update(["rawInput": ["path": "/etc/passwd"]]))
        let effects = bench.proxy.resolve(try #require(bench.tickets.last).id, with: .answered(stale))
        guard case .write(let line, .agent)? = effects.first else {
            Issue.record("nothing was said")
            return
        }
        #expect(try Line.json(line)["result"] == ProxyBench.selected("no"))
    }

    @Test("The signed input is the changed call")
    func exact() throws {
        for subject: [String: JSONValue] in [
            ["toolCall": Self.asked], ["subject": ["type": "tool_call", "toolCall": Self.asked], "title": "May I?"],
        ] {
            var bench = ProxyBench()
            let params = subject.merging(["sessionId": "s", "options": ProxyBench.options]) { $1 }
            try bench.agent(Line.request(5, "session/request_permission", .object(params)))
            try bench.agent(Self.update(["rawInput": ["path": "/b.txt", "text": "two"]]))
            let ticket = try #require(bench.tickets.last)
            let exact = try CanonicalJSON.decode(JSONValue.self, from: ticket.content.input.utf8)
            let now = exact["params"]?["toolCall"] ?? exact["params"]?["subject"]?["toolCall"]
            #expect(now?["rawInput"] == ["path": "/b.txt", "text": "two"] && now?["title"] == "Edit a.txt")
            #expect(exact["item"]?["rawInput"] == now?["rawInput"])
        }
    }

    static let same: [[String: JSONValue]] = [
        ["status": "in_progress"], ["rawOutput": "…"], ["_meta": ["at": 1]], ["title": .null], [:],
        ["rawInput": ["path": "/a.txt", "text": "one"], "title": "Edit a.txt"],
        ["toolCallId": "other", "rawInput": ["path": "/etc/passwd"]],
    ]

    @Test("Changes without effect on the decision, and of other calls, leave the ask open", arguments: same)
    func unchanged(fields: [String: JSONValue]) throws {
        var bench = ProxyBench()
        try bench.agent(ProxyBench.permission(toolCall: Self.asked))
        try bench.agent(Self.update(fields))
        #expect(bench.withdrawals.isEmpty && bench.tickets.count == 1 && bench.toClient.count == 2)
        try bench.answer(.approve)
        #expect(bench.toAgent.map { $0["result"] } == [ProxyBench.selected("yes")])
    }

    @Test("A tool call update asks the phone again only when it changes the shown text")
    func late() throws {
        var bench = ProxyBench()
        try bench.agent(ProxyBench.permission())
        try bench.agent(Self.update(["locations": [["path": "/home/user/shop"]]]))
        #expect(bench.tickets.count == 1)
        try bench.agent(Self.update(["kind": "delete"]))
        #expect(bench.tickets.count == 2)
    }

    @Test("A content chunk asks the phone again")
    func chunks() throws {
        var bench = ProxyBench()
        try bench.agent(ProxyBench.permission(toolCall: Self.asked))
        let more: JSONValue = ["type": "diff", "path": "/etc/passwd", "oldText": .null, "newText": "root"]
        try bench.agent(Self.update(["content": more], as: "tool_call_content_chunk"))
        #expect(bench.tickets.last?.content.body.hasSuffix("/a.txt\n+ one\n/etc/passwd\n+ root") == true)
    }

    @Test("A changed patch of Codex asks the phone again")
    func patch() throws {
        var bench = ProxyBench(phoneOnly: true)
        func changes(_ path: String) -> JSONValue {
            [["path": .string(path), "kind": ["type": "update"], "diff": "+x"]]
        }
        let item: JSONValue = ["id": "i", "type": "fileChange", "changes": changes("/a.txt")]
        try bench.agent(Line.notification("item/started", ["threadId": "t", "turnId": "u", "item": item]))
        let place: [String: JSONValue] = ["threadId": "t", "turnId": "u", "itemId": "i"]
        try bench.agent(
            Line.request(60, "item/fileChange/requestApproval", .object(place), isMarked: false))
        #expect(bench.tickets.last?.content.body == "/a.txt\n+x")
        let patched = place.merging(["changes": changes("/etc/passwd")]) { $1 }
        try bench.agent(Line.notification("item/fileChange/patchUpdated", .object(patched)))
        #expect(bench.withdrawals == [.withdrawnByAgent])
        #expect(bench.tickets.last?.content.body == "/etc/passwd\n+x")
        try bench.answer(.approve)
        #expect(bench.toAgent == [["id": 60, "result": ["decision": "accept"]]])
    }

    /// Changes that a phone cannot show.
    enum Beyond: CaseIterable, CustomTestStringConvertible {
        case ended, tooLarge, tooLong, tooDeep, endless
        var testDescription: String { "\(self)" }

        func lines() throws -> [LineSplitter.Piece] {
            switch self {
            case .ended: [.line(try ChangedCallTests.update(["status": "failed"]))]
            case .tooLarge:
                [.line(try ChangedCallTests.update(["rawInput": .string(String(repeating: "x", count: 1 << 20))]))]
            case .tooLong: [.part([1], endsLine: false), .part([10], endsLine: true)]
            case .tooDeep:
                [
                    .line(
                        try ChangedCallTests.update([
                            "rawInput": (0..<200).reduce(.null) { inner, _ in .array([inner]) }
                        ]))
                ]
            case .endless:
                try (0...AgentProxy.changeLimit).map { .line(try ChangedCallTests.update(["title": .string("\($0)")])) }
            }
        }
    }

    @Test(
        "A changed call that a phone cannot show is left to the editor, or denied in phone-only mode",
        arguments: Beyond.allCases
    )
    func notShowable(_ beyond: Beyond) throws {
        for phoneOnly in [false, true] {
            var bench = ProxyBench(phoneOnly: phoneOnly)
            try bench.agent(ProxyBench.permission(toolCall: Self.asked))
            var effects: [AgentProxy.Effect] = []
            for piece in try beyond.lines() { effects += bench.proxy.receive(piece, from: .agent) }
            let asked = effects.count { if case .ask = $0 { true } else { false } }
            let withdrawn = effects.count { if case .withdraw = $0 { true } else { false } }
            #expect(withdrawn == asked + 1 && asked == (beyond == .endless ? AgentProxy.changeLimit : 0))
            let said = try effects.compactMap { effect -> JSONValue? in
                guard case .write(let line, .agent) = effect else { return nil }
                return try Line.json(line)["result"]
            }
            #expect(said == (phoneOnly ? [ProxyBench.selected("no")] : []))
            #expect(bench.proxy.waiting.isEmpty)
            guard !phoneOnly else { continue }
            // The editor still shows its dialog.
            try bench.client(Line.response(5, ProxyBench.selected("yes")))
            #expect(bench.toAgent.count == 1)
        }
    }
}
