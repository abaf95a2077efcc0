import BellhopAgents
import BellhopClient
import BellhopModel
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopHook

@Suite("The end of a turn", .serialized, .timeLimit(.minutes(10)))
struct TurnEndTests {
    private static func notified(_ turn: String, _ said: String) -> [UInt8] {
        Array(
            #"""
            {"type":"agent-turn-complete","thread-id":"s-1","turn-id":"\#(turn)","cwd":"/home/user/shop",\#
            "input-messages":["Go"],"last-assistant-message":"\#(said)"}
            """#.utf8)
    }

    @Test("Codex tells its notify program and its hooks of it: the phone is told once of each turn, and of each word")
    func codex() async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .codex)
            func stop(_ turn: String, _ said: String) throws -> [UInt8] {
                try scene.event(
                    "Stop",
                    [
                        "prompt_id": .null, "turn_id": .string(turn), "last_assistant_message": .string(said),
                        "stop_hook_active": false,
                    ])
            }
            func told() async throws -> [String] {
                try await bellhop.agent.call(API.notificationHistory).items.map { $0.body }
            }
            let (hook, program) = (try stop("t-1", "ok"), Self.notified("t-1", "ok"))
            async let one = scene.run().run(hook)
            async let two = scene.run().run(program)
            for reply in await [one, two] { #expect(reply == .silence("told the phone: Codex is done")) }
            #expect(try await told() == ["ok"])
            _ = await scene.run().run(Self.notified("t-2", "ok"))
            #expect(try await told() == ["ok", "ok"])
            // A hook of somebody else's had it go on within the turn.
            _ = await scene.run().run(try stop("t-2", "Tests pass too"))
            #expect(try await told() == ["Tests pass too", "ok", "ok"])
        }
    }

    @Test("Claude Code wakes up within a turn, and each of its ends is told, in whatever words")
    func claude() async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            for _ in 0..<2 { try await scene.happens("Stop", ["last_assistant_message": "Still running"]) }
            #expect(try await bellhop.agent.call(API.notificationHistory).items.count == 2)
        }
    }
}
