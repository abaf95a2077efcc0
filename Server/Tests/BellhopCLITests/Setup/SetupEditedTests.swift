import BellhopAgents
import BellhopModel
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("Settings edited after setup")
struct SetupEditedTests {
    /// Installs, applies `edit`, and removes.
    ///
    /// - Returns: the remaining text and the outcome.
    private func afterwards(
        _ shape: String, _ agent: Agent = .claude, edit: (String) -> String
    ) throws -> (text: String?, outcome: Setup.Outcome) {
        var left: (String?, Setup.Outcome) = (nil, .absent)
        try SetupScene.run { scene in
            try scene.write(shape, agent)
            _ = try scene.setup(agent).install()
            try scene.write(edit(try #require(scene.text(agent))), agent)
            let outcome = try scene.setup(agent).remove().outcome
            left = (scene.text(agent), outcome)
        }
        return left
    }

    @Test("Removal keeps the user's edits")
    func entriesRemoved() throws {
        let shapes = SettingsShapes.all.filter { $0.contains("\"opus\"") && !$0.contains("hooks") }
        #expect(shapes.count >= 8)
        for shape in shapes {
            let edited = try afterwards(shape) { $0.replacing("\"opus\"", with: "\"haiku\"") }
            #expect(edited.outcome == .entriesRemoved)
            #expect(edited.text == shape.replacing("\"opus\"", with: "\"haiku\""))
        }
    }

    @Test("Removal keeps the user's hooks, also in the same event and group")
    func ownHooks() throws {
        let own = #"{ "type": "command", "command": "./mine.sh" }"#
        let shape = """
            {
              "hooks": {
                "Stop": [
                  { "hooks": [\(own)] }
                ],
                "PreToolUse": []
              }
            }

            """
        let edited = try afterwards(shape) { $0 + "\n" }
        #expect(edited.text == shape + "\n")
        // A hook added after Bellhop's in its group.
        let added = try afterwards("{\n  \"hooks\": {}\n}\n") { text in
            text.replacing(
                #""timeout": 600,"#, with: #""timeout": 600, "once": true,"#, maxReplacements: 1
            ).replacing(
                "            \"statusMessage\": \"Asking your phone\"\n          }",
                with: "            \"statusMessage\": \"Asking your phone\"\n          },\n          \(own)",
                maxReplacements: 1)
        }
        #expect(
            added.text == """
                {
                  "hooks": {
                    "PermissionRequest": [
                      {
                        "hooks": [
                          \(own)
                        ]
                      }
                    ]
                  }
                }

                """)
    }

    @Test("Removal deletes a file that setup created, unless it has other contents")
    func createdFile() throws {
        try SetupScene.run { scene in
            _ = try scene.setup().install()
            try scene.write(try #require(scene.text()).replacing("600", with: "599"))
            #expect(try scene.setup().remove().outcome == .entriesRemoved)
            #expect(scene.text() == nil && !scene.exists(".claude"))
            _ = try scene.setup().install()
            try scene.write(try #require(scene.text()).replacing("{\n  \"hooks\"", with: "{\n  \"a\": 1,\n  \"hooks\""))
            #expect(try scene.setup().remove().outcome == .entriesRemoved)
            #expect(scene.text() == "{\n  \"a\": 1\n}\n")
        }
    }

    @Test("Removal does not change a file that has become invalid, and reports the reason")
    func invalid() throws {
        try SetupScene.run { scene in
            _ = try scene.setup().install()
            let broken = "// mine\n" + (scene.text() ?? "")
            try scene.write(broken)
            let failure = #expect(throws: CommandFailure.self) { try scene.setup().remove() }
            #expect(failure?.description.contains("comment in line 1") == true)
            #expect(failure?.description.contains("Remove the hooks that run `bellhop hook claude` yourself") == true)
            #expect(scene.text() == broken)
        }
    }

    /// The lines that setup prints, in a file with a comment.
    private func pasted(_ scene: SetupScene, _ agent: Agent) throws -> String {
        try scene.write("// mine\n{}\n", agent)
        let failure = #expect(throws: CommandFailure.self) { try scene.setup(agent).install() }
        return "// mine\n" + (try #require(failure?.output)) + "\n"
    }

    @Test("Lines added by hand to Gemini CLI's settings, which may have comments, count as installed")
    func manual() throws {
        try SetupScene.run { scene in
            let text = try pasted(scene, .gemini)
            try scene.write(text, .gemini)
            let change = try scene.setup(.gemini).install()
            #expect(change.outcome == .manual("has a comment in line 1, which JSON does not allow"))
            let message = SetupCommand.text(for: change, try scene.setup(.gemini))
            #expect(message.contains("is set up by hand, and the file was not changed: "))
            #expect(message.contains("comment in line 1"))
            #expect(scene.text(.gemini) == text && !scene.exists(".local"))
            // With some of the lines, the missing ones are printed.
            try scene.write(text.replacing("\"AfterTool\"", with: "\"Later\""), .gemini)
            let failure = #expect(throws: CommandFailure.self) { try scene.setup(.gemini).install() }
            #expect(failure?.output?.contains("AfterTool") == true && failure?.output?.contains("BeforeTool") == false)
            // A hook in a comment has no effect.
            try scene.write("// bellhop hook gemini\n{}\n", .gemini)
            let none = #expect(throws: CommandFailure.self) { try scene.setup(.gemini).install() }
            #expect(none?.output?.contains("BeforeTool") == true)
        }
    }

    @Test(
        "In settings whose agent accepts no comments, the comment must be removed first",
        arguments: [Agent.claude, .codex])
    func commentFirst(_ agent: Agent) throws {
        try SetupScene.run { scene in
            try scene.write("{ \"model\": \"x\", }", agent)
            let comma = #expect(throws: CommandFailure.self) { try scene.setup(agent).install() }
            #expect(comma?.description.contains("Remove the comma first") == true)
            let text = try pasted(scene, agent)
            try scene.write(text, agent)
            let failure = #expect(throws: CommandFailure.self) { try scene.setup(agent).install() }
            #expect(failure?.description.contains("Remove the comment: until then") == true)
            #expect(failure?.description.contains("Remove the hooks") == false && failure?.output == nil)
            try scene.write(String(text.dropFirst("// mine\n".count)), agent)
            #expect(try scene.setup(agent).install().outcome == .unchanged)
        }
    }

    @Test("The advice to remove hooks by hand names the program in the file")
    func removedByHand() throws {
        try SetupScene.run { scene in
            var scene = scene
            scene.program = "/usr/local/bin/bellhop-hook"
            _ = try scene.setup().install()
            try scene.write("// mine\n" + (scene.text() ?? ""))
            let failure = #expect(throws: CommandFailure.self) { try scene.setup().remove() }
            #expect(failure?.description.contains("that run `bellhop-hook claude` yourself") == true)
        }
    }

    @Test(
        "Hooks of an earlier setup, or added by hand, are updated in place with their options")
    func update() throws {
        try SetupScene.run { scene in
            let shape = """
                {
                  "hooks": {
                    "PermissionRequest": [
                      {
                        "matcher": "Bash",
                        "hooks": [
                          { "type": "command", "command": "~/old/bellhop hook claude --wait 30", "timeout": 700 }
                        ]
                      }
                    ]
                  }
                }

                """
            try scene.write(shape)
            #expect(try scene.setup().install().outcome == .updated)
            let text = try #require(scene.text())
            #expect(
                text.contains(
                    #"{ "type": "command", "command": "/usr/local/bin/bellhop", "timeout": 700, "args": ["hook", "claude", "--wait", "30"] }"#
                ), "\(text)")
            let entries = HookSettings(plan: HookPlan(agent: .claude, program: scene.program))
                .entries(in: try JSONText(Array(text.utf8)))
            #expect(entries.count { $0.event == "PermissionRequest" } == 1)
            // Removal does not restore entries that setup did not write.
            _ = try scene.setup().remove()
            #expect(
                scene.text() == "{\n  \"hooks\": {\n    \"PermissionRequest\": []\n  }\n}\n" || scene.text() == "{}\n")
        }
    }

    @Test("The user's options are kept by repeated setup and for a moved tool")
    func options() throws {
        let handWritten = #"{ "hooks": { "Stop": [{ "hooks": [{ "command": "bellhop hook claude --wait 30" }] }] } }"#
        for shape in ["{\n  \"model\": \"opus\"\n}\n", handWritten] {
            try SetupScene.run { scene in
                try scene.write(shape)
                _ = try scene.setup().install()
                let option = shape == handWritten ? #""--wait", "30""# : #""--wait", "120""#
                if shape != handWritten {
                    let text = try #require(scene.text())
                    try scene.write(text.replacing(#""claude"]"#, with: #""claude", \#(option)]"#, maxReplacements: 1))
                }
                for path in ["/opt/bellhop", "/opt/bellhop", "/usr/bin/bellhop"] {
                    var moved = scene
                    moved.program = path
                    _ = try moved.setup().install()
                    #expect(scene.text()?.contains(option) == true, "\(path)")
                }
                #expect(try scene.setup().remove().outcome == .restored)
                #expect(scene.text() == (shape == handWritten ? "{}" : shape))
            }
        }
    }

    @Test(
        "Setup with another path of the tool updates the hooks, and removal still restores",
        arguments: Agent.allCases)
    func moved(_ agent: Agent) throws {
        try SetupScene.run { scene in
            let shape = agent == .opencode ? nil : "{\n  \"model\": \"opus\"\n}\n"
            if let shape { try scene.write(shape, agent) }
            _ = try scene.setup(agent).install()
            let before = try #require(scene.text(agent))
            var moved = scene
            moved.program = "/opt/homebrew/bin/bellhop"
            #expect(try moved.setup(agent).install().outcome == .updated)
            #expect(scene.text(agent) == before.replacing("/usr/local/bin/bellhop", with: "/opt/homebrew/bin/bellhop"))
            #expect(try moved.setup(agent).remove().outcome == .restored)
            #expect(scene.text(agent) == shape)
        }
    }

    @Test("A line that runs more than Bellhop is neither changed nor duplicated")
    func ownLine() throws {
        try SetupScene.run { scene in
            let line = "BELLHOP_URL=http://studio:8787 bellhop hook claude --wait 5 2>/dev/null || true"
            try scene.write(#"{ "hooks": { "Stop": [{ "hooks": [{ "command": "\#(line)" }] }] } }"#)
            #expect(try scene.setup().install().outcome == .updated)
            let text = try JSONText(Array(try #require(scene.text()).utf8))
            let plan = HookPlan(agent: .claude, program: scene.program)
            let stops = HookSettings(plan: plan).entries(in: text).filter { $0.event == "Stop" }
            #expect(stops.count == 1)
            #expect(text.value(of: stops[0].node)["command"]?.string == line)
        }
    }

    @Test("Duplicate hooks for the same tools become one")
    func duplicates() throws {
        try SetupScene.run { scene in
            let hook = #"{ "hooks": [{ "type": "command", "command": "bellhop", "args": ["hook", "claude"] }] }"#
            try scene.write("{ \"hooks\": { \"PermissionRequest\": [\(hook), \(hook)] } }\n")
            #expect(try scene.setup().install().outcome == .updated)
            let text = try JSONText(Array(try #require(scene.text()).utf8))
            let entries = HookSettings(plan: HookPlan(agent: .claude, program: "x")).entries(in: text)
            #expect(entries.count { $0.event == "PermissionRequest" } == 1)
        }
    }

    @Test("The user's gate is kept in every position")
    func gate() throws {
        let gate = #"{ "hooks": [{ "type": "command", "command": "bellhop", "args": ["hook", "claude", "--gate"] }] }"#
        let plain = #"{ "hooks": [{ "type": "command", "command": "bellhop", "args": ["hook", "claude"] }] }"#
        for groups in ["\(gate)", "\(gate), \(plain)", "\(plain), \(gate)"] {
            try SetupScene.run { scene in
                try scene.write("{ \"hooks\": { \"PreToolUse\": [\(groups)] } }\n")
                _ = try scene.setup().install()
                let text = try JSONText(Array(try #require(scene.text()).utf8))
                let entries = HookSettings(plan: HookPlan(agent: .claude, program: "x")).entries(in: text)
                #expect(entries.count { $0.event == "PreToolUse" && $0.command.isGate } == 1)
                #expect(entries.count { $0.event == "PreToolUse" && !$0.command.isGate } == 1)
            }
        }
    }

    @Test("Another plugin is not replaced, and an edited one of Bellhop's is")
    func plugin() throws {
        try SetupScene.run { scene in
            try scene.write("export default {}\n", .opencode)
            #expect(throws: CommandFailure.self) { try scene.setup(.opencode).install() }
            #expect(scene.text(.opencode) == "export default {}\n")
            try FileManager.default.removeItem(at: scene.file(.opencode))
            _ = try scene.setup(.opencode).install()
            let installed = try #require(scene.text(.opencode))
            try scene.write(installed + "// mine\n", .opencode)
            #expect(try scene.setup(.opencode).install().outcome == .updated)
            #expect(scene.text(.opencode) == installed)
        }
    }
}
