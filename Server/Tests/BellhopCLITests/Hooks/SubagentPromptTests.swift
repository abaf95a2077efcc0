import BellhopAgents
import BellhopClient
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTestSupport
import Testing

@testable import BellhopCLI
@testable import BellhopHook

@Suite("Prompts that are answered in the terminal", .serialized, .timeLimit(.minutes(10)))
struct SubagentPromptTests {
    @Test(
        "The ask of a subagent's prompt is over soon, for the terminal shows it only afterwards",
        arguments: [(nil, 570), ("a1", 45)] as [(String?, Int64)])
    func wait(_ subagent: String?, _ seconds: Int64) async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            let call = HookFixture.bash.merging(subagent.map { ["agent_id": .string($0)] } ?? [:]) { $1 }
            let run = scene.run(wait: .seconds(570)) { ask in
                #expect(ask.deadline - ask.createdAt == .seconds(seconds))
                _ = await bellhop.phone.answer(ask.id, .approve)
            }
            let reply = await run.run(try scene.event("PermissionRequest", call))
            #expect(String(decoding: reply.standardOutput, as: UTF8.self).contains("allow"))
        }
    }

    @Test("A plan or a question that was answered in the terminal leaves the phone with the event of its end")
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
                let scene = HookFixture(bellhop: bellhop, agent: .claude)
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
