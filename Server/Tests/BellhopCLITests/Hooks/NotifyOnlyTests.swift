import BellhopAgents
import BellhopClient
import BellhopKit
import BellhopModel
import BellhopServer
import BellhopSimulators
import BellhopTestSupport
import Foundation
import Testing

import struct BellhopClient.ServerAddress

@testable import BellhopCLI
@testable import BellhopHook

/// `--notify-only`: the phone is told of a prompt, and the terminal answers it.
@Suite("A hook that only tells", .serialized, .timeLimit(.minutes(10)))
struct NotifyOnlyTests {
    @Test("The prompt is shown with nothing to decide, and is gone from every phone when the tool has run")
    func shown() async throws {
        try await RunningBellhop.run(phones: ["iPhone", "iPad"]) { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .codex)
            #expect(try await Self.tells(scene) == .silence("told the phone; the answer is given in the terminal"))
            for phone in bellhop.phones {
                let screen = try #require(await phone.screen { !$0.notifications.isEmpty })
                let shown = try #require(screen.notifications.first)
                #expect(screen.notifications.count == 1 && shown.payload.askID == nil)
                #expect(shown.payload.sessionID == "s-1")
                let aps = shown.payload.aps
                #expect(aps.alert?.title == "Codex wants to run Bash")
                #expect(aps.alert?.subtitle == "shop · studio")
                #expect(aps.alert?.body == "npm test")
                #expect(aps.interruptionLevel == .timeSensitive && aps.sound != nil)
                #expect(try #require(aps.category.flatMap { CategoryCatalog[$0] }).actions.map(\.effect) == [.open])
            }
            let asks = try await bellhop.agent.call(API.listAsks).items
            #expect(asks.allSatisfy { $0.request.isEnrolment })
            try await scene.happens("PostToolUse", HookFixture.bash)
            try await Self.expectGone(bellhop)
        }
    }

    @Test("Whatever ends the prompt takes the notification back", arguments: TerminalAnswerTests.laters)
    func laterEvent(_ later: TerminalAnswerTests.Later) async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            try await scene.happens("PreToolUse", HookFixture.bash(use: "toolu_1"))
            try await Self.tells(scene)
            _ = try #require(await bellhop.phone.screen { !$0.notifications.isEmpty })
            try await scene.happens("PostToolUse", ["tool_name": "Bash", "tool_input": ["command": "ls"]])
            #expect(try await Self.told(bellhop).map(\.readAt) == [nil])
            try await scene.happens(later.event, later.fields)
            try await Self.expectGone(bellhop)
        }
    }

    @Test("While a prompt stands its session waits, and goes on when the last of them is over")
    func sessionWaits() async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            func status() async throws -> SessionStatus {
                try await bellhop.agent.call(API.getSession, "s-1").session.status
            }
            let list = ["tool_name": "Bash", "tool_input": ["command": "ls"]] as [String: JSONValue]
            try await Self.tells(scene)
            #expect(try await status() == .waiting)
            _ = await scene.run(notifyOnly: true).run(try scene.event("PermissionRequest", list))
            try await scene.happens("PostToolUse", HookFixture.bash)
            #expect(try await status() == .waiting)
            try await scene.happens("PostToolUse", list)
            #expect(try await status() == .running)
            try await Self.tells(scene)
            try await scene.happens("Stop")
            #expect(try await status() == .completed)
        }
    }

    @Test("Two hooks for one prompt are one notification; the same prompt later in the turn is another")
    func doubled() async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .codex)
            async let one = Self.tells(scene)
            async let two = Self.tells(scene)
            #expect(try await one == two)
            let first = try await Self.told(bellhop)
            #expect(first.count == 1)
            try await scene.happens("PostToolUse", HookFixture.bash)
            try await Self.tells(scene)
            let second = try await Self.told(bellhop)
            #expect(second.map { $0.readAt == nil } == [true, false])
            let shown = await bellhop.phone.screen { screen in
                screen.notifications.map(\.payload.notificationID) == [second[0].id]
            }
            #expect(shown != nil)
            try await scene.happens("PostToolUse", HookFixture.bash)
            try await Self.expectGone(bellhop)
        }
    }

    @Test("What a server that was away did not take back, the next event does")
    func serverAway() async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .codex)
            try await Self.tells(scene)
            let event = try scene.event("PostToolUse", HookFixture.bash)
            let nobody = try ClosedPort()
            try await BellhopClient.with(
                ServerAddress(nobody.url), key: bellhop.keys.agent,
                configuration: HookRun.configuration(.prompt)
            ) { client in
                let run = HookRun(
                    agent: .codex, client: client, trusted: .server, wait: .seconds(60), notifyOnly: true, host: nil,
                    state: scene.state)
                _ = await run.run(event)
            }
            #expect(try await Self.told(bellhop).map(\.readAt) == [nil])
            try await scene.happens("Stop")
            try await Self.expectGone(bellhop)
        }
    }

    @Test("A gate has no terminal beside it, and asks all the same")
    func gate() async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .gemini)
            let run = scene.run(notifyOnly: true) { ask in _ = await bellhop.phone.answer(ask.id, .approve) }
            let reply = await run.run(
                try scene.event("BeforeTool", ["tool_name": "run_shell_command", "tool_input": ["command": "ls"]]))
            #expect(String(decoding: reply.standardOutput, as: UTF8.self).contains("allow"))
        }
    }

    @Test("It ends well, says on standard error what it did, and prints nothing; a hold it refuses")
    func process() async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .codex)
            let environment = HookProcess.environment(bellhop.url, bellhop.keys.agent, bellhop.folder)
            let input = try scene.event("PermissionRequest", HookFixture.bash)
            let told = try await HookProcess(arguments: ["codex", "--notify-only"], environment: environment).run(input)
            #expect(told.exitCode == 0 && told.output.isEmpty)
            #expect(told.errors == "bellhop: told the phone; the answer is given in the terminal\n")
            let held = try await HookProcess(
                arguments: ["codex", "--notify-only", "--hold", "20"], environment: environment
            ).run(input)
            #expect(held.exitCode == 0 && held.output.isEmpty)
            #expect(held.errors.contains("--hold") && held.errors.contains("--notify-only"))
            #expect(try await Self.told(bellhop).count == 1)
        }
    }

    @discardableResult
    private static func tells(_ scene: HookFixture) async throws -> HookReply {
        await scene.run(notifyOnly: true).run(try scene.event("PermissionRequest", HookFixture.bash))
    }

    /// What was told of prompts, newest first.
    private static func told(_ bellhop: RunningBellhop) async throws -> [UserNotification] {
        var prompts = HistoryQuery()
        prompts.category = .taskPaused
        return try await bellhop.agent.notificationHistory(prompts).items
    }

    private static func expectGone(_ bellhop: RunningBellhop) async throws {
        for phone in bellhop.phones {
            let clear = await phone.screen { $0.notifications.allSatisfy { $0.payload.aps.category != .taskPaused } }
            #expect(clear != nil)
        }
        let told = try await told(bellhop)
        #expect(!told.isEmpty && told.allSatisfy { $0.readAt != nil })
    }
}
