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

/// Claude Code reports each open prompt again with a `Notification`, after at least 6 s.
@Suite("Reminders of open prompts", .serialized, .timeLimit(.minutes(10)))
struct ReminderTests {
    static let signal: [String: JSONValue] = [
        "notification_type": "permission_prompt", "message": "Claude needs your permission to use Bash",
    ]

    /// Runs a hook without a server.
    private static func sendWithoutServer(_ fixture: HookFixture, notifyOnly: Bool = false) async throws {
        let event = try fixture.event("PermissionRequest", HookFixture.bash)
        let closedPort = try ClosedPort()
        try await BellhopClient.with(
            ServerAddress(closedPort.url), key: fixture.bellhop.keys.agent,
            configuration: TestHook.configuration(.prompt)
        ) { client in
            let run = TestHook(
                agent: .claude, client: client, trusted: .server, wait: .seconds(60), notifyOnly: notifyOnly, host: nil,
                state: fixture.state)
            #expect(await run.run(event).standardOutput.isEmpty)
        }
    }

    /// The notifications about prompts, newest first.
    private static func told(_ bellhop: RunningBellhop) async throws -> [UserNotification] {
        var prompts = HistoryQuery()
        prompts.category = .taskPaused
        return try await bellhop.agent.notificationHistory(prompts).items
    }

