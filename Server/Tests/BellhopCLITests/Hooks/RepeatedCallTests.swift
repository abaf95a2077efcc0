import BellhopAgents
import BellhopClient
import BellhopKit
import BellhopModel
import BellhopServer
import BellhopSimulators
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopHook

/// The agent asks for the very same thing again, in the same turn.
@Suite("A call that is asked about again", .serialized, .timeLimit(.minutes(10)))
struct RepeatedCallTests {
    /// How the first of the two calls came to be refused, and when its result stands in the transcript.
    enum Refusal: CaseIterable {
        case onPhone, onPhoneWrittenLate, inTerminal
    }

    private static func refuse(_ scene: HookFixture, _ refusal: Refusal) async throws {
        try await scene.happens("PreToolUse", HookFixture.bash(use: "toolu_1"))
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
        "The result of a call that was refused ends no later prompt for the same, and the phone's answer counts",
        arguments: Refusal.allCases, [true, false])
    func askedAgain(_ refusal: Refusal, _ isKnown: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let looks = Looks()
            let scene = HookFixture(bellhop: bellhop, agent: .claude, time: looks.time)
            try await Self.refuse(scene, refusal)
            // The hook of PreToolUse runs beside that of the prompt, and may come last.
            if isKnown { try await scene.happens("PreToolUse", HookFixture.bash(use: "toolu_2")) }
            let (reply, ask) = try await scene.asks { ask in
                if refusal == .onPhoneWrittenLate { try scene.writes(resultOf: "toolu_1") }
                try await looks.pass(ask.id, bellhop.agent)
                if !isKnown { try await scene.happens("PreToolUse", HookFixture.bash(use: "toolu_2")) }
                try await looks.pass(ask.id, bellhop.agent)
                _ = await bellhop.phone.answer(ask.id, .approve)
            }
            #expect(String(decoding: reply.standardOutput, as: UTF8.self).contains(#""behavior":"allow""#))
            #expect(ask.state == .approved)
        }
    }

    @Test("Its own result ends it, whenever its beginning is heard of", arguments: [true, false])
    func ownResult(_ isKnown: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            try await Self.refuse(scene, .onPhone)
            if isKnown { try await scene.happens("PreToolUse", HookFixture.bash(use: "toolu_2")) }
            let (reply, _) = try await scene.asks { _ in
                try scene.writes(resultOf: "toolu_2")
                if !isKnown { try await scene.happens("PreToolUse", HookFixture.bash(use: "toolu_2")) }
            }
            #expect(reply == .silence("answered in the terminal"))
        }
    }

    @Test("A subagent's prompt that is refused in the terminal is over", arguments: [true, false])
    func subagent(_ isWritten: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            let own = scene.transcript(of: "a-1")
            if isWritten { try scene.writes(resultOf: "toolu_0", in: own) }
            try await scene.happens("PreToolUse", HookFixture.bash(use: "toolu_1", subagent: "a-1"))
            let (reply, ask) = try await scene.asks(
                "PermissionRequest", HookFixture.bash.merging(["agent_id": "a-1"]) { $1 }
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
