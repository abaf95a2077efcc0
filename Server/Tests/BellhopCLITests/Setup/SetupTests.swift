import BellhopAgents
import BellhopModel
import Crypto
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("Installing and removing hooks")
struct SetupTests {
    private static let hookAgents: [Agent] = [.claude, .codex, .gemini]

    private static func digest(_ text: String?) -> String? { text.map { SetupRecord.digest(Array($0.utf8)) } }

    @Test("Installation and removal restore settings of any shape byte for byte", arguments: hookAgents)
    func roundTrip(_ agent: Agent) throws {
        for shape in SettingsShapes.all {
            try SetupScene.run { scene in
                try scene.write(shape, agent)
                #expect(try scene.setup(agent).install().outcome == .installed)
                let installed = try #require(scene.text(agent))
                let text = try JSONText(Array(installed.utf8))
                let plan = HookPlan(agent: agent, program: scene.program)
                #expect(Set(HookSettings(plan: plan).entries(in: text).map(\.event)) == Set(plan.hooks.map(\.event)))
                // All other members are unchanged.
                if let before = try? CanonicalJSON.decode(JSONValue.self, from: Array(shape.utf8)) {
                    let after = text.value(of: text.root)
                    for (name, value) in before.object ?? [:] where name != "hooks" { #expect(after[name] == value) }
                }
                #expect(try scene.setup(agent).remove().outcome == .restored)
                #expect(Self.digest(scene.text(agent)) == Self.digest(shape), "\(shape.debugDescription)")
            }
        }
    }

    @Test("Removal deletes created files and folders", arguments: Agent.allCases)
    func created(_ agent: Agent) throws {
        try SetupScene.run { scene throws in
            #expect(try scene.setup(agent).install().outcome == .installed)
            #expect(scene.text(agent) != nil)
            #expect(try scene.setup(agent).remove().outcome == .restored)
            #expect(scene.text(agent) == nil)
            #expect(!scene.exists(".claude") && !scene.exists(".codex") && !scene.exists(".gemini"))
            #expect(!scene.exists(".config"))
            #expect(try scene.setup(agent).remove().outcome == .absent)
        }
    }

    @Test("Removal keeps folders with other contents")
    func folders() throws {
        try SetupScene.run { scene in
            _ = try scene.setup().install()
            try Data("x".utf8).write(to: scene.home.appending(path: ".claude/history"))
            #expect(try scene.setup().remove().outcome == .restored)
            #expect(scene.exists(".claude/history") && !scene.exists(".claude/settings.json"))
        }
    }

    @Test("A second installation changes nothing, for any shape", arguments: Agent.allCases)
    func idempotence(_ agent: Agent) throws {
        for shape in agent == .opencode ? [""] : SettingsShapes.all {
            try SetupScene.run { scene in
                try scene.write(shape, agent)
                _ = try scene.setup(agent).install()
                let first = scene.text(agent)
                #expect(try scene.setup(agent).install().outcome == .unchanged)
                // Also without a record of the installation.
                try FileManager.default.removeItem(at: scene.state.url)
                #expect(try scene.setup(agent).install().outcome == .unchanged)
                #expect(scene.text(agent) == first)
            }
        }
    }

    @Test("A file that cannot be edited safely is not changed, and the lines to add by hand are printed")
    func refusals() throws {
        for (shape, reason) in SettingsShapes.refused {
            try SetupScene.run { scene in
                try scene.write(shape)
                let failure = #expect(throws: CommandFailure.self) { try scene.setup().install() }
                let message = try #require(failure?.description)
                #expect(message.contains(reason), "\(message.prefix(120))")
                #expect(message.contains("/settings.json") && message.contains("was not changed"))
                // The error message does not contain the printed lines.
                #expect(!message.contains("\n"))
                #expect(failure?.output?.contains(#""args": ["hook", "claude"]"#) == true)
                #expect(scene.text() == shape)
                #expect(!scene.exists(".local"))
            }
        }
    }

    @Test("Invalid UTF-8 is rejected")
    func notText() throws {
        try SetupScene.run { scene in
            try scene.write("")
            try Data([0x7B, 0x22, 0xFF, 0x22, 0x7D]).write(to: scene.file())
            let failure = #expect(throws: CommandFailure.self) { try scene.setup().install() }
            #expect(failure?.description.contains("UTF-8") == true)
        }
    }

    @Test("A dry run shows the change without making it", arguments: Agent.allCases)
    func dryRun(_ agent: Agent) throws {
        try SetupScene.run { scene in
            let change = try scene.setup(agent).install(isDryRun: true)
            #expect(change.outcome == .installed && change.after != nil)
            #expect(LineDifference.lines(from: change.before, to: change.after).allSatisfy { $0.hasPrefix("+ ") })
            #expect(scene.text(agent) == nil && !scene.exists(".local"))
            _ = try scene.setup(agent).install()
            let installed = scene.text(agent)
            #expect(try scene.setup(agent).remove(isDryRun: true).outcome == .restored)
            #expect(scene.text(agent) == installed)
            // Without a change there are no lines.
            let none = try scene.setup(agent).install(isDryRun: true)
            #expect(none.outcome == .unchanged)
            #expect(LineDifference.lines(from: none.before, to: none.after).isEmpty)
        }
    }

    @Test("Removal reports whether the file was deleted or restored")
    func messages() throws {
        try SetupScene.run { scene in
            for (before, ending) in [
                (nil, "was deleted: it did not exist before Bellhop."),
                ("{}\n", "was restored to its state before Bellhop."),
            ] {
                if let before { try scene.write(before) }
                let setup = try scene.setup()
                _ = try setup.install()
                #expect(SetupCommand.text(for: try setup.remove(), setup).hasSuffix(ending))
            }
        }
    }
}
