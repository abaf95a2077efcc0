import BellhopAgents
import BellhopClient
import BellhopModel
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopHook
@testable import BellhopTerminal

/// The same ask is created twice, and the server answers the second with the approval of the first.
@Suite("Replay of an old approval by a compromised server", .serialized, .timeLimit(.minutes(10)))
struct ReplayTests {
    /// Both asks have the same input, with different nonces and so different digests.
    private static func expectDistinct(_ asked: [AskRequest]) {
        #expect(asked.count == 2 && Set(asked.map(\.content.input)).count == 1)
        #expect(Set(asked.map(\.content.nonce)).count == 2 && !asked.contains { $0.content.nonce == nil })
        #expect(Set(asked.map(\.content.inputDigest)).count == 2)
    }

    @Test(
        "The hook refuses a replayed approval, also without shared files and in another turn",
        arguments: Agent.allCases,
        [true, false])
    func hook(_ agent: Agent, _ meets: Bool) async throws {
        try await TemporaryFolder.with { folder in
            try await BrokenInServer.run { server in
                // A file in place of the folder.
                if !meets { try Data().write(to: folder.appending(path: "state")) }
                try await server.withClient { client in
                    let run = TestHook(
                        agent: agent, client: client, trusted: BrokenInServer.trusted, wait: .seconds(60),
                        notifyOnly: false, host: "studio", state: StateFolder(url: folder.appending(path: "state")))
                    let first = await run.run(try Self.event(agent, turn: "p-1"))
                    guard case .decision = first else {
                        Issue.record("\(first)")
                        return
                    }
                    let second = await run.run(try Self.event(agent, turn: meets ? "p-1" : "p-2"))
                    #expect(second.remark?.contains("signature does not match") == true, "\(second)")
                    if case .decision = second { Issue.record("\(second)") }
                }
                Self.expectDistinct(server.asked)
            }
        }
    }

    /// A prompt, or Gemini's gate. Gemini and OpenCode name no turn: only the id of the tool use differs.
    private static func event(_ agent: Agent, turn: String) throws -> [UInt8] {
        let call: [String: JSONValue] = ["tool_name": "Bash", "tool_input": ["command": "npm test"]]
        let fields: [String: JSONValue] =
            switch agent {
            case .claude, .codex:
                call.merging(["hook_event_name": "PermissionRequest", "prompt_id": .string(turn)]) { $1 }
            case .gemini: call.merging(["hook_event_name": "BeforeTool", "tool_use_id": .string(turn)]) { $1 }
            case .opencode:
                [
                    "hook_event_name": "permission.asked",
                    "properties": [
                        "id": .string(turn), "sessionID": "s-1", "permission": "bash",
                        "metadata": ["command": "npm test"], "always": [],
                    ],
                ]
            }
        return try CanonicalJSON.encode(
            JSONValue.object(["session_id": "s-1", "cwd": "/home/user/shop"].merging(fields) { $1 }))
    }

    @Test("bellhop ask refuses a replayed approval")
    func ask() async throws {
        try await TemporaryFolder.with { folder in
            try await BrokenInServer.run { server in
                let environment = HookProcess.environment(server.url, server.key, folder)
                let command = [try HookProcess.tool().path, "ask", "Deploy?"]
                let first = try await ProgramRun.of(command, environment: environment, folder: folder)
                #expect(first.status == 0 && first.output == "approved\n")
                let second = try await ProgramRun.of(command, environment: environment, folder: folder)
                #expect(second.status == 3 && second.output.isEmpty)
                Self.expectDistinct(server.asked)
            }
        }
    }

    @Test("The test ask of setup refuses a replayed approval")
    func setup() async throws {
        try await BrokenInServer.run { server in
            let settings = ClientSettings(url: server.url, key: server.key)
            let test = SetupTest(agent: .claude, settings: settings, time: .system)
            var outcomes: [SetupTest.Outcome] = []
            for _ in 0..<2 {
                outcomes.append(
                    await test.run {
                        try settings.access(environment: [:], file: SettingsFile(path: "/nonexistent"))
                    } onAsked: { _ in
                    })
            }
            guard case .approved = outcomes[0], case .unverified = outcomes[1] else {
                Issue.record("\(outcomes)")
                return
            }
            Self.expectDistinct(server.asked)
        }
    }

    @Test("bellhop mcp refuses a replayed approval")
    func mcp() async throws {
        try await BrokenInServer.run { server in
            try await server.withClient { client in
                let askClient = AskClient(
                    connection: .available(client, trusted: BrokenInServer.trusted), wait: .seconds(60))
                try await MCPJourneyTests.run(askClient: askClient) { stream in
                    var behaviours: [JSONValue?] = []
                    for id in 1...2 {
                        try await stream.send(
                            MCPJourneyTests.call(.integer(Int64(id)), "approve", MCPJourneyTests.bash))
                        let reply = try await stream.receive()
                        behaviours.append(try MCPJourneyTests.decision(reply)["behavior"])
                    }
                    #expect(behaviours == ["allow", "deny"])
                }
            }
            Self.expectDistinct(server.asked)
        }
    }

    @Test("bellhop acp refuses a replayed approval")
    func acp() async throws {
        try await BrokenInServer.run { server in
            try await server.withClient { client in
                let askClient = AskClient(
                    connection: .available(client, trusted: BrokenInServer.trusted), wait: .seconds(60))
                var options: [JSONValue?] = []
                for _ in 0..<2 {
                    try await AgentRelayTests.run(
                        ["sh", "-c", AgentRelayTests.asker], askClient: askClient, phoneOnly: true
                    ) {
                        let heard = try await $0.receive(where: AgentRelayTests.isHeard)
                        options.append(AgentRelayTests.option(heard))
                    }
                }
                #expect(options == ["yes", "no"])
            }
            Self.expectDistinct(server.asked)
        }
    }
}
