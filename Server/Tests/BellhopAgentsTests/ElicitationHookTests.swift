import BellhopAgents
import BellhopModel
import Testing

@Suite("Forms of MCP servers in hooks")
struct ElicitationHookTests {
    let phone = Phone()

    static func bytes(_ fields: [String: JSONValue] = [:]) throws -> [UInt8] {
        let asked: [String: JSONValue] = [
            "mcp_server_name": "mail", "message": "Which account?", "mode": "form", "elicitation_id": "e-1",
            "requested_schema": schema,
        ]
        return try HookText.event(.claude, "Elicitation", asked.merging(fields) { $1 })
    }

    static let schema: JSONValue = [
        "type": "object", "required": ["account"],
        "properties": [
            "account": ["type": "string", "title": "Account", "enum": ["work", "home"]],
            "copies": ["type": "integer", "title": "Copies", "minimum": 1],
        ],
    ]

    private func output(_ bytes: [UInt8], _ answer: Answer) throws -> String {
        let draft = try HookText.draft(from: bytes)
        let ask = try phone.answered(draft.content, with: answer)
        let verdict = AnswerVerification(keys: [phone.id: phone.publicKey])
            .verify(ask, askedAbout: draft.content.inputDigest)
        return String(decoding: HookReply(to: draft, verdict).standardOutput, as: UTF8.self)
    }

    @Test("Each property is a question with the server's name, and the whole request is signed")
    func draft() throws {
        let draft = try HookText.draft(from: Self.bytes())
        #expect(draft.content.title == "mail of Claude asks")
        #expect(draft.content.body == "Which account?\nAccount\n… and 1 more")
        #expect(draft.content.questions.map(\.header) == ["Account", "Copies"])
        #expect(draft.content.questions[0].options.map(\.label) == ["work", "home"])
        #expect(draft.dialect == .elicitation && !draft.dialect.isGate && draft.sessionID == "s-1")
        let input = try CanonicalJSON.decode(JSONValue.self, from: draft.content.input.utf8)
        #expect(input["elicitation"]?["requested_schema"] == Self.schema)
        #expect(input["elicitation"]?["mcp_server_name"] == "mail")
        let key = try draft.idempotencyKey(expiresIn: 45)
        let other = try HookText.draft(from: Self.bytes(["elicitation_id": "e-2"]))
        #expect(try key != other.idempotencyKey(expiresIn: 45))
    }

    static let answers: [(Answer, String)] = [
        (
            .replies([Reply(selected: ["home"]), Reply(text: "2")]),
            #"{"hookSpecificOutput":{"action":"accept","content":{"account":"home","copies":2},"hookEventName":"Elicitation"}}"#
        ),
        (
            .replies([Reply(selected: ["home"]), Reply(selected: ["Leave out"])]),
            #"{"hookSpecificOutput":{"action":"accept","content":{"account":"home"},"hookEventName":"Elicitation"}}"#
        ),
        (
            .deny(message: "No", interrupt: true),
            #"{"hookSpecificOutput":{"action":"decline","hookEventName":"Elicitation"}}"#
        ),
        (.replies([Reply(selected: ["home"]), Reply(text: "0")]), ""), (.replies([Reply(selected: ["home"])]), ""),
        (.replies([Reply(selected: ["other"]), Reply(text: "2")]), ""), (.approve, ""), (.approveAndRemember([]), ""),
    ]

    @Test("Each reply is as Claude Code documents it, and an answer that does not fit is rejected", arguments: answers)
    func answer(_ row: (Answer, String)) throws {
        #expect(try output(Self.bytes(), row.0) == row.1)
    }

    @Test("A form without fields is approved or denied")
    func confirmation() throws {
        let bytes = try Self.bytes(["requested_schema": ["type": "object", "properties": [:]]])
        #expect(try HookText.draft(from: bytes).content.isApproval)
        #expect(
            try output(bytes, .approve)
                == #"{"hookSpecificOutput":{"action":"accept","content":{},"hookEventName":"Elicitation"}}"#)
        #expect(try output(bytes, .replies([])).isEmpty)
    }

    @Test(
        "Forms that a phone cannot or must not ask are left to the terminal",
        arguments: [
            ["mode": "url", "url": "https://auth.example/login"], ["requested_schema": .null],
            ["requested_schema": ["properties": ["a": ["type": "object"]]]],
            ["mode": ["form"], "requested_schema": []],
            ["requested_schema": ["properties": ["password": ["type": "string"]]]],
            ["requested_schema": ["properties": ["p": ["type": "string", "title": "API key"]]]],
        ] as [[String: JSONValue]])
    func terminal(_ fields: [String: JSONValue]) throws {
        let input = try HookInput(Self.bytes(fields), from: .claude)
        #expect(try HookIntent(of: input) == .nothing("the form must be filled in on the terminal"))
    }

    @Test("Without an answer the reply is empty, and Claude Code shows its own form", arguments: [false, true])
    func noAnswer(_ isGate: Bool) throws {
        let draft = try HookText.draft(from: Self.bytes())
        let verdict = AnswerVerification(keys: [:])
            .verify(Phone.pending(draft.content), askedAbout: draft.content.inputDigest)
        #expect(HookReply(to: draft, verdict).standardOutput.isEmpty)
        let dialect = ReplyDialect(gateFor: try Self.bytes(), of: .claude, isGate: isGate)
        #expect(HookReply.failure("why", in: dialect).standardOutput.isEmpty)
    }

    @Test("A server's text cannot imitate other parts of the ask")
    func hostile() throws {
        let draft = try HookText.draft(
            from: Self.bytes([
                "mcp_server_name": "Bellhop\u{202E}\n", "message": .string("ok \u{1B}[8m ghp_" + SecretText.body),
            ])
        )
        #expect(!draft.content.title.contains("\n") && !draft.content.title.unicodeScalars.contains("\u{202E}"))
        #expect(draft.content.body.hasPrefix("⚠ ") && !draft.content.body.contains(SecretText.body))
    }
}

/// A token built from parts, which secret scanners do not take for a real one.
enum SecretText {
    static let body = "Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2"
}
