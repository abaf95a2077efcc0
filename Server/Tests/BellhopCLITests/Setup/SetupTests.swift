import BellhopAgents
import BellhopModel
import Crypto
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("Setting up an agent")
struct SetupTests {
    private static let hookAgents: [Agent] = [.claude, .codex, .gemini]

    private static func digest(_ text: String?) -> String? { text.map { SetupRecord.digest(Array($0.utf8)) } }

    @Test("Set up and removed, settings of any shape are byte for byte what they were", arguments: hookAgents)
    func roundTrip(_ agent: Agent) throws {
        for shape in SettingsShapes.all {
            try SetupScene.run { scene in
                try scene.write(shape, agent)
                #expect(try scene.setup(agent).install().outcome == .installed)
                let installed = try #require(scene.text(agent))
                let text = try JSONText(Array(installed.utf8))
                let plan = HookPlan(agent: agent, program: scene.program)
                #expect(Set(HookSettings(plan: plan).calls(in: text).map(\.event)) == Set(plan.hooks.map(\.event)))
                // What was there is all there still.
                if let former = try? CanonicalJSON.decode(JSONValue.self, from: Array(shape.utf8)) {
                    let latter = text.value(of: text.root)
                    for (name, value) in former.object ?? [:] where name != "hooks" { #expect(latter[name] == value) }
                }
                #expect(try scene.setup(agent).remove().outcome == .restored)
                #expect(Self.digest(scene.text(agent)) == Self.digest(shape), "\(shape.debugDescription)")
            }
        }
    }

    @Test("Where there were no settings there are none again, and no folders", arguments: Agent.allCases)
    func nothingBefore(_ agent: Agent) throws {
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

    @Test("Folders that hold something else stay")
    func folders() throws {
        try SetupScene.run { scene in
            _ = try scene.setup().install()
            try Data("x".utf8).write(to: scene.home.appending(path: ".claude/history"))
            #expect(try scene.setup().remove().outcome == .restored)
            #expect(scene.exists(".claude/history") && !scene.exists(".claude/settings.json"))
        }
    }

    @Test("The second time nothing changes, whatever the shape", arguments: Agent.allCases)
    func idempotence(_ agent: Agent) throws {
        for shape in agent == .opencode ? [""] : SettingsShapes.all {
            try SetupScene.run { scene in
                try scene.write(shape, agent)
                _ = try scene.setup(agent).install()
                let first = scene.text(agent)
                #expect(try scene.setup(agent).install().outcome == .unchanged)
                // Nor when nobody remembers that it was set up.
                try FileManager.default.removeItem(at: scene.state.url)
                #expect(try scene.setup(agent).install().outcome == .unchanged)
                #expect(scene.text(agent) == first)
            }
        }
    }

    @Test("What cannot be edited safely is refused, with the lines to write by hand, and stays as it is")
    func refusals() throws {
        for (shape, why) in SettingsShapes.refused {
            try SetupScene.run { scene in
                try scene.write(shape)
                let failure = #expect(throws: CommandFailure.self) { try scene.setup().install() }
                let words = try #require(failure?.description)
                #expect(words.contains(why), "\(words.prefix(120))")
                #expect(words.contains("/settings.json") && words.contains("stays as it is"))
                // The sentence stands alone, so that nobody has to look for it above the lines.
                #expect(!words.contains("\n"))
                #expect(failure?.output?.contains(#""args": ["hook", "claude"]"#) == true)
                #expect(scene.text() == shape)
                #expect(!scene.exists(".local"))
            }
        }
    }

    @Test("Bytes that are no text are refused")
    func notText() throws {
        try SetupScene.run { scene in
            try scene.write("")
            try Data([0x7B, 0x22, 0xFF, 0x22, 0x7D]).write(to: scene.file())
            let failure = #expect(throws: CommandFailure.self) { try scene.setup().install() }
            #expect(failure?.description.contains("UTF-8") == true)
        }
    }

    @Test("A rehearsal shows the change and makes none", arguments: Agent.allCases)
    func rehearsal(_ agent: Agent) throws {
        try SetupScene.run { scene in
            let change = try scene.setup(agent).install(isRehearsal: true)
            #expect(change.outcome == .installed && change.latter != nil)
            #expect(LineDifference.lines(from: change.former, to: change.latter).allSatisfy { $0.hasPrefix("+ ") })
            #expect(scene.text(agent) == nil && !scene.exists(".local"))
            _ = try scene.setup(agent).install()
            let installed = scene.text(agent)
            #expect(try scene.setup(agent).remove(isRehearsal: true).outcome == .restored)
            #expect(scene.text(agent) == installed)
            // Nothing to change is no line.
            let none = try scene.setup(agent).install(isRehearsal: true)
            #expect(none.outcome == .unchanged)
            #expect(LineDifference.lines(from: none.former, to: none.latter).isEmpty)
        }
    }

    @Test("A file that setup made is gone when it is taken out, and one that was there is as it was")
    func words() throws {
        try SetupScene.run { scene in
            for (before, words) in [(nil, "is gone, as before Bellhop."), ("{}\n", "is as it was before Bellhop.")] {
                if let before { try scene.write(before) }
                let setup = try scene.setup()
                _ = try setup.install()
                #expect(SetupCommand.words(for: try setup.remove(), setup).hasSuffix(words))
            }
        }
    }
}
