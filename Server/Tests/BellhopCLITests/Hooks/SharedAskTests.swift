import BellhopAgents
import BellhopClient
import BellhopCore
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTerminal
import Foundation
import Synchronization
import Testing

@testable import BellhopCLI
@testable import BellhopHook
@testable import BellhopTerminal

/// A hook that is configured twice runs twice for each prompt, simultaneously.
@Suite("Hooks that run for one prompt share its ask", .serialized, .timeLimit(.minutes(10)))
struct SharedAskTests {
    /// Runs the hooks of a plugin and of the settings concurrently; the phone approves when both have asked.
    ///
    /// - Returns: all asks afterwards.
    private static func askTwice(_ fixture: HookFixture) async throws -> [Ask] {
        let input = try fixture.event("PermissionRequest", HookFixture.bash)
        let (asks, accepted) = AsyncStream<Ask>.makeStream()
        try await withThrowingTaskGroup(of: HookReply.self) { group in
            for entry in ["plugin", "settings"] {
                var run = fixture.run { accepted.yield($0) }
                if fixture.agent == .claude { run.settingsEntry = entry }
                group.addTask { [run] in await run.run(input) }
            }
            var asked: [AskID] = []
            for await ask in asks {
                asked.append(ask.id)
                if asked.count == 2 { break }
            }
            #expect(Set(asked).count == 1)
            let id = try #require(asked.first)
            _ = await fixture.bellhop.phone.screen { $0.notifications.contains { $0.payload.askID == id } }
            #expect(await fixture.bellhop.phone.answer(id, .approve) != nil)
            for try await reply in group {
                #expect(String(decoding: reply.standardOutput, as: UTF8.self).contains(#""behavior":"allow""#))
            }
        }
        return try await fixture.bellhop.agent.call(API.listAsks).items
    }

