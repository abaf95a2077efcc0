import BellhopAgents
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("The file that setup changes")
struct SetupFileTests {
    @Test("A link stays one: what it leads to is changed, over several links and where nothing is yet")
    func links() throws {
        try SetupScene.run { scene in
            let files = FileManager.default
            let dotfiles = scene.home.appending(path: "dotfiles")
            try files.createDirectory(at: dotfiles, withIntermediateDirectories: true)
            try files.createDirectory(
                at: scene.home.appending(path: ".claude"), withIntermediateDirectories: true)
            try files.createSymbolicLink(atPath: scene.file().path, withDestinationPath: "../dotfiles/link.json")
            try files.createSymbolicLink(
                atPath: dotfiles.appending(path: "link.json").path, withDestinationPath: "claude.json")
            #expect(try scene.setup().install().outcome == .installed)
            #expect(try files.destinationOfSymbolicLink(atPath: scene.file().path) == "../dotfiles/link.json")
            #expect(scene.exists("dotfiles/claude.json"))
            #expect(try scene.setup().remove().outcome == .restored)
            #expect(try files.destinationOfSymbolicLink(atPath: scene.file().path) == "../dotfiles/link.json")
            #expect(!scene.exists("dotfiles/claude.json"))
        }
    }

    @Test("A link in circles is said so", .timeLimit(.minutes(1)))
    func circle() throws {
        try SetupScene.run { scene in
            try FileManager.default.createDirectory(
                at: scene.home.appending(path: ".claude"), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: scene.file().path, withDestinationPath: "settings.json")
            #expect(throws: CommandFailure.self) { try scene.setup() }
        }
    }

    @Test("The mode is kept", arguments: [0o600, 0o644, 0o640])
    func mode(_ mode: Int) throws {
        try SetupScene.run { scene in
            try scene.write("{}\n")
            let path = scene.file().path
            func current() throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            }
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            _ = try scene.setup().install()
            #expect(try current() == mode)
            _ = try scene.setup().remove()
            #expect(try current() == mode)
        }
    }

    @Test("A read-only file stays as it is, and what to do is said")
    func readOnly() throws {
        try SetupScene.run { scene in
            try scene.write("{}\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: scene.file().path)
            let failure = #expect(throws: CommandFailure.self) { try scene.setup().install() }
            #expect(failure?.description.contains("chmod u+w \(scene.file().path)") == true)
            #expect(scene.text() == "{}\n" && !scene.exists(".local"))
        }
    }

    @Test("A folder in the file's place is said so")
    func folder() throws {
        try SetupScene.run { scene in
            try FileManager.default.createDirectory(at: scene.file(), withIntermediateDirectories: true)
            let failure = #expect(throws: CommandFailure.self) { try scene.setup().install() }
            #expect(failure?.description.contains("is no file") == true)
        }
    }

    @Test("What another program wrote meanwhile is never lost")
    func concurrent() throws {
        try SetupScene.run { scene in
            try scene.write("{\"a\":1}")
            let file = try EditedFile(scene.file())
            let read = try file.read()
            try scene.write("{\"a\":2}")
            let failure = #expect(throws: CommandFailure.self) { try file.replace(read, with: Array("{}".utf8)) }
            #expect(failure?.description.contains("another program") == true)
            #expect(throws: CommandFailure.self) { try file.replace(read, with: nil) }
            #expect(throws: CommandFailure.self) { try file.replace(nil, with: Array("{}".utf8)) }
            #expect(scene.text() == "{\"a\":2}")
            let names = try FileManager.default.contentsOfDirectory(atPath: scene.home.appending(path: ".claude").path)
            #expect(names == ["settings.json"])
        }
    }

    @Test("The copy of the file as it was can be read by its owner only")
    func backup() throws {
        try SetupScene.run { scene in
            try scene.write("{\"env\":{\"TOKEN\":\"secret\"}}")
            let setup = try scene.setup()
            _ = try setup.install()
            let mode = try FileManager.default.attributesOfItem(atPath: setup.backup)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(FileManager.default.contents(atPath: setup.backup) == Data("{\"env\":{\"TOKEN\":\"secret\"}}".utf8))
        }
    }

    @Test("A copy that was damaged is not restored: then only what is ours is taken out")
    func damaged() throws {
        try SetupScene.run { scene in
            try scene.write("{\"a\": 1}\n")
            let setup = try scene.setup()
            _ = try setup.install()
            try Data("{}".utf8).write(to: URL(filePath: setup.backup))
            #expect(try scene.setup().remove().outcome == .takenOut)
            #expect(scene.text() == "{\"a\": 1}\n")
        }
    }

    @Test("Agents that keep their settings elsewhere are found there")
    func places() {
        func path(_ agent: Agent, _ environment: [String: String]) -> String {
            SettingsPlace(of: agent, environment: environment.merging(["HOME": "/home/user"]) { own, _ in own }).file
                .path
        }
        #expect(path(.claude, [:]) == "/home/user/.claude/settings.json")
        #expect(path(.claude, ["CLAUDE_CONFIG_DIR": "/c"]) == "/c/settings.json")
        #expect(path(.codex, [:]) == "/home/user/.codex/hooks.json")
        #expect(path(.codex, ["CODEX_HOME": "/c"]) == "/c/hooks.json")
        #expect(path(.gemini, [:]) == "/home/user/.gemini/settings.json")
        #expect(path(.opencode, [:]) == "/home/user/.config/opencode/plugins/bellhop.js")
        #expect(path(.opencode, ["XDG_CONFIG_HOME": "/x"]) == "/x/opencode/plugins/bellhop.js")
        #expect(path(.opencode, ["OPENCODE_CONFIG_DIR": "/o", "XDG_CONFIG_HOME": "/x"]) == "/o/plugins/bellhop.js")
        #expect(
            SettingsPlace(ofProject: URL(filePath: "/p", directoryHint: .isDirectory)).file.path
                == "/p/.claude/settings.local.json")
    }

    @Test("The path to the tool is the one that stays: a link of a package manager's, and no build folder unless named")
    func program() throws {
        try SetupScene.run { scene in
            let files = FileManager.default
            for folder in ["bin", "Cellar"] {
                try files.createDirectory(at: scene.home.appending(path: folder), withIntermediateDirectories: true)
            }
            let tool = scene.home.appending(path: "Cellar/bellhop").path
            _ = files.createFile(
                atPath: tool, contents: Data("#!/bin/sh\n".utf8), attributes: [.posixPermissions: 0o755])
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
        }
        #expect(ProgramPath("/home/user/bellhop/Server/.build/debug/bellhop").isPassing)
        #expect(!ProgramPath("/usr/local/bin/bellhop").isPassing)
    }
}