    @Test(
        "A prompt that was not asked because the server was away gets a notification until it is over",
        arguments: [false, true])
    func serverAway(_ notifyOnly: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            try await Self.sendWithoutServer(fixture, notifyOnly: notifyOnly)
            // A hook that is configured twice.
            async let one = fixture.send("Notification", Self.signal)
            async let two = fixture.send("Notification", Self.signal)
            _ = try await (one, two)
            let screen = try #require(await bellhop.phone.screen { !$0.notifications.isEmpty })
            let aps = try #require(screen.notifications.first?.payload.aps)
            #expect(aps.alert?.title == "Claude asks in the terminal")
            #expect(aps.alert?.body == "Claude needs your permission to use Bash")
            #expect(aps.interruptionLevel == .timeSensitive && aps.sound != nil)
            #expect(try await bellhop.agent.call(API.getSession, "s-1").session.status == .waiting)
            try await fixture.send("Notification", Self.signal)
            #expect(try await Self.told(bellhop).map(\.readAt) == [nil])
            try await fixture.send("PostToolUse", HookFixture.bash(use: "toolu_1"))
            #expect(try await Self.told(bellhop).allSatisfy { $0.readAt != nil })
            #expect(try await bellhop.agent.call(API.getSession, "s-1").session.status == .running)
        }
    }

    @Test("A prompt that is too large for an ask gets a notification", arguments: [APILimits.input, HookInput.limit])
    func tooLarge(_ size: Int) async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            let write: [String: JSONValue] = [
                "tool_name": "Write",
                "tool_input": ["file_path": "/a", "content": .string(String(repeating: "x", count: size))],
            ]
            #expect(try await fixture.send("PermissionRequest", write).remark?.contains("large") == true)
            try await fixture.send("Notification", Self.signal)
            #expect(try await Self.told(bellhop).count == 1)
        }
    }

    @Test("A prompt that the phone shows, or showed a moment ago, gets no notification")
    func shown() async throws {
        try await RunningBellhop.run { bellhop in
            // A fixed clock: all events have the same time, also on a slow machine.
            let now = ClientTime.system.now()
            let time = ClientTime(now: { now }, sleep: ClientTime.system.sleep)
            let fixture = HookFixture(bellhop: bellhop, agent: .claude, time: time)
            let (reply, _) = try await fixture.asks { ask in
                let signalled = try await fixture.send("Notification", Self.signal)
                #expect(signalled == .silence("the phone shows the prompt already"))
                #expect(await bellhop.phone.answer(ask.id, .approve) != nil)
            }
            #expect(!reply.standardOutput.isEmpty)
            try await fixture.send("Notification", Self.signal)
            _ = try await fixture.asks { _ in try await fixture.send("PostToolUse", HookFixture.bash(use: "toolu_1")) }
            try await fixture.send("Notification", Self.signal)
            #expect(try await Self.told(bellhop).isEmpty)
            let only = fixture.run(notifyOnly: true)
            _ = await only.run(try fixture.event("PermissionRequest", HookFixture.bash))
            try await fixture.send("Notification", Self.signal)
            #expect(try await Self.told(bellhop).count == 1)
        }
    }

    @Test("While a phone shows one prompt, another unsent prompt gets one notification")
    func besideShown() async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            let write: [String: JSONValue] = [
                "tool_name": "Write",
                "tool_input": ["file_path": "/a", "content": .string(String(repeating: "x", count: APILimits.input))],
            ]
            let (_, ask) = try await fixture.asks { ask in
                try await fixture.send("PermissionRequest", write)
                for _ in 0..<2 { try await fixture.send("Notification", Self.signal) }
                #expect(try await Self.told(bellhop).map(\.readAt) == [nil])
                try await fixture.send("PostToolUse", write)
                #expect(try await Self.told(bellhop).allSatisfy { $0.readAt != nil })
                #expect(try await bellhop.agent.getAsk(ask.id).state == .pending)
                _ = await bellhop.phone.answer(ask.id, .approve)
            }
            #expect(ask.state == .approved)
        }
    }

    @Test("When one hook of a prompt could ask, the failure of another causes no notification, also after the prompt")
    func twinFails() async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            _ = try await fixture.asks { ask in
                try await Self.sendWithoutServer(fixture)
                try await fixture.send("Notification", Self.signal)
                _ = await bellhop.phone.answer(ask.id, .approve)
            }
            let input = try HookInput(fixture.event("PermissionRequest", HookFixture.bash), from: .claude)
            let session = try #require(HookSessionState(of: input, in: fixture.state))
            #expect(session.reportedPrompt(at: ClientTime.system.now()) != .pending)
            #expect(!session.names.contains { $0.hasPrefix("unsent-") })
            #expect(try await Self.told(bellhop).isEmpty)
        }
    }

    @Test("Without a session a reminder is always sent")
    func noSession() async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            try await fixture.send("Notification", Self.signal.merging(["session_id": .null]) { $1 })
            #expect(try await Self.told(bellhop).count == 1)
        }
    }

    /// The end of an ask that is pending when the agent reports its prompt.
    enum Outcome: CaseIterable {
        case shown, givenUp, over
    }

    @Test(
        "While an ask is being sent no reminder is sent, and afterwards only for an unsent prompt",
        arguments: Outcome.allCases)
    func pendingAsk(_ outcome: Outcome) async throws {
        try await RunningBellhop.run { bellhop in
            let (looks, looked) = AsyncStream<Void>.makeStream()
            let now = ClientTime.system.now()
            let time = ClientTime(
                now: { now },
                sleep: { pause in
                    if pause == PromptMonitor.interval { looked.yield() }
                    try await ClientTime.system.sleep(pause)
                })
            let fixture = HookFixture(bellhop: bellhop, agent: .claude, time: time)
            let input = try HookInput(fixture.event("PermissionRequest", HookFixture.bash), from: .claude)
            let session = try #require(HookSessionState(of: input, in: fixture.state))
            let call = try #require(ToolCall(of: input))
            let prompt = try #require(session.addPrompt(about: call))
            let event = try fixture.event("Notification", Self.signal)
            async let reply = fixture.run().run(event)
            _ = await looks.first { _ in true }
            #expect(try await Self.told(bellhop).isEmpty)
            switch outcome {
            case .shown:
                let ask = try await bellhop.agent.createAsk(.approval("npm test")).ask
                #expect(session.move(prompt, to: .asked(ask.id)))
            case .givenUp: session.markUnsent(prompt)
            case .over: try await fixture.send("PostToolUse", HookFixture.bash(use: "toolu_1"))
            }
            let isTold = await reply != .silence("the phone shows the prompt already")
            #expect(isTold == (outcome == .givenUp))
            #expect(try await Self.told(bellhop).count == (isTold ? 1 : 0))
        }
    }
}
