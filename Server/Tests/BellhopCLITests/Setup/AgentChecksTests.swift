import BellhopAgents
import BellhopModel
import Foundation
import Testing

@testable import BellhopCLI

@Suite("bellhop doctor: agents")
struct AgentChecksTests {
    /// The findings after `prepare` in a temporary home folder that has a tool with this version.
    private func findings(
        version: String? = BellhopVersion.current, _ prepare: (SetupScene) throws -> Void
    ) throws -> [Finding] {
        var findings: [Finding] = []
        try SetupScene.run { scene in
            var scene = scene
            scene.program = try scene.tool("bellhop")
            try prepare(scene)
            findings = scene.checks { _ in version }
        }
        return findings
    }

    /// Makes Codex trust all hooks that setup wrote, as `/hooks` does.
    private func trust(_ scene: SetupScene, but untrusted: String = "") throws {
        let hooks = HookSettings(plan: HookPlan(agent: .codex, program: scene.program))
        let text = try JSONText(Array(try #require(scene.text(.codex)).utf8))
        let states = hooks.entries(in: text).filter { $0.event != untrusted }.map { entry in
            let event = entry.event.replacing(#/(?!^)([A-Z])/#) { "_" + $0.output.1 }.lowercased()
            let key = "\(scene.file(.codex).path):\(event):\(entry.group):\(entry.handler)"
            return "[hooks.state.\"\(key)\"]\ntrusted_hash = \"sha256:00\"\n"
        }
        try scene.write(states.joined(separator: "\n"), to: scene.home.appending(path: ".codex/config.toml"))
    }

    private func edit(_ scene: SetupScene, _ agent: Agent, _ text: String, _ replacement: String) throws {
        let before = try #require(scene.text(agent))
        #expect(before.contains(text))
        try scene.write(before.replacing(text, with: replacement), agent)
    }

    @Test("A machine without agents has no problems")
    func none() throws {
        #expect(try findings { _ in }.map(\.status) == [.skipped])
        #expect(try findings { try $0.write("{\"model\": \"opus\"}") }.map(\.status) == [.skipped])
    }

    @Test("An agent has no problems after setup", arguments: Agent.allCases)
    func afterSetup(_ agent: Agent) throws {
        let found = try findings { scene in
            _ = try scene.setup(agent).install()
            if agent == .codex { try trust(scene) }
        }
        #expect(found.map(\.status) == [.ok] && found.map(\.subject) == [agent.rawValue])
    }

    @Test(
        "A missing or broken tool is a failure, and another version a warning", arguments: Agent.allCases)
    func tool(_ agent: Agent) throws {
        func install(_ scene: SetupScene) throws {
            _ = try scene.setup(agent).install()
            if agent == .codex { try trust(scene) }
        }
        let gone = try findings { scene in
            try install(scene)
            try FileManager.default.removeItem(atPath: scene.program)
        }
        #expect(gone.map(\.status) == [.failure])
        #expect(try findings(version: nil, install).map(\.status) == [.failure])
        let old = try findings(version: "0.0.1", install)
        #expect(old.map(\.status) == [.warning])
        #expect(old.first?.message.contains("0.0.1") == true)
    }

    @Test("A tool in a build folder is a warning")
    func buildFolder() throws {
        try SetupScene.run { scene in
            var scene = scene
            try scene.write("", to: scene.home.appending(path: ".build/debug/x"))
            scene.program = try scene.tool(".build/debug/bellhop")
            _ = try scene.setup().install()
            let found = scene.checks { _ in BellhopVersion.current }
            #expect(found.map(\.status) == [.warning] && found[0].message.contains("in a folder for builds"))
        }
    }

    @Test("Doctor reports a hook whose agent stops it before an answer could arrive")
    func timeouts() throws {
        let short = try findings { scene in
            _ = try scene.setup().install()
            try edit(scene, .claude, "\"timeout\": 600", "\"timeout\": 60")
        }
        #expect(short.map(\.status) == [.failure])
        #expect(short.first?.message.contains("after 60 s, but waits up to 570 s for the phone") == true)
        let waiting = try findings { scene in
            _ = try scene.setup(.gemini).install()
            try edit(scene, .gemini, "hook gemini)", "hook gemini --wait 400)")
        }
        #expect(waiting.first?.message.contains("after 300 s, but waits up to 400 s for the phone") == true)
        let idle = try findings { scene in
            _ = try scene.setup().install()
            try edit(
                scene, .claude, "[\"hook\", \"claude\"],\n            \"async\": true",
                "[\"hook\", \"claude\", \"--gate\"],\n            \"async\": true")
        }
        #expect(
            idle.contains {
                $0.status == .failure && $0.message.contains("PreToolUse") && $0.message.contains("`async`")
            })
        let notifying = try findings { scene in
            _ = try scene.setup(.codex).install()
            try edit(
                scene, .codex, "hook codex\",\n            \"timeout\": 60",
                "hook codex --notify-only\",\n            \"timeout\": 5")
            try trust(scene)
        }
        #expect(notifying.map(\.status) == [.ok])
    }

    /// The failures for one hook in settings that were written by hand.
    private func failures(_ agent: Agent, _ event: String, _ options: String, _ more: String) throws -> [String] {
        try findings { scene in
            let call = #""type": "command", "command": "\#(scene.program) hook \#(agent.rawValue) \#(options)""#
            try scene.write(#"{"hooks": {"\#(event)": [{"hooks": [{\#(call)\#(more)}]}]}}"#, agent)
        }.filter { $0.status == .failure }.map(\.message)
    }

    @Test(
        "A hook that its agent stops before its reply is a failure, in every form of --wait",
        arguments: [
            (Agent.gemini, "BeforeTool", "", nil, 290), (.gemini, "BeforeTool", "--notify-only", "60000", 290),
            (.gemini, "BeforeTool", "--wait=400", "300000", 400), (.gemini, "BeforeTool", "--wait 296", "300000", 296),
            (.gemini, "BeforeTool", "--wait 294", "300000", 294), (.gemini, "BeforeTool", "--wait 293", "300000", nil),
            (.gemini, "AfterTool", "", "1000", nil), (.codex, "PermissionRequest", "--wait=54", "60", 54),
            (.codex, "PermissionRequest", "--wait $WAIT", "50", 45), (.codex, "Stop", "", "1", nil),
            (.claude, "PermissionRequest", "--notify-only", "5", nil), (.claude, "PreToolUse", "", "5", nil),
            (.claude, "PreToolUse", "--gate --notify-only", "60", 570), (.claude, "PreToolUse", "--gate", nil, nil),
            (.claude, "PreToolUse", "--wait=30 --gate", "36", 30),
            (.claude, "PreToolUse", "--wait=30 --gate", "37", nil),
            (.claude, "PermissionRequest", "", "1e30", nil), (.claude, "Elicitation", "", "60", 570),
        ] as [(Agent, String, String, String?, Int?)])
    func noTimeForReply(_ agent: Agent, _ event: String, _ options: String, _ timeout: String?, _ wait: Int?) throws {
        let found = try failures(agent, event, options, timeout.map { #", "timeout": \#($0)"# } ?? "")
        #expect(found.count == (wait == nil ? 0 : 1), "\(found)")
        if let wait {
            #expect(found.first?.contains("waits up to \(wait) s for the phone, and may need 6 s more") == true)
        }
    }

    @Test("An asynchronous gate is a failure, with and without --notify-only")
    func asyncGate() throws {
        for options in ["--gate", "--gate --notify-only"] {
            let found = try failures(.claude, "PreToolUse", options, #", "async": true"#)
            #expect(found.count == 1 && found[0].contains("is `async`, so its answer has no effect"))
        }
        #expect(try failures(.claude, "PermissionRequest", "--notify-only", #", "async": true"#).isEmpty)
    }

    @Test(
        "A hook with invalid options is a failure with the reason",
        arguments: [
            ("--notify-only --hold 20", "--hold and --notify-only exclude"),
            ("--gate", "--gate works with claude only"),
            ("--wait 0", "--wait takes 1 to 3600"), ("--hold 301", "--hold takes 0 to 300"),
            ("--hold 30 --wait 30", "less than --wait"), ("--later", "--later"), ("codex", "codex"),
            ("--wait soon", "soon"),
        ])
    func misuse(_ options: String, _ why: String) throws {
        let found = try findings { scene in
            _ = try scene.setup(.codex).install()
            try edit(
                scene, .codex, "hook codex\",\n            \"timeout\": 60",
                "hook codex \(options)\",\n            \"timeout\": 60")
            try trust(scene)
        }
        #expect(found.map(\.status) == [.failure])
        #expect(found.first?.message.contains("PermissionRequest") == true)
        #expect(found.first?.message.contains(why) == true)
    }

    @Test(
        "Shell expansions and redirections are accepted",
        arguments: ["--wait $WAIT", "2>/dev/null", "--wait 30 2>> /tmp/bellhop.log"])
    func shell(_ options: String) throws {
        let found = try findings { scene in
            _ = try scene.setup(.codex).install()
            try edit(
                scene, .codex, "hook codex\",\n            \"timeout\": 60",
                "hook codex \(options)\",\n            \"timeout\": 60")
            try trust(scene)
        }
        #expect(found.map(\.status) == [.ok])
    }

    @Test("Missing, duplicate and disabled hooks, and a plugin beside hooks, are reported")
    func conflicts() throws {
        let missing = try findings {
            try $0.write(#"{"hooks":{"Stop":[{"hooks":[{"command":"bellhop hook claude"}]}]}}"#)
        }
        #expect(missing.contains { $0.message.contains("lacks PermissionRequest, PreToolUse") })
        let doubled = try findings { scene in
            _ = try scene.setup().install()
            let project = SettingsLocation(ofProject: scene.project, home: scene.home)
            _ = try Setup(project, running: scene.program, state: scene.state).install()
        }
        #expect(doubled.contains { $0.status == .warning && $0.message.contains("is set up twice") })
        let both = try findings { scene in
            try scene.write("{\n  \"enabledPlugins\": { \"bellhop@bellhop\": true },\n  \"disableAllHooks\": true\n}\n")
            _ = try scene.setup().install()
        }
        #expect(both.contains { $0.status == .warning && $0.message.contains("by the plugin bellhop@bellhop") })
        #expect(both.contains { $0.status == .failure && $0.message.contains("`disableAllHooks` is on") })
    }

    @Test("Claude Code's plugin alone is recognised, and needs the tool on the PATH")
    func pluginAlone() throws {
        func enable(_ scene: SetupScene) throws { try scene.write("{\"enabledPlugins\": {\"bellhop@shelf\": true}}") }
        let missing = try findings(enable)
        #expect(missing.map(\.status) == [.failure] && missing[0].message.contains("its hooks run bellhop"))
        try SetupScene.run { scene in
            try enable(scene)
            _ = try scene.tool("bellhop")
            let found = scene.checks(path: scene.home.path) { _ in BellhopVersion.current }
            #expect(found.map(\.status) == [.ok] && found[0].message.contains("bellhop@shelf"))
        }
    }

    @Test("Doctor reports settings with comments as a failure, except those of Gemini CLI")
    func broken() throws {
        for agent in [Agent.claude, .codex, .gemini] {
            let found = try findings { scene in
                _ = try scene.setup(agent).install()
                if agent == .codex { try trust(scene) }
                try scene.write("// mine\n" + (scene.text(agent) ?? ""), agent)
            }
            #expect(found.map(\.status) == [agent == .gemini ? .ok : .failure])
            guard agent != .gemini else { continue }
            #expect(found[0].message.contains("comment in line 1"))
            #expect(found[0].remedy == "Remove the comment.")
        }
        let commented = try findings { try $0.write("// bellhop hook gemini\n{ /* \" */ \"a\": \"//\" }", .gemini) }
        #expect(commented.map(\.status) == [.skipped] && commented[0].subject == "agents")
    }

    @Test("Hooks that Codex does not trust are a warning")
    func trust() throws {
        let none = try findings { _ = try $0.setup(.codex).install() }
        #expect(none.map(\.status) == [.warning] && none[0].message.contains("PermissionRequest, UserPromptSubmit"))
        let one = try findings { scene in
            _ = try scene.setup(.codex).install()
            try trust(scene, but: "PermissionRequest")
        }
        #expect(one.map(\.message) == ["Codex does not trust PermissionRequest and runs none of them"])
        let off = try findings { scene in
            _ = try scene.setup(.codex).install()
            try trust(scene)
            let text = try String(contentsOf: scene.home.appending(path: ".codex/config.toml"), encoding: .utf8)
            try scene.write(
                text.replacing("\"sha256:00\"", with: "\"sha256:00\"\nenabled = false # later"),
                to: scene.home.appending(path: ".codex/config.toml"))
        }
        #expect(off.map(\.status) == [.warning])
    }

    @Test(
        "A setting of the user or the administrator that disables hooks is reported with its file",
        arguments: [
            (Agent.claude, "managed-settings.json", #"{"allowManagedHooksOnly": true}"#),
            (.claude, "managed-settings.d/10-hooks.json", #"{"disableAllHooks": true}"#),
            (.codex, "requirements.toml", "allow_managed_hooks_only = true\n"),
            (.codex, ".codex/config.toml", "# mine\nmodel = \"x\"\n[features]\nhooks = false # for now\n"),
            (.codex, ".codex/config.toml", "features.codex_hooks = false\n"),
            (.codex, ".codex/config.toml", "approval_policy = \"untrusted\" # ask me\n"),
            (.gemini, "settings.json", #"{"hooksConfig": {"enabled": false}}"#),
            (.gemini, "project/.gemini/settings.json", #"{"hooksConfig": {"disabled": ["lint", "bellhop"]}}"#),
        ])
    func disabled(_ agent: Agent, _ path: String, _ text: String) throws {
        let found = try findings { scene in
            _ = try scene.setup(agent).install()
            // A bare name is a file of the administrator, whose folder depends on the system.
            let files = AgentFiles(
                agent: agent, environment: scene.environment, folder: scene.project, root: scene.home)
            let folder =
                path.hasPrefix(".") || path.hasPrefix("project")
                ? scene.home : files.managed[0].deletingLastPathComponent()
            try scene.write(text, to: folder.appending(path: path))
        }
        let failures = found.filter { $0.status == .failure }
        #expect(failures.count == 1 && failures[0].message.contains(path))
    }

    @Test("Settings nested too deeply are ignored", arguments: [(127, 1), (128, 0), (100_000, 0)])
    func deep(_ depth: Int, _ count: Int) throws {
        try SetupScene.run { scene in
            let nest = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            try scene.write("{\"disableAllHooks\": true, \"deep\": \(nest)}")
            let files = AgentFiles(
                agent: .claude, environment: scene.environment, folder: scene.project, root: scene.home)
            #expect(files.conflicts().count == count)
        }
    }

    @Test(
        "A Claude Code without support for `args` is a failure",
        arguments: [("2.1.138 (Claude Code)", true), ("2.1.139", false), ("2.2.0 (Claude Code)", false)])
    func old(_ version: String, _ isOld: Bool) throws {
        try SetupScene.run { scene in
            var scene = scene
            scene.program = try scene.tool("bellhop")
            _ = try scene.tool("claude")
            _ = try scene.setup().install()
            let found = scene.checks(path: scene.home.path) {
                $0.hasSuffix("/claude") ? version : BellhopVersion.current
            }
            #expect(found.contains { $0.message.contains("does not support `args`") } == isOld)
        }
    }

    @Test("A plugin of another version is a warning")
    func plugin() throws {
        let found = try findings { scene in
            _ = try scene.setup(.opencode).install()
            try edit(scene, .opencode, "const grace = 4_000", "const grace = 5_000")
        }
        #expect(found.map(\.status) == [.warning])
    }

    @Test("The version of a tool is read; a failure or other output has none")
    func version() throws {
        try SetupScene.run { scene in
            for (script, version) in [
                ("echo 1.2.3", "1.2.3"), ("echo 1; exit 1", nil), ("echo 1; echo 2", nil), ("", nil),
            ] {
                let tool = try scene.tool(UUID().uuidString, script: script)
                #expect(ToolVersion.of(tool) == version)
            }
            #expect(ToolVersion.of("/nonexistent") == nil)
        }
    }
}
