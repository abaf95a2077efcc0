import BellhopAgents
import BellhopClient
import BellhopKit
import BellhopModel
import BellhopServer
import BellhopSimulators
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopHook

/// The agent asks for the very same thing again, in the same turn.
@Suite("Repeated calls", .serialized, .timeLimit(.minutes(10)))
struct RepeatedCallTests {
    /// How the first of the two calls came to be refused, and when its result stands in the transcript.
    enum Refusal: CaseIterable {
        case onPhone, onPhoneWrittenLate, inTerminal
    }

    private static func refuse(_ scene: HookScene, _ refusal: Refusal) async throws {
        try await scene.happens("PreToolUse", HookScene.bash(use: "toolu_1"))
        let (reply, _) = try await scene.asks { ask in
            switch refusal {
            case .onPhone, .onPhoneWrittenLate:
                #expect(await scene.bellhop.phone.answer(ask.id, .deny(message: nil)) != nil)
            case .inTerminal: try scene.writes(resultOf: "toolu_1")
            }
        }
        #expect(reply.standardOutput.isEmpty == (refusal == .inTerminal))
        if refusal == .onPhone { try scene.writes(resultOf: "toolu_1") }
    }

    @Test(
        "The result of a refused call does not end a later equal prompt, and the phone's answer counts",
        arguments: Refusal.allCases, [true, false])
    func askedAgain(_ refusal: Refusal, _ isKnown: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let looks = Looks()
            let scene = HookScene(bellhop: bellhop, agent: .claude, time: looks.time)
            try await Self.refuse(scene, refusal)
            // The hook of PreToolUse runs beside that of the prompt, and may come last.
            if isKnown { try await scene.happens("PreToolUse", HookScene.bash(use: "toolu_2")) }
            let (reply, ask) = try await scene.asks { ask in
                if refusal == .onPhoneWrittenLate { try scene.writes(resultOf: "toolu_1") }
                try await looks.pass(ask.id, bellhop.agent)
                if !isKnown { try await scene.happens("PreToolUse", HookScene.bash(use: "toolu_2")) }
                try await looks.pass(ask.id, bellhop.agent)
                _ = await bellhop.phone.answer(ask.id, .approve)
            }
            #expect(String(decoding: reply.standardOutput, as: UTF8.self).contains(#""behavior":"allow""#))
            #expect(ask.state == .approved)
        }
    }

    @Test("Its own result ends a prompt, whenever its beginning is reported", arguments: [true, false])
    func ownResult(_ isKnown: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookScene(bellhop: bellhop, agent: .claude)
            try await Self.refuse(scene, .onPhone)
            if isKnown { try await scene.happens("PreToolUse", HookScene.bash(use: "toolu_2")) }
            let (reply, _) = try await scene.asks { _ in
                try scene.writes(resultOf: "toolu_2")
                if !isKnown { try await scene.happens("PreToolUse", HookScene.bash(use: "toolu_2")) }
            }
            #expect(reply == .silence("answered in the terminal"))
        }
    }

    @Test("A subagent's prompt that is refused in the terminal is over", arguments: [true, false])
    func subagent(_ isWritten: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookScene(bellhop: bellhop, agent: .claude)
            let own = scene.transcript(of: "a-1")
            if isWritten { try scene.writes(resultOf: "toolu_0", in: own) }
            try await scene.happens("PreToolUse", HookScene.bash(use: "toolu_1", subagent: "a-1"))
            let (reply, ask) = try await scene.asks(
                "PermissionRequest", HookScene.bash.merging(["agent_id": "a-1"]) { $1 }
            ) { _ in
                // The person types something to the main agent meanwhile: a subagent may go on in the background.
                try await scene.happens("UserPromptSubmit", ["prompt": "Wait"])
                try scene.writes(resultOf: "toolu_1", in: own)
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
            let scene = HookScene(bellhop: bellhop, agent: .claude)
            let call = HookScene.bash.merging(subagent.map { ["agent_id": .string($0)] } ?? [:]) { $1 }
            let run = scene.run(wait: .seconds(570)) { ask in
                #expect(ask.deadline - ask.createdAt == .seconds(seconds))
                _ = await bellhop.phone.answer(ask.id, .approve)
            }
            let reply = await run.run(try scene.event("PermissionRequest", call))
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
                let scene = HookScene(bellhop: bellhop, agent: .claude)
                func call(_ input: JSONValue, _ use: String?) -> [String: JSONValue] {
                    var call: [String: JSONValue] = ["tool_name": .string(tool), "tool_input": input]
                    call["tool_use_id"] = use.map(JSONValue.string)
                    return call
                }
                try await scene.happens("PreToolUse", call(asked, "toolu_1"))
                let end = call(ended, "toolu_1")
                let (reply, ask) = try await scene.asks("PermissionRequest", call(asked, nil)) { _ in
                    try await scene.happens("PostToolUse", end)
                }
                #expect(reply == .silence("answered in the terminal"))
                #expect(ask.resolution?.reason == .answeredInTerminal)
            }
        }
    }
}
