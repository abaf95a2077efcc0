import BellhopAgents
import BellhopClient
import BellhopCore
import BellhopKit
import BellhopModel
import BellhopSimulators
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("Installed hooks, run as the agent runs them with the real tool", .timeLimit(.minutes(10)))
struct InstalledHookTests {
    /// Sets up `agent` in a temporary home folder with the program of that name, for a running Bellhop.
    private static func run(
        _ agent: Agent, _ name: String,
        _ body: @escaping @Sendable (RunningBellhop, URL, [String: String]) async throws -> Void
    ) async throws {
        try await RunningBellhop.run { bellhop in
            // A path that needs quotes in a shell.
            let home = bellhop.folder.appending(path: "it's home")
            let tool = home.appending(path: "bin/\(name)")
            try FileManager.default.createDirectory(
                at: tool.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: tool.path, withDestinationPath: try HookProcess.tool(name).path)
            let environment = [
                "HOME": home.path, "BELLHOP_URL": bellhop.url, "BELLHOP_KEY": bellhop.keys.agent.reveal(),
            ]
            let location = SettingsLocation(of: agent, environment: environment)
            let state = StateFolder(environment: environment)
            #expect(try Setup(location, running: tool.path, state: state).install().outcome == .installed)
            try await body(bellhop, location.file, environment)
        }
    }

    /// Presses Approve or Deny as soon as the phone shows the ask.
    private static func answer(_ effect: ActionEffect, on phone: SimulatedPhone) async {
        _ = await phone.screen { !$0.notifications.isEmpty }
        if await phone.press(effect) == .needsUnlock { await phone.unlock() }
    }

