import BellhopAgents
import BellhopModel
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopHook

@Suite("What agents are given")
struct HookPlanTests {
    private static func written(_ agent: Agent, _ more: [JSONDraft.Member] = []) -> String {
        let plan = HookPlan(agent: agent, program: "bellhop")
        return JSONDraft.object(more + [.init("hooks", plan.draft)]).text(.usual) + "\n"
    }

    @Test(
        "The files in Integrations are what setup writes",
        arguments: [(Agent.codex, "codex/hooks.json"), (.gemini, "gemini/settings.json")])
    func integrations(_ agent: Agent, _ path: String) throws {
        #expect(try Repository.text("Integrations/" + path) == Self.written(agent))
    }

    @Test("The plugin for Claude Code has the same hooks, and the version of the tool")
    func claudePlugin() throws {
        let description = "Asks your phone what Claude Code asks you, and tells it what Claude Code does."
        #expect(
            try Repository.text("Integrations/claude-plugin/hooks/hooks.json")
                == Self.written(.claude, [.init("description", .text(description))]))
        func json(_ path: String) throws -> JSONValue {
            try CanonicalJSON.decode(JSONValue.self, from: Array(try Repository.text(path).utf8))
        }
        let plugin = try json("Integrations/claude-plugin/.claude-plugin/plugin.json")
        #expect(plugin["version"]?.string == BellhopVersion.current)
        let marketplace = try json(".claude-plugin/marketplace.json")
        #expect(marketplace["plugins"]?.array?.first?["source"]?.string == "./Integrations/claude-plugin")
        #expect(marketplace["plugins"]?.array?.first?["name"] == plugin["name"])
    }

    @Test(
        "A hook takes its time where it is set up to run in the background, and nowhere else", arguments: Agent.allCases
    )
    func background(_ agent: Agent) {
        for hook in agent.plannedHooks where agent != .gemini {
            let event = HookEvent(rawValue: hook.event)
            #expect(HookTimeouts.runsInBackground(event, of: agent) == hook.isAsync, "\(event)")
        }
    }

    @Test(
        "A configuration is named in every hook, before the person's own options, and once", arguments: Agent.allCases)
    func configuration(_ agent: Agent) throws {
        let plan = HookPlan(agent: agent, program: "bellhop", config: "/home/user/my config")
        for hook in plan.hooks {
            for options in [[], ["--wait", "9"], ["--config", "/elsewhere", "--wait", "9"]] {
                let handler = JSONDraft.object(plan.handler(of: hook, options: options)).value
                let call = try #require(OwnCall(handler, of: agent))
                #expect(call.config == "/home/user/my config")
                #expect(call.options.count { $0 == "--config" } == 1)
                #expect(!call.options.contains("/elsewhere"))
                #expect(options.isEmpty || call.options.suffix(2) == ["--wait", "9"])
            }
        }
        let plugin = PluginFile(program: "bellhop", config: "/home/user/my config").text
        #expect(PluginFile.config(in: Array(plugin.utf8)) == "/home/user/my config")
        #expect(PluginFile.config(in: Array(PluginFile(program: "bellhop").text.utf8)) == nil)
    }

    @Test("The guide's least that works is a part of what setup writes, and its gate is taken for one of ours")
    func guide() throws {
        let plan = HookPlan(agent: .claude, program: "bellhop")
        let blocks = try Repository.text("docs/agents.md").split(separator: "```json\n").dropFirst()
            .compactMap { $0.split(separator: "\n```").first }
        let least = JSONDraft.object([.init(plan.hooks[0].event, .list([plan.group(of: plan.hooks[0])]))])
        #expect(blocks.contains { $0 == JSONDraft.object([.init("hooks", least)]).text(.usual) })
        let gates = try blocks.flatMap { block in
            let text = try JSONText(Array(block.utf8))
            return HookSettings(plan: plan).calls(in: text).filter { $0.call.options == ["--gate"] }.map {
                text.value(of: $0.node)
            }
        }
        #expect(gates.count == 1 && gates[0]["async"] == nil)
        #expect(plan.timeout(of: gates[0]) > HookRun.usualWait(for: .claude) + HookRun.lastWord)
    }

    @Test("The plugin for OpenCode is the file in Integrations")
    func openCodePlugin() throws {
        let source = try Repository.text("Integrations/opencode/bellhop.js")
        #expect(source == OpenCodePlugin.source, "run Scripts/integrations")
        let path = #"/opt/o"neil/bin/bellhop"#
        let installed = PluginFile(program: path).text
        #expect(installed.contains(#"const bellhop = "/opt/o\"neil/bin/bellhop""#))
        #expect(PluginFile.program(in: Array(installed.utf8)) == path)
        #expect(PluginFile(program: path).isPresent(in: Array(source.utf8)))
    }

    @Test(
        "Claude Code runs the tool without a shell, the others by a line in which the path is quoted",
        arguments: [("bellhop", "hook codex"), ("bellhop-hook", "codex")])
    func paths(_ name: String, _ words: String) throws {
        let path = "/opt/o'neil/My Tools/\(name)"
        let claude = HookPlan(agent: .claude, program: path)
        #expect(claude.call(of: claude.hooks[0]).first?.value == .text(path))
        let codex = HookPlan(agent: .codex, program: path)
        #expect(codex.call(of: codex.hooks[0]).first?.value == .text(#"'/opt/o'\''neil/My Tools/\#(name)' \#(words)"#))
        for agent in [Agent.claude, .codex, .gemini] {
            let plan = HookPlan(agent: agent, program: path)
            for hook in plan.hooks {
                let handler = JSONDraft.object(plan.handler(of: hook, options: ["--wait", "30"])).value
                let call = try #require(OwnCall(handler, of: agent))
                #expect(call.program == path && call.options == ["--wait", "30"])
            }
        }
    }

    @Test(
        "Hooks of ours are known however they were written, and others are left alone",
        arguments: [
            (#"{"command":"bellhop hook claude"}"#, true),
            (#"{"command":"/usr/local/bin/bellhop","args":["hook","claude","--gate"]}"#, true),
            (#"{"command":"BELLHOP_URL=http://a:1 ~/bin/bellhop hook claude --wait 5 2>/dev/null || true"}"#, true),
            (#"{"command":"\"$HOME/bin/bellhop\" hook claude"}"#, true),
            (#"{"command":"bellhop-hook claude"}"#, true),
            (#"{"command":"/usr/local/bin/bellhop-hook","args":["claude","--wait","30"]}"#, true),
            (#"{"command":"BELLHOP_URL=http://a:1 '/opt/my tools/bellhop-hook' claude --wait 5 || true"}"#, true),
            (#"{"command":"bellhop-hook hook claude"}"#, false),
            (#"{"command":"bellhop claude"}"#, false),
            (#"{"command":"bellhop-hook","args":["hook","claude"]}"#, false),
            (#"{"command":"/opt/notbellhop-hook claude"}"#, false),
            (#"{"command":"bellhop hook codex"}"#, false),
            (#"{"command":"bellhop","args":["hook","gemini"]}"#, false),
            (#"{"command":"bellhop notify done"}"#, false),
            (#"{"command":"/opt/notbellhop hook claude"}"#, false),
            (#"{"command":"echo bellhop hookclaude"}"#, false),
            (#"{"url":"http://127.0.0.1/bellhop hook claude"}"#, false),
            (#"[]"#, false),
        ])
    func recognition(_ json: String, _ isOurs: Bool) throws {
        let handler = try CanonicalJSON.decode(JSONValue.self, from: Array(json.utf8))
        #expect((OwnCall(handler, of: .claude) != nil) == isOurs)
    }

    @Test(
        "The agent waits for each hook that asks until it has said its last word",
        arguments: [
            (Agent.claude, ["PermissionRequest", "Elicitation"]), (.codex, ["PermissionRequest"]),
            (.gemini, ["BeforeTool"]),
        ])
    func timeouts(_ agent: Agent, _ asking: [String]) {
        let waiting = agent.plannedHooks.filter { hook in
            let options = hook.wait.map { ["--wait", String($0.components.seconds)] } ?? []
            guard let wait = HookCommand.wait(with: options, of: agent, behind: hook.event) else { return false }
            #expect(wait == hook.wait ?? HookRun.usualWait(for: agent))
            #expect(hook.timeout.map { $0 > wait + HookRun.lastWord } == true)
            return true
        }
        #expect(waiting.map(\.event) == asking)
    }

    @Test("A timeout is written in the agent's unit, and read back", arguments: [Agent.claude, .codex, .gemini])
    func units(_ agent: Agent) throws {
        let plan = HookPlan(agent: agent, program: "bellhop")
        for hook in plan.hooks {
            guard let timeout = hook.timeout else { continue }
            let handler = JSONDraft.object(plan.handler(of: hook)).value
            #expect(handler["timeout"]?.integer == timeout.components.seconds * (agent == .gemini ? 1000 : 1))
            #expect(plan.timeout(of: handler) == timeout)
        }
        #expect(plan.timeout(of: [:]) == .seconds(agent == .gemini ? 60 : 600))
        #expect(plan.timeout(of: ["timeout": .number(1e300)]) > .seconds(1_000_000))
    }

    @Test(
        "Gemini's gate passes on one whole object, and says no to anything else",
        arguments: [
            (#"printf '{"decision":"allow"}'"#, "allow"), (#"printf '{"decision":"deny","reason":"No"}'"#, "No"),
            ("exit 0", "did not run"), (#"printf '{"decision":"allow"}'; exit 3"#, "did not run"),
            (#"printf '{"decision":"all'"#, "did not run"), ("kill -9 $$", "did not run"),
            (#"printf '{"decision":'; kill -9 $$"#, "did not run"), ("printf yes", "did not run"), ("", "did not run"),
        ])
    func gate(_ script: String, _ expected: String) async throws {
        let home = try TemporaryFolder()
        defer { home.remove() }
        let folder = home.url.appending(path: "it's here")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let tool = folder.appending(path: "bellhop").path
        if !script.isEmpty {
            _ = FileManager.default.createFile(
                atPath: tool, contents: Data("#!/bin/sh\ncat > /dev/null\n\(script)\n".utf8),
                attributes: [.posixPermissions: 0o755])
        }
        let plan = HookPlan(agent: .gemini, program: tool)
        let line = try #require(JSONDraft.object(plan.call(of: plan.hooks[0])).value["command"]?.string)
        let run = try await ProgramRun.of(["/bin/sh", "-c", line], environment: [:], folder: folder)
        #expect(run.status == 0)
        let answer = try CanonicalJSON.decode(JSONValue.self, from: Array(run.output.utf8))
        #expect(run.output.contains(expected))
        #expect((answer["decision"]?.string == "allow") == (expected == "allow"))
    }
}
