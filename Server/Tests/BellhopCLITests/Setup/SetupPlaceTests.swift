import BellhopAgents
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopHook

@Suite("Settings locations, notes and the program path of setup")
struct SetupPlaceTests {
    @Test("Environment variables of the agents change the location of their settings")
    func places() {
        func path(_ agent: Agent, _ environment: [String: String]) -> String {
            SettingsLocation(of: agent, environment: environment.merging(["HOME": "/home/user"]) { own, _ in own }).file
                .path
        }
        #expect(path(.claude, [:]) == "/home/user/.claude/settings.json")
        #expect(path(.claude, ["CLAUDE_CONFIG_DIR": "/c"]) == "/c/settings.json")
        #expect(path(.codex, [:]) == "/home/user/.codex/hooks.json")
        #expect(path(.codex, ["CODEX_HOME": "/c"]) == "/c/hooks.json")
        #expect(path(.gemini, [:]) == "/home/user/.gemini/settings.json")
        #expect(path(.gemini, ["GEMINI_CLI_HOME": "/g"]) == "/g/.gemini/settings.json")
        #expect(path(.opencode, [:]) == "/home/user/.config/opencode/plugins/bellhop.js")
        #expect(path(.opencode, ["XDG_CONFIG_HOME": "/x"]) == "/x/opencode/plugins/bellhop.js")
        #expect(path(.opencode, ["OPENCODE_CONFIG_DIR": "/o", "XDG_CONFIG_HOME": "/x"]) == "/o/plugins/bellhop.js")
    }

    @Test("A project's settings are at the root of its repository, unless that is the home folder")
    func project() throws {
        try SetupScene.run { scene in
            func path(_ folder: String) -> String {
                let folder = scene.home.appending(path: folder, directoryHint: .isDirectory)
                return SettingsLocation(ofProject: folder, home: scene.home).file.path
                    .replacing(scene.home.path, with: "~")
            }
            #expect(path("shop/web") == "~/shop/web/.claude/settings.local.json")
            try scene.write("", to: scene.home.appending(path: "shop/.git/HEAD"))
            #expect(path("shop/web") == "~/shop/.claude/settings.local.json")
            #expect(path("shop") == "~/shop/.claude/settings.local.json")
            try scene.write("", to: scene.home.appending(path: ".git/HEAD"))
            #expect(path("other") == "~/other/.claude/settings.local.json")
        }
    }

    private static let git = ProgramPath.found("git", environment: ProcessInfo.processInfo.environment)

    @Test("Project settings that git does not ignore are a warning", .enabled(if: git != nil))
    func gitIgnore() throws {
        try SetupScene.run { scene in
            let environment = ProcessInfo.processInfo.environment
            let file = scene.project.appending(path: ".claude/settings.local.json")
            #expect(GitIgnore.ignores(file, environment: [:]) == nil)
            try scene.write("", to: scene.project.appending(path: "README.md"))
            #expect(GitIgnore.ignores(file, environment: environment) == nil)
            #expect(ProgramResult.run(Self.git ?? "", ["-C", scene.project.path, "init", "--quiet"])?.status == 0)
            let files = AgentFiles(agent: .claude, environment: environment, folder: scene.project, root: scene.home)
            let notes = SetupNotes(files: files, program: ProgramPath("/bin/sh"), projectFile: file)
            #expect(notes.warnings.contains { $0.contains("git does not ignore \(file.path)") })
            try scene.write("settings.local.json\n", to: scene.project.appending(path: ".gitignore"))
            #expect(GitIgnore.ignores(file, environment: environment) == true)
            #expect(!notes.warnings.contains { $0.contains("git does not ignore") })
        }
    }

    @Test(
        "The next steps are printed, with the timeouts of the hooks",
        arguments: [
            (Agent.claude, ["the first answer wins"]),
            (.codex, ["run `/hooks` in Codex and trust the hooks", "--notify-only", seconds(.codex)]),
            (.gemini, ["only block a tool", "bellhop acp", seconds(.gemini)]),
            (.opencode, ["Restart OpenCode", "questions", "the first answer wins"]),
        ])
    func steps(_ agent: Agent, _ words: [String]) throws {
        try SetupScene.run { scene in
            let files = AgentFiles(agent: agent, environment: [:], folder: scene.project, root: scene.home)
            let steps = SetupNotes(files: files, program: ProgramPath("/bin/sh")).steps.joined(separator: "\n")
            for word in words { #expect(steps.contains(word)) }
        }
    }

    private static func seconds(_ agent: Agent) -> String {
        "\(HookTimeouts.defaultWait(for: agent).components.seconds) s"
    }

    @Test("The program path is stable: a package manager's link, and no build folder unless it is given")
    func program() throws {
        try SetupScene.run { scene in
            let files = FileManager.default
            try files.createDirectory(at: scene.home.appending(path: "bin"), withIntermediateDirectories: true)
            let tool = try scene.tool("Cellar/bellhop")
            let link = scene.home.appending(path: "bin/bellhop").path
            try files.createSymbolicLink(atPath: link, withDestinationPath: tool)
            let environment = ["PATH": "relative:\(scene.home.path)/none:\(scene.home.path)/bin"]
            func path(_ name: String, _ environment: [String: String], in folder: String = "/") -> String {
                ProgramPath(name: name, environment: environment, folder: folder, executable: tool).path
            }
            #expect(path("bellhop", environment) == link)
            #expect(path(tool, environment) == link)
            #expect(path("bellhop", [:]) == tool)
            #expect(path("./Cellar/bellhop", [:], in: scene.home.path) == tool)
            #expect(path("../bin/bellhop", [:], in: scene.home.path + "/Cellar") == link)
            // Hooks are recognised by the program's name.
            let alias = scene.home.appending(path: "bin/bh").path
            try files.createSymbolicLink(atPath: alias, withDestinationPath: tool)
            #expect(path(alias, [:]) == tool && path(alias, environment) == link)
            // The program for hooks is used if it is in the tool's folder.
            #expect(ProgramPath(link).hookProgram == link)
            let hook = try scene.tool("bin/bellhop-hook")
            #expect(ProgramPath(link).hookProgram == hook && ProgramPath(tool).hookProgram == tool)
            let other = ProgramPath(name: "/opt/bh", environment: [:], folder: "/", executable: "/opt/bh")
            #expect(other.path == "/opt/bh" && !other.isRecognisable)
        }
        #expect(ProgramPath("/home/user/bellhop/Server/.build/debug/bellhop").isTemporary)
        #expect(!ProgramPath("/usr/local/bin/bellhop").isTemporary)
    }
}
