import BellhopAgents
import BellhopClient
import BellhopCore
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTestSupport
import Foundation
import Synchronization
import Testing

@testable import BellhopCLI
@testable import BellhopHook

@Suite("Undelivered replies", .serialized, .timeLimit(.minutes(10)))
struct UndeliveredReplyTests {
    enum Failure: CaseIterable, Sendable {
        case none, endsBefore, stopsReading, endsMeanwhile, writeFails
    }

    @Test(
        "An agent that ended or stopped reading gets no decision and none counts as applied; a gate denies",
        arguments: [Agent.claude, .gemini], Failure.allCases)
    func undelivered(_ agent: Agent, _ failure: Failure) async throws {
        try await RunningBellhop.run { bellhop in
            let fixture = HookFixture(bellhop: bellhop, agent: agent)
            let (isGone, isDeaf) = (Flag(), Flag())
            let asked = Mutex<AskID?>(nil)
            var run = fixture.run { ask in
                asked.withLock { $0 = ask.id }
                _ = await bellhop.phone.answer(ask.id, .approve)
                if failure == .endsBefore { isGone.set() }
                if failure == .stopsReading { isDeaf.set() }
            }
            run.environment.agent = AgentConnection(
                process: AgentProcess(of: 9) {
                    $0 == 9 ? RunningProcess(parent: isGone.isSet ? 1 : 7, name: "hook") : nil
                },
                isOutputRead: { !isDeaf.isSet })
            let input = try fixture.event(
                agent.isGate ? "BeforeTool" : "PermissionRequest", agent.isGate ? Self.shell : HookFixture.bash)
            let dialect = ReplyDialect(gateFor: input, of: agent, isGate: false)
            var ending = await run.result(of: input)
            var said = ""
            ending.deliver(to: run.environment.agent, in: dialect) { reply in
                said = String(decoding: reply.standardOutput, as: UTF8.self)
                if failure == .endsMeanwhile { isGone.set() }
                return failure != .writeFails
            }
            await ending.report(to: bellhop.agent)
            let isUnsaid = failure == .endsBefore || failure == .stopsReading
            #expect(said.contains("allow") != isUnsaid)
            #expect(said.contains("deny") == (isUnsaid && agent.isGate))
            if isUnsaid { #expect(ending.reply.remark == "the agent has ended") }
            let ask = try await bellhop.agent.getAsk(try #require(asked.withLock { $0 }))
            #expect(ask.state == .approved)
            #expect((ask.appliedAt != nil) == (failure == .none))
        }
    }

    private static let shell: [String: JSONValue] = [
        "tool_name": "run_shell_command", "tool_input": ["command": "ls"],
    ]
}

/// Killed agents that run their hooks through a shell, which survives them.
@Suite("Killed agents", .serialized, .timeLimit(.minutes(10)))
struct KilledAgentTests {
    @Test("Gemini's gate withdraws the ask of an agent that was killed", arguments: ["bellhop", "bellhop-hook"])
    func gate(_ name: String) async throws {
        try await RunningBellhop.run { bellhop in
            let plan = HookPlan(agent: .gemini, program: try HookProcess.tool(name).path)
            let call = JSONDraft.object(plan.command(of: plan.hooks[0], options: ["--wait", "20"])).value
            let line = try #require(call["command"]?.string)
            try Data(DemoPayload.permissionRequest(of: .gemini).utf8).write(
                to: bellhop.folder.appending(path: "event"))
            // xargs plays the agent: it starts a shell and waits for it.
            let agent = Process()
            agent.executableURL = URL(filePath: "/usr/bin/xargs")
            agent.arguments = ["/bin/sh", "-c", #"exec < "$1"; eval "$0""#, line]
            agent.environment = HookProcess.environment(bellhop.url, bellhop.keys.agent, bellhop.folder)
            agent.currentDirectoryURL = bellhop.folder
            let input = Pipe()
            agent.standardInput = input
            agent.standardOutput = FileHandle.nullDevice
            agent.standardError = FileHandle.nullDevice
            try agent.run()
            try input.fileHandleForWriting.write(contentsOf: Data("event\n".utf8))
            try input.fileHandleForWriting.close()
            let shown = await bellhop.phone.screen { $0.notifications.contains { $0.payload.askID != nil } }
            let id = try #require(shown?.notifications.compactMap(\.payload.askID).first)
            kill(agent.processIdentifier, SIGKILL)
            try await until { try await bellhop.agent.getAsk(id).state != .pending }
            #expect(try await bellhop.agent.getAsk(id).resolution?.reason == .agentEnded)
        }
    }

    /// Processes by id.
    private static let family: [Int32: RunningProcess] = [
        9: RunningProcess(parent: 8, name: "bellhop-hook"), 8: RunningProcess(parent: 7, name: "dash"),
        7: RunningProcess(parent: 6, name: "bash"), 6: RunningProcess(parent: 5, name: "node"),
        5: RunningProcess(parent: 1, name: "zsh"), 1: RunningProcess(parent: 0, name: "systemd"),
    ]

    @Test(
        "The agent is the nearest ancestor that is not a shell; it has ended when a process in between ends or moves",
        arguments: [
            (nil, nil, true), (7, RunningProcess(parent: 1, name: "bash"), false), (7, nil, false),
            (8, nil, false), (9, RunningProcess(parent: 1, name: "bellhop-hook"), false),
            // The agent's own parents may end.
            (6, RunningProcess(parent: 1, name: "node"), true), (5, nil, true),
        ] as [(Int32?, RunningProcess?, Bool)])
    func ancestors(_ changed: Int32?, _ to: RunningProcess?, _ isThere: Bool) {
        let family = Mutex(Self.family)
        let agent = AgentProcess(of: 9) { id in family.withLock { $0[id] } }
        #expect(agent.isRunning)
        if let changed { family.withLock { $0[changed] = to } }
        #expect(agent.isRunning == isThere)
    }

    @Test("When processes cannot be inspected the agent counts as running, and a parent cycle ends the search")
    func unknown() {
        #expect(AgentProcess(of: 9) { _ in nil }.isRunning)
        #expect(AgentProcess(of: 9) { _ in RunningProcess(parent: 9, name: "sh") }.isRunning)
        #expect(AgentProcess(of: 9) { _ in RunningProcess(parent: 0, name: "sh") }.isRunning)
    }

    @Test("The system returns this process and its parent's name, and nothing for a missing process")
    func system() throws {
        let own = try #require(RunningProcess(RunningProcess.own))
        #expect(own.parent == getppid())
        #expect(RunningProcess(own.parent).map { !$0.name.isEmpty } == true)
        #expect(RunningProcess(.max) == nil)
        #expect(AgentProcess().isRunning)
    }
}
