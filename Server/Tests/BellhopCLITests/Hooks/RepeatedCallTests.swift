import BellhopAgents
import BellhopClient
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopHook

/// The agent makes the same call again in the same turn.
@Suite("Repeated calls", .serialized, .timeLimit(.minutes(10)))
struct RepeatedCallTests {
    /// The refusal of the first call, and the time at which its result is written to the transcript.
    enum Refusal: CaseIterable {
        case onPhone, onPhoneWrittenLate, inTerminal
    }

    private static func refuse(_ fixture: HookFixture, _ refusal: Refusal) async throws {
        try await fixture.send("PreToolUse", HookFixture.bash(use: "toolu_1"))
        let (reply, _) = try await fixture.asks { ask in
            switch refusal {
            case .onPhone, .onPhoneWrittenLate:
                #expect(await fixture.bellhop.phone.answer(ask.id, .deny(message: nil)) != nil)
            case .inTerminal: try fixture.writes(resultOf: "toolu_1")
            }
        }
        #expect(reply.standardOutput.isEmpty == (refusal == .inTerminal))
        if refusal == .onPhone { try fixture.writes(resultOf: "toolu_1") }
    }

    @Test(
        "The result of a refused call does not end a later equal prompt, and the phone's answer counts",
        arguments: Refusal.allCases, [true, false])
    func askedAgain(_ refusal: Refusal, _ isKnown: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let looks = Looks()
            let fixture = HookFixture(bellhop: bellhop, agent: .claude, time: looks.time)
            try await Self.refuse(fixture, refusal)
            // The hook of PreToolUse runs beside that of the prompt, and may run last.
            if isKnown { try await fixture.send("PreToolUse", HookFixture.bash(use: "toolu_2")) }
            let (reply, ask) = try await fixture.asks { ask in
                if refusal == .onPhoneWrittenLate { try fixture.writes(resultOf: "toolu_1") }
                try await looks.pass(ask.id, bellhop.agent)
                if !isKnown { try await fixture.send("PreToolUse", HookFixture.bash(use: "toolu_2")) }
                try await looks.pass(ask.id, bellhop.agent)
                _ = await bellhop.phone.answer(ask.id, .approve)
            }
            #expect(String(decoding: reply.standardOutput, as: UTF8.self).contains(#""behavior":"allow""#))
            #expect(ask.state == .approved)
        }
    }

    @Test("A prompt is ended by its own result, in any order of the events", arguments: [true, false])
    func ownResult(_ isKnown: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            try await Self.refuse(fixture, .onPhone)
            if isKnown { try await fixture.send("PreToolUse", HookFixture.bash(use: "toolu_2")) }
            let (reply, _) = try await fixture.asks { _ in
                try fixture.writes(resultOf: "toolu_2")
                if !isKnown { try await fixture.send("PreToolUse", HookFixture.bash(use: "toolu_2")) }
            }
            #expect(reply == .silence("answered in the terminal"))
        }
    }

    @Test("A subagent's prompt that is refused in the terminal ends", arguments: [true, false])
    func subagent(_ isWritten: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            let own = fixture.transcript(of: "a-1")
            if isWritten { try fixture.writes(resultOf: "toolu_0", in: own) }
            try await fixture.send("PreToolUse", HookFixture.bash(use: "toolu_1", subagent: "a-1"))
            let (reply, ask) = try await fixture.asks(
                "PermissionRequest", HookFixture.bash.merging(["agent_id": "a-1"]) { $1 }
            ) { _ in
                // A new prompt of the user to the main agent: a subagent may continue in the background.
                try await fixture.send("UserPromptSubmit", ["prompt": "Wait"])
                try fixture.writes(resultOf: "toolu_1", in: own)
            }
            #expect(reply == .silence("answered in the terminal"))
            #expect(ask.resolution?.reason == .answeredInTerminal)
        }
    }
}

@Suite("Prompts answered in the terminal", .serialized, .timeLimit(.minutes(10)))
struct SubagentPromptTests {
    @Test(
        "A subagent's prompt is asked for a short time, because the terminal shows it only afterwards",
        arguments: [(nil, 570), ("a1", 45)] as [(String?, Int64)])
    func wait(_ subagent: String?, _ seconds: Int64) async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            let call = HookFixture.bash.merging(subagent.map { ["agent_id": .string($0)] } ?? [:]) { $1 }
            let run = fixture.run(wait: .seconds(570)) { ask in
                #expect(ask.deadline - ask.createdAt == .seconds(seconds))
                _ = await bellhop.phone.answer(ask.id, .approve)
            }
            let reply = await run.run(try fixture.event("PermissionRequest", call))
            #expect(String(decoding: reply.standardOutput, as: UTF8.self).contains("allow"))
        }
    }

    @Test("A plan or question answered in the terminal leaves the phone with the event of its end")
    func changedInput() async throws {
        let plan: JSONValue = ["plan": "Read", "planFilePath": "/p.md"]
        let questions: JSONValue = [
            "questions": [["question": "Go?", "options": [["label": "yes"], ["label": "no"]]]]
        ]
        let rows: [(String, JSONValue, JSONValue)] = [
            ("ExitPlanMode", plan, [:]), ("AskUserQuestion", questions, ["questions": [], "answers": ["Go?": "yes"]]),
        ]
        for (tool, asked, ended) in rows {
            try await RunningBellhop.run { bellhop in
                let fixture = HookFixture(bellhop: bellhop, agent: .claude)
                func call(_ input: JSONValue, _ use: String?) -> [String: JSONValue] {
                    var call: [String: JSONValue] = ["tool_name": .string(tool), "tool_input": input]
                    call["tool_use_id"] = use.map(JSONValue.string)
                    return call
                }
                try await fixture.send("PreToolUse", call(asked, "toolu_1"))
                let end = call(ended, "toolu_1")
                let (reply, ask) = try await fixture.asks("PermissionRequest", call(asked, nil)) { _ in
                    try await fixture.send("PostToolUse", end)
                }
                #expect(reply == .silence("answered in the terminal"))
                #expect(ask.resolution?.reason == .answeredInTerminal)
            }
        }
    }
}