    @Test(
        "Two hooks make one ask, an equal prompt later in the turn makes another, and all digests differ",
        arguments: [Agent.claude, .codex], [true, false])
    func twice(_ agent: Agent, _ meets: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: agent)
            // A file in place of the shared state folder.
            if !meets { try Data().write(to: fixture.state.url) }
            // This event tells Codex' hooks that they ask about one call.
            try await fixture.send("PreToolUse", HookFixture.bash(use: "call_1"))
            let first = try await Self.askTwice(fixture)
            #expect(first.count == 1)
            try await fixture.send("PostToolUse", HookFixture.bash(use: "call_1"))
            try await fixture.send("PreToolUse", HookFixture.bash(use: "call_2"))
            let asks = try await Self.askTwice(fixture)
            #expect(asks.count == 2 && Set(asks.map(\.request.input)).count == 1)
            #expect(Set(asks.map(\.request.inputDigest)).count == 2)
            #expect(asks.allSatisfy { $0.state == .approved && $0.request.nonce.map(AskNonce.isValid) == true })
        }
    }

    /// Two hooks of one entry for the same call, whose asks are created in this order.
    private static func askSideBySide(
        _ fixture: HookFixture, _ event: String, _ call: [String: JSONValue],
        whileOpen: ([Ask], () async throws -> HookReply?) async throws -> Void
    ) async throws {
        let input = try fixture.event(event, call)
        let (asks, accepted) = AsyncStream<Ask>.makeStream()
        try await withThrowingTaskGroup(of: HookReply.self) { group in
            var asked: [Ask] = []
            var coming = asks.makeAsyncIterator()
            for _ in 0..<2 {
                group.addTask { await fixture.run { accepted.yield($0) }.run(input) }
                asked.append(try #require(await coming.next()))
                let id = asked[asked.count - 1].id
                _ = await fixture.bellhop.phone.screen { $0.notifications.contains { $0.payload.askID == id } }
            }
            try await whileOpen(asked) { try await group.next() }
        }
    }

    @Test("Equal prompts at the same time are separate asks, and one approval lets one of them run")
    func sideBySide() async throws {
        for agent in [Agent.claude, .codex, .gemini] {
            try await RunningBellhop.run { bellhop in
                let fixture = HookFixture(bellhop: bellhop, agent: agent)
                if agent == .codex {
                    for use in ["call_1", "call_2"] { try await fixture.send("PreToolUse", HookFixture.bash(use: use)) }
                }
                let event = agent.isGate ? "BeforeTool" : "PermissionRequest"
                try await Self.askSideBySide(fixture, event, HookFixture.bash) { asks, next in
                    #expect(Set(asks.map(\.id)).count == 2 && Set(asks.map(\.request.inputDigest)).count == 2)
                    for (ask, answer) in zip(asks, [Answer.approve, .deny(message: nil)]) {
                        _ = await bellhop.phone.answer(ask.id, answer)
                        let words = try await next().map { String(decoding: $0.standardOutput, as: UTF8.self) }
                        #expect(words?.contains("allow") == (answer == .approve))
                        #expect(words?.contains("deny") == (answer != .approve))
                    }
                }
                // The next hook creates a new ask.
                let (_, last) = try await fixture.asks(event) { ask in
                    _ = await bellhop.phone.answer(ask.id, .deny(message: nil))
                }
                #expect(last.state == .denied)
            }
        }
    }

    @Test(
        "The end of one of two equal calls ends one prompt: the approved one, or the first",
        arguments: [true, false])
    func oneEnds(_ isAllowed: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            for use in ["toolu_1", "toolu_2"] { try await fixture.send("PreToolUse", HookFixture.bash(use: use)) }
            try await Self.askSideBySide(fixture, "PermissionRequest", HookFixture.bash) { asks, next in
                if isAllowed {
                    _ = await bellhop.phone.answer(asks[0].id, .approve)
                    #expect(try await next()?.standardOutput.isEmpty == false)
                }
                try fixture.writes(resultOf: "toolu_1")
                try await fixture.send("PostToolUse", HookFixture.bash(use: "toolu_1"))
                if !isAllowed { #expect(try await next() == .silence("answered in the terminal")) }
                #expect(try await bellhop.agent.getAsk(asks[1].id).state == .pending)
                try await fixture.send("PostToolUse", HookFixture.bash(use: "toolu_2"))
                #expect(try await next() == .silence("answered in the terminal"))
            }
        }
    }

    @Test("Entries of the settings differ by their arguments and by their plugin")
    func entries() {
        let plugin = ["CLAUDE_PLUGIN_ROOT": "/plugins/bellhop"]
        let (settings, other) = (["bellhop", "hook", "claude"], ["bellhop-hook", "claude"])
        let entries = [
            HookEnvironment.settingsEntry(arguments: settings, environment: [:]),
            HookEnvironment.settingsEntry(arguments: settings, environment: plugin),
            HookEnvironment.settingsEntry(arguments: other, environment: [:]),
        ]
        #expect(Set(entries).count == 3)
    }

    @Test(
        "A hook that replaces a killed one joins its ask, and makes a new one when that has ended",
        arguments: [false, true])
    func killed(_ hasEnded: Bool) async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: .claude)
            let environment = HookProcess.environment(bellhop.url, bellhop.keys.agent, bellhop.folder)
            let input = try fixture.event("PermissionRequest", HookFixture.bash)
            let hook = HookProcess(arguments: ["claude", "--wait", "60"], environment: environment)
            _ = try await hook.run(input) { process in
                _ = await bellhop.phone.screen { $0.notifications.contains { $0.payload.askID != nil } }
                kill(process, SIGKILL)
            }
            let left = try #require(try await bellhop.agent.call(API.listAsks).items.first)
            if hasEnded { _ = try await bellhop.agent.withdrawAsk(left.id, reason: .agentEnded) }
            let joined = Mutex<Ask?>(nil)
            var again = TestHook(
                agent: .claude, client: bellhop.agent, trusted: .server, wait: .seconds(60), notifyOnly: false,
                host: HostName.current, state: StateFolder(environment: environment))
            again.onAccepted = { ask in
                joined.withLock { $0 = ask }
                _ = await bellhop.phone.answer(ask.id, .approve)
            }
            let reply = await again.run(input)
            #expect(String(decoding: reply.standardOutput, as: UTF8.self).contains(#""behavior":"allow""#))
            let ask = try #require(joined.withLock { $0 })
            #expect((ask.id == left.id) == !hasEnded)
            #expect((ask.request == left.request) == !hasEnded)
            #expect(ask.request.input == left.request.input)
        }
    }
}
