import BellhopModel
import Testing

@Suite("Answers")
struct AnswerTests {
    static let written: [(Answer, String)] = [
        (.approve, #"{"decision":"approve"}"#),
        (.deny(message: nil), #"{"decision":"deny"}"#),
        (.deny(message: "use \"yarn\"\n"), #"{"decision":"deny","message":"use \"yarn\"\n"}"#),
        (
            .replies([Reply(selected: ["A"]), Reply(text: "x/y")]),
            #"{"decision":"reply","replies":[{"selected":["A"]},{"selected":[],"text":"x/y"}]}"#
        ),
    ]

    @Test("An answer is written in one way and read back", arguments: written)
    func codable(_ answer: Answer, _ text: String) throws {
        #expect(try CanonicalJSON.text(answer) == text)
        #expect(try CanonicalJSON.decode(Answer.self, from: text.utf8) == answer)
    }

    @Test(
        "Neither a missing nor an unknown decision is taken for one",
        arguments: [
            "{}", #"{"decision":"maybe"}"#, #"{"decision":"Approve"}"#, #"{"decision":true}"#, #"{"decision":"reply"}"#,
            "[]", "null",
        ])
    func refused(_ text: String) {
        #expect(throws: DecodingError.self) { try CanonicalJSON.decode(Answer.self, from: text.utf8) }
    }

    static func statement(
        _ answer: Answer, digest: String = Sample.digest, deadline: Timestamp = Sample.deadline,
        device: DeviceID = Sample.phone
    ) -> AnswerStatement {
        AnswerStatement(askID: Sample.askID, inputDigest: digest, deadline: deadline, deviceID: device, answer: answer)
    }

    @Test("What is signed is this text, to the byte")
    func text() throws {
        let digest = String(repeating: "a1", count: 32)
        #expect(
            try Self.statement(.deny(message: "no\nrm")).text == "bellhop-answer/1\n"
                + "ask 0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d\ninput \(digest)\ndeadline 1767225900000\n"
                + "device 00000000-0000-0001-0000-000000000001\nanswer {\"decision\":\"deny\",\"message\":\"no\\nrm\"}")
    }

    @Test("No two different answers are signed alike, and none can add a line")
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
        "An ask survives being written and read, in every state",
        arguments: [
            nil, Resolution(state: .approved, at: Sample.now, answer: Sample.signed(.approve)),
            Resolution(state: .expired, at: Sample.deadline),
            Resolution(state: .withdrawn, at: Sample.now, reason: .agentEnded),
        ] as [Resolution?])
    func ask(_ resolution: Resolution?) throws {
        let ask = Sample.ask(
            questions: [Question(text: "Which?", options: [.init(label: "A")])], resolution: resolution)
        #expect(try CanonicalJSON.decode(Ask.self, from: CanonicalJSON.encode(ask)) == ask)
        #expect(
            try CanonicalJSON.decode(JSONValue.self, from: CanonicalJSON.encode(ask))["state"]?.string
                == ask.state.rawValue)
    }
}
