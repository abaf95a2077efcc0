import BellhopAgents
import BellhopClient
import BellhopCore
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTestSupport
import Foundation
import Testing

import struct BellhopClient.ServerAddress

@testable import BellhopCLI
@testable import BellhopHook

/// `--notify-only`: the phone gets a notification, and the terminal answers the prompt.
@Suite("Notify-only hooks", .serialized, .timeLimit(.minutes(10)))
struct NotifyOnlyTests {
    @Test("The prompt is shown without actions, and disappears from every phone when the tool has run")
    func shown() async throws {
        try await RunningBellhop.run(phones: ["iPhone", "iPad"]) { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .codex)
            #expect(
                try await Self.tells(fixture) == .silence("notified the phone; the answer is given in the terminal"))
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
            try await fixture.send("PostToolUse", HookFixture.bash)
            try await Self.expectGone(bellhop)
        }
    }

    @Test("Every event that ends the prompt cancels its notification", arguments: TerminalAnswerTests.laters)
    func laterEvent(_ later: TerminalAnswerTests.Later) async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            try await fixture.send("PreToolUse", HookFixture.bash(use: "toolu_1"))
            try await Self.tells(fixture)
            _ = try #require(await bellhop.phone.screen { !$0.notifications.isEmpty })
            try await fixture.send("PostToolUse", ["tool_name": "Bash", "tool_input": ["command": "ls"]])
            #expect(try await Self.told(bellhop).map(\.readAt) == [nil])
            try await fixture.send(later.event, later.fields)
            try await Self.expectGone(bellhop)
        }
    }

    @Test("A session is waiting while a prompt is open, and running after the last prompt ends")
    func sessionWaits() async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            func status() async throws -> SessionStatus {
                try await bellhop.agent.call(API.getSession, "s-1").session.status
            }
            let list = ["tool_name": "Bash", "tool_input": ["command": "ls"]] as [String: JSONValue]
            try await Self.tells(fixture)
            #expect(try await status() == .waiting)
            _ = await fixture.run(notifyOnly: true).run(try fixture.event("PermissionRequest", list))
            try await fixture.send("PostToolUse", HookFixture.bash)
            #expect(try await status() == .waiting)
            try await fixture.send("PostToolUse", list)
            #expect(try await status() == .running)
            try await Self.tells(fixture)
            try await fixture.send("Stop")
            #expect(try await status() == .completed)
        }
    }

    @Test("Two hooks for one prompt are one notification; the same prompt later in the turn is another")
    func doubled() async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .codex)
            async let one = Self.tells(fixture)
            async let two = Self.tells(fixture)
            #expect(try await one == two)
            let first = try await Self.told(bellhop)
            #expect(first.count == 1)
            try await fixture.send("PostToolUse", HookFixture.bash)
            try await Self.tells(fixture)
            let second = try await Self.told(bellhop)
            #expect(second.map { $0.readAt == nil } == [true, false])
            let shown = await bellhop.phone.screen { screen in
                screen.notifications.map(\.payload.notificationID) == [second[0].id]
            }
            #expect(shown != nil)
            try await fixture.send("PostToolUse", HookFixture.bash)
            try await Self.expectGone(bellhop)
        }
    }

    @Test("A notification that could not be cancelled is cancelled by the next event")
    func serverAway() async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .codex)
            try await Self.tells(fixture)
            let event = try fixture.event("PostToolUse", HookFixture.bash)
            let closedPort = try ClosedPort()
            try await BellhopClient.with(
                ServerAddress(closedPort.url), key: bellhop.keys.agent,
                configuration: TestHook.configuration(.prompt)
            ) { client in
                let run = TestHook(
                    agent: .codex, client: client, trusted: .server, wait: .seconds(60), notifyOnly: true, host: nil,
                    state: fixture.state)
                _ = await run.run(event)
            }
            #expect(try await Self.told(bellhop).map(\.readAt) == [nil])
            try await fixture.send("Stop")
            try await Self.expectGone(bellhop)
        }
    }

    @Test("A gate asks also with notify-only")
    func gate() async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .gemini)
            let run = fixture.run(notifyOnly: true) { ask in _ = await bellhop.phone.answer(ask.id, .approve) }
            let reply = await run.run(
                try fixture.event("BeforeTool", ["tool_name": "run_shell_command", "tool_input": ["command": "ls"]]))
            #expect(String(decoding: reply.standardOutput, as: UTF8.self).contains("allow"))
        }
    }

    @Test("The process exits with 0, reports on standard error only, and refuses a hold")
    func process() async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .codex)
            let environment = HookProcess.environment(bellhop.url, bellhop.keys.agent, bellhop.folder)
            let input = try fixture.event("PermissionRequest", HookFixture.bash)
            let told = try await HookProcess(arguments: ["codex", "--notify-only"], environment: environment).run(input)
            #expect(told.exitCode == 0 && told.output.isEmpty)
            #expect(told.errors == "bellhop: notified the phone; the answer is given in the terminal\n")
            let held = try await HookProcess(
                arguments: ["codex", "--notify-only", "--hold", "20"], environment: environment
            ).run(input)
            #expect(held.exitCode == 0 && held.output.isEmpty)
            #expect(held.errors.contains("--hold") && held.errors.contains("--notify-only"))
            #expect(try await Self.told(bellhop).count == 1)
        }
    }

    @discardableResult
    private static func tells(_ fixture: HookFixture) async throws -> HookReply {
        await fixture.run(notifyOnly: true).run(try fixture.event("PermissionRequest", HookFixture.bash))
    }

    /// The notifications about prompts, newest first.
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
