import BellhopModel
import Testing

@Suite("Answers")
struct AnswerTests {
    static let rule = PermissionRule(text: "Bash(npm test:*)", scope: .session)

    static let written: [(Answer, String)] = [
        (.approve, #"{"decision":"approve"}"#),
        (
            .approveAndRemember([rule, PermissionRule(text: "Read(src/**)\nEdit(src/**)", scope: .sharedProject)]),
            #"{"decision":"approve","remember":[{"scope":"session","text":"Bash(npm test:*)"},"#
                + #"{"scope":"shared_project","text":"Read(src/**)\nEdit(src/**)"}]}"#
        ),
        (.approveAndRemember([]), #"{"decision":"approve","remember":[]}"#),
        (.deny(message: nil, interrupt: true), #"{"decision":"deny","interrupt":true}"#),
        (.deny(message: "use yarn", interrupt: true), #"{"decision":"deny","interrupt":true,"message":"use yarn"}"#),
        (.deny(message: nil), #"{"decision":"deny"}"#),
        (.deny(message: "use \"yarn\"\n"), #"{"decision":"deny","message":"use \"yarn\"\n"}"#),
        (
            .replies([Reply(selected: ["A"]), Reply(text: "x/y")]),
            #"{"decision":"reply","replies":[{"selected":["A"]},{"selected":[],"text":"x/y"}]}"#
        ),
    ]

    @Test("An answer has one JSON form", arguments: written)
    func codable(_ answer: Answer, _ text: String) throws {
        #expect(try CanonicalJSON.text(answer) == text)
        #expect(try CanonicalJSON.decode(Answer.self, from: text.utf8) == answer)
    }

    @Test(
        "A missing or unknown decision is refused",
        arguments: [
            "{}", #"{"decision":"maybe"}"#, #"{"decision":"Approve"}"#, #"{"decision":true}"#, #"{"decision":"reply"}"#,
            "[]", "null", #"{"decision":"approve","remember":["Bash(ls)"]}"#,
            #"{"decision":"approve","remember":[{"text":"Bash(ls)","scope":"everywhere"}]}"#,
            #"{"decision":"deny","interrupt":"yes"}"#,
        ])
    func refused(_ text: String) {
        #expect(throws: DecodingError.self) { try CanonicalJSON.decode(Answer.self, from: text.utf8) }
    }

    @Test(
        "An empty field equals a missing one, also in the signed text",
        arguments: [
            (#"{"decision":"deny","interrupt":false}"#, Answer.deny(message: nil)),
            (#"{"decision":"deny","interrupt":null,"message":null}"#, .deny(message: nil)),
            (#"{"decision":"approve","remember":null}"#, .approve),
        ])
    func emptyFields(_ text: String, _ answer: Answer) throws {
        #expect(try CanonicalJSON.decode(Answer.self, from: text.utf8) == answer)
    }

    static func statement(
        _ answer: Answer, digest: String = Sample.digest, deadline: Timestamp = Sample.deadline,
        device: DeviceID = Sample.phone
    ) -> AnswerStatement {
        AnswerStatement(askID: Sample.askID, inputDigest: digest, deadline: deadline, deviceID: device, answer: answer)
    }

    @Test("The signed text is exact to the byte")
    func text() throws {
        let digest = String(repeating: "a1", count: 32)
        #expect(
            try Self.statement(.deny(message: "no\nrm")).text == "bellhop-answer/1\n"
                + "ask 0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d\ninput \(digest)\ndeadline 1767225900000\n"
                + "device 00000000-0000-0001-0000-000000000001\nanswer {\"decision\":\"deny\",\"message\":\"no\\nrm\"}")
    }

    @Test(
        "The last line of the signed text is the answer, including its rules verbatim",
        arguments: [
            (Answer.approve, #"{"decision":"approve"}"#),
            (
                .approveAndRemember([rule]),
                #"{"decision":"approve","remember":[{"scope":"session","text":"Bash(npm test:*)"}]}"#
            ),
            (.deny(message: nil), #"{"decision":"deny"}"#),
            (.deny(message: "a", interrupt: true), #"{"decision":"deny","interrupt":true,"message":"a"}"#),
        ])
    func lastLine(_ answer: Answer, _ json: String) throws {
        let before = try Self.statement(.approve).text.split(separator: "\n").dropLast()
        #expect(try Self.statement(answer).text.split(separator: "\n") == before + ["answer \(json)"])
    }

    @Test("Different answers have different signed texts, and none can add a line")
    func distinct() throws {
        var statements = [
            Self.statement(.approve, digest: "b2"), Self.statement(.approve, deadline: Sample.now),
            Self.statement(.approve, device: Sample.tablet),
        ]
        statements += Self.written.map { Self.statement($0.0) }
        statements.append(Self.statement(.deny(message: "x\nanswer {\"decision\":\"approve\"}")))
        statements.append(Self.statement(.deny(message: "x\u{2028}y\r\nz")))
        let texts = try statements.map { try $0.text }
        #expect(Set(texts).count == texts.count)
        for text in texts { #expect(text.unicodeScalars.filter { $0 == "\n" || $0 == "\r" }.count == 5) }
    }

    @Test(
        "An ask survives JSON in every state",
        arguments: [
            nil, Resolution(state: .approved, at: Sample.now, answer: Sample.signed(.approve)),
            Resolution(state: .expired, at: Sample.deadline),
            Resolution(state: .withdrawn, at: Sample.now, reason: .agentEnded),
        ] as [Resolution?])
    func ask(_ resolution: Resolution?) throws {
        let ask = Sample.ask(
            questions: [Question(text: "Which?", options: [.init(label: "A")])], rules: [Self.rule],
            resolution: resolution)
        #expect(try CanonicalJSON.decode(Ask.self, from: CanonicalJSON.encode(ask)) == ask)
        #expect(
            try CanonicalJSON.decode(JSONValue.self, from: CanonicalJSON.encode(ask))["state"]?.string
                == ask.state.rawValue)
    }
}
