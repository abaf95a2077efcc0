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

/// Claude Code says of each prompt a second time that it stands: with a `Notification`, 6 s later at the earliest.
@Suite("The second signal of a prompt", .serialized, .timeLimit(.minutes(10)))
struct ReminderTests {
    static let signal: [String: JSONValue] = [
        "notification_type": "permission_prompt", "message": "Claude needs your permission to use Bash",
    ]

    /// The hook of an event whose server is away.
    private static func happensAlone(_ scene: HookFixture, notifyOnly: Bool = false) async throws {
        let event = try scene.event("PermissionRequest", HookFixture.bash)
        let nobody = try ClosedPort()
        try await BellhopClient.with(
            ServerAddress(nobody.url), key: scene.bellhop.keys.agent,
            configuration: HookRun.configuration(.prompt)
        ) { client in
            let run = HookRun(
                agent: .claude, client: client, trusted: .server, wait: .seconds(60), notifyOnly: notifyOnly, host: nil,
                state: scene.state)
            #expect(await run.run(event).standardOutput.isEmpty)
        }
    }

    /// What was told, newest first.
    private static func told(_ bellhop: RunningBellhop) async throws -> [UserNotification] {
        var prompts = HistoryQuery()
        prompts.category = .taskPaused
        return try await bellhop.agent.notificationHistory(prompts).items
    }

