import BellhopAgents
import BellhopClient
import BellhopKit
import BellhopModel
import BellhopSimulators
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopHook
@testable import BellhopTerminal

/// OpenCode's `question` tool: the terminal shows its form while the phone is asked.
@Suite("Hooks of OpenCode's questions", .serialized, .timeLimit(.minutes(10)))
struct QuestionHookTests {
    private static let asked: [String: JSONValue] = [
        "properties": [
            "id": "que_1", "sessionID": "s-1",
            "questions": [
                [
                    "question": "Which database?", "header": "Database",
                    "options": [["label": "SQLite", "description": "One file"], ["label": "PostgreSQL"]],
                ],
                [
                    "question": "Which features?", "multiple": true,
                    "options": [["label": "Search"], ["label": "Export"]],
                ],
            ],
        ]
    ]

    private static func over(_ id: String) -> [String: JSONValue] {
        ["properties": ["sessionID": "s-1", "requestID": .string(id)]]
    }

    @Test("Options and text from the phone become a body that OpenCode's server accepts")
    func answered() async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .opencode)
            let (reply, ask) = try await fixture.asks("question.asked", Self.asked) { ask in
                #expect(ask.request.questions.map(\.text) == ["Which database?", "Which features?"])
                let replies = [Reply(text: "DuckDB"), Reply(selected: ["Search", "Export"])]
                #expect(await bellhop.phone.answer(ask.id, .replies(replies)) != nil)
            }
            let output = String(decoding: reply.standardOutput, as: UTF8.self)
            #expect(output == #"{"answers":[["DuckDB"],["Search","Export"]]}"#)
            #expect(ask.state == .answered)
        }
    }

    @Test(
        "An answer or dismissal in the terminal withdraws the ask, and the reply is empty",
        arguments: ["question.replied", "question.rejected", "question.v2.replied", "question.v2.rejected"])
    func terminal(_ event: String) async throws {
        try await RunningBellhop.run(phones: ["iPhone", "iPad"]) { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .opencode)
            let (reply, ask) = try await fixture.asks("question.asked", Self.asked) { ask in
                try await fixture.send(event, Self.over("que_2"))
                #expect(try await bellhop.agent.getAsk(ask.id).state == .pending)
                try await fixture.send(event, Self.over("que_1"))
            }
            #expect(reply == .silence("answered in the terminal"))
            #expect(ask.resolution?.reason == .answeredInTerminal)
            for phone in bellhop.phones {
                let clear = await phone.screen { $0.notifications.allSatisfy { $0.payload.askID != ask.id } }
                #expect(clear != nil)
            }
        }
    }

    @Test("A denial is a rejection for OpenCode, and a missing answer is silence")
    func unanswered() async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .opencode)
            let (reply, _) = try await fixture.asks("question.v2.asked", Self.asked) { ask in
                _ = await bellhop.phone.answer(ask.id, .deny(message: "Ask me later"))
            }
            let output = String(decoding: reply.standardOutput, as: UTF8.self)
            #expect(output == #"{"message":"Ask me later","reply":"reject"}"#)
            let late = await fixture.run(wait: .seconds(1)).run(try fixture.event("question.asked", Self.asked))
            #expect(late.standardOutput.isEmpty && late.remark != nil)
        }
    }

    @Test("A notified question has no actions, and disappears when the terminal has answered")
    func notifyOnly() async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .opencode)
            let told = await fixture.run(notifyOnly: true).run(try fixture.event("question.asked", Self.asked))
            #expect(told == .silence("notified the phone; the answer is given in the terminal"))
            let shown = await bellhop.phone.screen { !$0.notifications.isEmpty }
            #expect(shown?.notifications.map(\.payload.aps.category) == [.taskPaused])
            #expect(try await bellhop.agent.call(API.listAsks).items.isEmpty)
            try await fixture.send("question.replied", Self.over("que_1"))
            #expect(await bellhop.phone.screen { $0.notifications.isEmpty } != nil)
        }
    }
}
