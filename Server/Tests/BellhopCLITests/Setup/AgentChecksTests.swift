import BellhopAgents
import BellhopModel
import Foundation
import Testing

@testable import BellhopCLI

@Suite("What the doctor finds of agents")
struct AgentChecksTests {
    /// Sets up in a home of its own, with a tool there that says its version.
    private func findings(
        version: String? = BellhopVersion.current, _ prepare: (SetupScene) throws -> Void
    ) throws -> [Finding] {
        var findings: [Finding] = []
        try SetupScene.run { scene in
            let tool = scene.home.appending(path: "bellhop").path
            _ = FileManager.default.createFile(
                atPath: tool, contents: Data("#!/bin/sh\n".utf8), attributes: [.posixPermissions: 0o755])
            var scene = scene
            scene.program = tool
            try prepare(scene)
            findings = AgentChecks(
                environment: scene.environment, folder: scene.home.appending(path: "project"), version: { _ in version }
            ).findings()
        }
        return findings
    }

    private func edit(_ scene: SetupScene, _ agent: Agent, _ text: String, _ replacement: String) throws {
        let before = try #require(scene.text(agent))
        #expect(before.contains(text))
        try scene.write(before.replacing(text, with: replacement), agent)
    }

    @Test("No agent set up is no fault")
    func none() throws {
        #expect(try findings { _ in }.map(\.verdict) == [.skipped])
        #expect(try findings { try $0.write("{\"model\": \"opus\"}") }.map(\.verdict) == [.skipped])
    }

    @Test("An agent as setup leaves it is well", arguments: Agent.allCases)
    func well(_ agent: Agent) throws {
        let found = try findings { _ = try $0.setup(agent).install() }
        #expect(found.map(\.verdict) == [.ok] && found.map(\.subject) == [agent.rawValue])
    }

    @Test(
        "A tool that is gone, or does not run, is a failure, and another version a warning", arguments: Agent.allCases)
    func tool(_ agent: Agent) throws {
        let gone = try findings { scene in
            _ = try scene.setup(agent).install()
            try FileManager.default.removeItem(atPath: scene.program)
        }
        #expect(gone.map(\.verdict) == [.failure])
        #expect(try findings(version: nil) { _ = try $0.setup(agent).install() }.map(\.verdict) == [.failure])
        let old = try findings(version: "0.0.1") { _ = try $0.setup(agent).install() }
        #expect(old.map(\.verdict) == [.warning])
        #expect(old.first?.message.contains("0.0.1") == true)
    }

    @Test("A hook that its agent stops before the phone could answer is a failure")
    func timeouts() throws {
        let short = try findings { scene in
            _ = try scene.setup().install()
            try edit(scene, .claude, "600", "60")
        }
        #expect(short.map(\.verdict) == [.failure])
        #expect(short.first?.message.contains("after 60 s, but waits for the phone up to 570 s") == true)
        let waiting = try findings { scene in
            _ = try scene.setup(.gemini).install()
            try edit(scene, .gemini, "hook gemini)", "hook gemini --wait 400)")
        }
        #expect(waiting.first?.message.contains("after 300 s, but waits for the phone up to 400 s") == true)
        let told = try findings { scene in
            _ = try scene.setup(.codex).install()
            try edit(
                scene, .codex, "hook codex\",\n            \"timeout\": 60",
                "hook codex --notify-only\",\n            \"timeout\": 5")
        }
        #expect(told.map(\.verdict) == [.ok])
    }

    @Test("Hooks that are missing, doubled, switched off or beside the plugin are said so")
    func obstacles() throws {
        let missing = try findings {
            try $0.write(#"{"hooks":{"Stop":[{"hooks":[{"command":"bellhop hook claude"}]}]}}"#)
        }
        #expect(missing.contains { $0.message.contains("lacks PermissionRequest, PreToolUse") })
        let doubled = try findings { scene in
            _ = try scene.setup().install()
            let project = SettingsPlace(ofProject: scene.home.appending(path: "project"))
            _ = try Setup(project, running: scene.program, state: scene.state).install()
        }
        #expect(doubled.contains { $0.verdict == .warning && $0.message.contains("is set up twice") })
        let both = try findings { scene in
            try scene.write("{\n  \"enabledPlugins\": { \"bellhop@bellhop\": true },\n  \"disableAllHooks\": true\n}\n")
            _ = try scene.setup().install()
        }
        #expect(both.filter { $0.verdict == .warning }.count == 2)
        #expect(both.contains { $0.message.contains("every ask would come twice") })
    }

    @Test("A plugin of another version is a warning")
    func plugin() throws {
        let found = try findings { scene in
            _ = try scene.setup(.opencode).install()
            try edit(scene, .opencode, "const grace = 4_000", "const grace = 5_000")
        }
        #expect(found.map(\.verdict) == [.warning])
    }

    @Test("A tool is asked for its version, and one that fails or says more has none")
    func version() throws {
        try SetupScene.run { scene in
            for (script, version) in [
                ("echo 1.2.3", "1.2.3"), ("echo 1; exit 1", nil), ("echo 1; echo 2", nil), ("", nil),
            ] {
                let tool = scene.home.appending(path: UUID().uuidString).path
                _ = FileManager.default.createFile(
                    atPath: tool, contents: Data("#!/bin/sh\n\(script)\n".utf8), attributes: [.posixPermissions: 0o755])
                #expect(ToolVersion.of(tool) == version)
            }
            #expect(ToolVersion.of("/nonexistent") == nil)
        }
    }
}