    @Test(
        "A prompt that could not be asked about because the server was away is told of, until it is over",
        arguments: [false, true])
    func serverAway(_ notifyOnly: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            try await Self.happensAlone(scene, notifyOnly: notifyOnly)
            // A hook that is set up twice.
            async let one = scene.happens("Notification", Self.signal)
            async let two = scene.happens("Notification", Self.signal)
            _ = try await (one, two)
            let screen = try #require(await bellhop.phone.screen { !$0.notifications.isEmpty })
            let aps = try #require(screen.notifications.first?.payload.aps)
            #expect(aps.alert?.title == "Claude asks in the terminal")
            #expect(aps.alert?.body == "Claude needs your permission to use Bash")
            #expect(aps.interruptionLevel == .timeSensitive && aps.sound != nil)
            #expect(try await bellhop.agent.call(API.getSession, "s-1").session.status == .waiting)
            try await scene.happens("Notification", Self.signal)
            #expect(try await Self.told(bellhop).map(\.readAt) == [nil])
            try await scene.happens("PostToolUse", HookFixture.bash(use: "toolu_1"))
            #expect(try await Self.told(bellhop).allSatisfy { $0.readAt != nil })
            #expect(try await bellhop.agent.call(API.getSession, "s-1").session.status == .running)
        }
    }

    @Test("A prompt that is too large for an ask is told of", arguments: [APILimits.input, HookInput.limit])
    func tooLarge(_ size: Int) async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            let write: [String: JSONValue] = [
                "tool_name": "Write",
                "tool_input": ["file_path": "/a", "content": .string(String(repeating: "x", count: size))],
            ]
            #expect(try await scene.happens("PermissionRequest", write).remark?.contains("large") == true)
            try await scene.happens("Notification", Self.signal)
            #expect(try await Self.told(bellhop).count == 1)
        }
    }

    @Test("A prompt that the phone shows, or showed a moment ago, is not told of as well")
    func shown() async throws {
        try await RunningBellhop.run { bellhop in
            // However slow the machine is, all of it happens in one moment.
            let now = ClientTime.system.now()
            let time = ClientTime(now: { now }, sleep: ClientTime.system.sleep)
            let scene = HookFixture(bellhop: bellhop, agent: .claude, time: time)
            let (reply, _) = try await scene.asks { ask in
                let signalled = try await scene.happens("Notification", Self.signal)
                #expect(signalled == .silence("the phone shows the prompt already"))
                #expect(await bellhop.phone.answer(ask.id, .approve) != nil)
            }
            #expect(!reply.standardOutput.isEmpty)
            try await scene.happens("Notification", Self.signal)
            _ = try await scene.asks { _ in try await scene.happens("PostToolUse", HookFixture.bash(use: "toolu_1")) }
            try await scene.happens("Notification", Self.signal)
            #expect(try await Self.told(bellhop).isEmpty)
            let only = scene.run(notifyOnly: true)
            _ = await only.run(try scene.event("PermissionRequest", HookFixture.bash))
            try await scene.happens("Notification", Self.signal)
            #expect(try await Self.told(bellhop).count == 1)
        }
    }

    @Test("While a phone shows one prompt, another that it could not be asked about is told of, once")
    func besideShown() async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            let write: [String: JSONValue] = [
                "tool_name": "Write",
                "tool_input": ["file_path": "/a", "content": .string(String(repeating: "x", count: APILimits.input))],
            ]
            let (_, ask) = try await scene.asks { ask in
                try await scene.happens("PermissionRequest", write)
                for _ in 0..<2 { try await scene.happens("Notification", Self.signal) }
                #expect(try await Self.told(bellhop).map(\.readAt) == [nil])
                try await scene.happens("PostToolUse", write)
                #expect(try await Self.told(bellhop).allSatisfy { $0.readAt != nil })
                #expect(try await bellhop.agent.getAsk(ask.id).state == .pending)
                _ = await bellhop.phone.answer(ask.id, .approve)
            }
            #expect(ask.state == .approved)
        }
    }

    @Test("Where one of a prompt's hooks could ask, the failure of another is not told, nor when the prompt is over")
    func twinFails() async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            _ = try await scene.asks { ask in
                try await Self.happensAlone(scene)
                try await scene.happens("Notification", Self.signal)
                _ = await bellhop.phone.answer(ask.id, .approve)
            }
            let input = try HookInput(scene.event("PermissionRequest", HookFixture.bash), from: .claude)
            let desk = try #require(Desk(of: input, in: scene.state))
            #expect(desk.standing(at: ClientTime.system.now()) != .onItsWay)
            #expect(!desk.names.contains { $0.hasPrefix(Desk.unshown) })
            #expect(try await Self.told(bellhop).isEmpty)
        }
    }

    @Test("Without a session nothing is known of what the phone shows: it is told")
    func noSession() async throws {
        try await RunningBellhop.run { bellhop in
            let scene = HookFixture(bellhop: bellhop, agent: .claude)
            try await scene.happens("Notification", Self.signal.merging(["session_id": .null]) { $1 })
            #expect(try await Self.told(bellhop).count == 1)
        }
    }

    /// What becomes of an ask that is on its way when the agent says that its prompt stands.
    enum Outcome: CaseIterable {
        case shown, givenUp, over
    }

    @Test(
        "While its ask is on its way to the server nothing is told, and afterwards only what no phone shows",
        arguments: Outcome.allCases)
    func onItsWay(_ outcome: Outcome) async throws {
        try await RunningBellhop.run { bellhop in
            let (looks, looked) = AsyncStream<Void>.makeStream()
            let now = ClientTime.system.now()
            let time = ClientTime(
                now: { now },
                sleep: { pause in
                    if pause == DeskWatch.interval { looked.yield() }
                    try await ClientTime.system.sleep(pause)
                })
            let scene = HookFixture(bellhop: bellhop, agent: .claude, time: time)
            let input = try HookInput(scene.event("PermissionRequest", HookFixture.bash), from: .claude)
            let desk = try #require(Desk(of: input, in: scene.state))
            let call = try #require(ToolCall(of: input))
            let prompt = try #require(desk.expect(call))
            let event = try scene.event("Notification", Self.signal)
            async let reply = scene.run().run(event)
            _ = await looks.first { _ in true }
            #expect(try await Self.told(bellhop).isEmpty)
            switch outcome {
            case .shown:
                let ask = try await bellhop.agent.createAsk(.approval("npm test")).ask
                #expect(desk.open(.ask(ask.id), at: prompt))
            case .givenUp: desk.leaveUnshown(prompt)
            case .over: try await scene.happens("PostToolUse", HookFixture.bash(use: "toolu_1"))
            }
            let isTold = await reply != .silence("the phone shows the prompt already")
            #expect(isTold == (outcome == .givenUp))
            #expect(try await Self.told(bellhop).count == (isTold ? 1 : 0))
        }
    }
}