    @Test(
        "The installed hook replies to the agent with the phone's answer",
        arguments: [
            (Agent.claude, ActionEffect.approve, #""behavior":"allow""#), (.claude, .deny, #""behavior":"deny""#),
            (.codex, .approve, #""behavior":"allow""#), (.gemini, .approve, #""decision":"allow""#),
            (.gemini, .deny, #""decision":"deny""#),
        ], ["bellhop", "bellhop-hook"])
    func hooks(_ row: (agent: Agent, effect: ActionEffect, expected: String), _ name: String) async throws {
        let (agent, effect, expected) = row
        try await Self.run(agent, name) { bellhop, file, environment in
            let settings = try JSONText(Array(try Data(contentsOf: file)))
            let plan = HookPlan(agent: agent, program: "bellhop")
            let entry = try #require(HookSettings(plan: plan).entries(in: settings).first)
            let handler = settings.value(of: entry.node)
            let command = try #require(handler["command"]?.string)
            let words = handler["args"]?.array?.compactMap(\.string)
            async let run = ProgramRun.of(
                words.map { [command] + $0 } ?? ["/bin/sh", "-c", command],
                input: DemoPayload.permissionRequest(of: agent), environment: environment, folder: bellhop.folder)
            await Self.answer(effect, on: bellhop.phone)
            let ended = try await run
            #expect(ended.status == 0)
            #expect(ended.output.contains(expected), "\(ended.output)")
        }
    }

    private static let node = ProgramPath.found("node", environment: ProcessInfo.processInfo.environment)

    @Test(
        "OpenCode's plugin replies to OpenCode's server with the phone's answer",
        .enabled(if: node != nil, "there is no `node` on the PATH: install Node.js to run the plugin"),
        arguments: [(ActionEffect.approve, "once", "bellhop"), (.deny, "reject", "bellhop-hook")])
    func plugin(_ effect: ActionEffect, _ expected: String, _ name: String) async throws {
        let node = try #require(Self.node)
        try await Self.run(.opencode, name) { bellhop, file, environment in
            let module = bellhop.folder.appending(path: "plugin.mjs")
            try FileManager.default.copyItem(at: file, to: module)
            let event = DemoPayload.permissionRequest(of: .opencode)
            let script = """
                import { pathToFileURL } from "node:url"
                const { default: plugin } = await import(pathToFileURL(\(try CanonicalJSON.text(module.path))))
                const { properties } = \(event)
                const post = async ({ body }) => {
                  process.stdout.write(JSON.stringify(body))
                  await hooks.event({ event: { type: "permission.replied", properties: { requestID: properties.id } } })
                }
                const hooks = await plugin.server({ client: { _client: { post } }, directory: "/home/you/weather-app" })
                await hooks.event({ event: { type: "permission.asked", properties } })
                """
            async let run = ProgramRun.of(
                [node, "--input-type=module", "--eval", script], environment: environment, folder: bellhop.folder)
            await Self.answer(effect, on: bellhop.phone)
            let ended = try await run
            #expect(ended.status == 0)
            let reply = try CanonicalJSON.decode(JSONValue.self, from: Array(ended.output.utf8))
            #expect(reply["reply"]?.string == expected)
        }
    }

    /// Scripts that ask a question like each version of OpenCode, and print the answers.
    private static let questioning = [
        """
        const post = async ({ url, body }) => {
          process.stdout.write(JSON.stringify(body?.answers ?? url))
          await hooks.event({ event: { type: "question.replied", properties: { requestID: "que_1" } } })
        }
        const hooks = await plugin.server({ client: { _client: { post } }, directory: "/home/you/weather-app" })
        await hooks.event({ event: { type: "question.asked", properties: { id: "que_1", sessionID: "ses_1", questions } } })
        """,
        """
        const events = []
        let wake
        async function* subscribe() {
          for (;;) {
            while (events.length) yield events.shift()
            await new Promise((resolve) => (wake = resolve))
          }
        }
        const emit = (type, data) => (events.push({ type, data }), wake())
        const tool = {
          execute: (_, { sessionID, id, signal }) =>
            new Promise((_, reject) => {
              signal.addEventListener("abort", () => {
                emit("form.cancelled", { id: "frm_1", sessionID })
                reject(signal.reason)
              })
              emit("form.created", { form: { id: "frm_1", sessionID, metadata: { kind: "question", tool: { id } } } })
            }),
        }
        const transform = async (change) => change({ update: (_, changed) => changed(tool) })
        const end = await plugin.setup({ event: { subscribe }, permission: { reply() {} }, tool: { transform } })
        const { signal } = new AbortController()
        const { output } = await tool.execute({ questions }, { sessionID: "ses_1", id: "call_1", signal })
        process.stdout.write(JSON.stringify(output.answers), () => process.exit())
        """,
    ]

    @Test(
        "OpenCode's question is answered on the phone, in each version of OpenCode",
        .enabled(if: node != nil, "there is no `node` on the PATH: install Node.js to run the plugin"),
        arguments: questioning)
    func question(_ version: String) async throws {
        let node = try #require(Self.node)
        try await Self.run(.opencode, "bellhop-hook") { bellhop, file, environment in
            let module = bellhop.folder.appending(path: "plugin.mjs")
            try FileManager.default.copyItem(at: file, to: module)
            let script = """
                import { pathToFileURL } from "node:url"
                const { default: plugin } = await import(pathToFileURL(\(try CanonicalJSON.text(module.path))))
                const questions = [
                  { question: "Which?", header: "One", options: [{ label: "a" }, { label: "b" }] },
                  { question: "Why?", header: "Two", options: [] },
                ]
                \(version)
                """
            async let run = ProgramRun.of(
                [node, "--input-type=module", "--eval", script], environment: environment, folder: bellhop.folder)
            let shown = await bellhop.phone.screen { $0.notifications.contains { $0.payload.askID != nil } }
            let id = try #require(shown?.notifications.compactMap(\.payload.askID).first)
            _ = await bellhop.phone.answer(id, .replies([Reply(selected: ["b"]), Reply(text: "It is smaller")]))
            let ended = try await run
            #expect(ended.status == 0)
            let answers = try CanonicalJSON.decode(JSONValue.self, from: Array(ended.output.utf8))
            #expect(answers == [["b"], ["It is smaller"]])
        }
    }
}
