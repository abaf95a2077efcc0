import BellhopAgents
import BellhopTestSupport
import Foundation

@testable import BellhopCLI
@testable import BellhopTerminal

/// A temporary home folder in which agents are set up.
struct SetupScene {
    let home: URL
    var program = "/usr/local/bin/bellhop"

    static func run(_ body: (SetupScene) throws -> Void) throws {
        try TemporaryFolder.with { try body(SetupScene(home: $0)) }
    }

    var environment: [String: String] { ["HOME": home.path] }
    var state: StateFolder { StateFolder(environment: environment) }

    func file(_ agent: Agent = .claude) -> URL { SettingsLocation(of: agent, environment: environment).file }

    func setup(_ agent: Agent = .claude) throws -> Setup {
        try Setup(SettingsLocation(of: agent, environment: environment), running: program, state: state)
    }

    /// The backup of an agent's settings; `nil` when there is none.
    func backup(_ agent: Agent = .claude) throws -> FileBackup? {
        SetupRecordFolder(of: try EditedFile(file(agent)), for: agent, in: state).read()
    }

    func write(_ text: String, _ agent: Agent = .claude) throws { try write(text, to: file(agent)) }

    /// `nil` when there is no file.
    func text(_ agent: Agent = .claude) -> String? {
        FileManager.default.contents(atPath: file(agent).path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The folder of a project.
    var project: URL { home.appending(path: "project", directoryHint: .isDirectory) }

    func write(_ text: String, to file: URL) throws {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Creates an executable script in the home folder and returns its path.
    func tool(_ name: String, script: String = "") throws -> String {
        let file = home.appending(path: name)
        try write("#!/bin/sh\n\(script)\n", to: file)
        try FileManager.default.setMode(0o755, ofItemAtPath: file.path)
        return file.path
    }

    /// The doctor's findings, with the home folder as the root of the file system.
    func checks(path: String? = nil, version: @escaping (String) -> String?) -> [Finding] {
        let environment = environment.merging(path.map { ["PATH": $0] } ?? [:]) { own, _ in own }
        return AgentChecks(
            environment: environment, folder: project, root: home, isTemporary: { $0.contains("/.build/") },
            version: version
        ).findings()
    }

    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: home.appending(path: path).path) }
}

/// Sample settings files.
enum SettingsShapes {
    static let all: [String] = [
        "{}",
        "{}\n",
        "{ }",
        "{\n}\n",
        "{\r\n}\r\n",
        "",
        "\n",
        "\u{FEFF}{\n  \"model\": \"opus\"\n}\n",
        "{\"model\":\"opus\"}",
        "{\"model\": \"opus\"}\n",
        "{ \"model\": \"opus\" }",
        "{\"model\":\"opus\",\"hooks\":{}}",
        "{\n  \"model\": \"opus\"\n}",
        "{\n  \"model\": \"opus\"\n}\n\n",
        "{\n\t\"model\": \"opus\",\n\t\"env\": {\n\t\t\"A\": \"ü\\u00e9\\\"\"\n\t}\n}\n",
        "{\r\n    \"model\": \"opus\",\r\n    \"hooks\": {}\r\n}\r\n",
        "{\n    \"model\": \"opus\"\n  ,\n    \"x\": 1.50e+3\n}\n",
        "{\n  \"hooks\": {\n    \"Stop\": []\n  }\n}\n",
        "{\n  \"hooks\": { \"Stop\": [ ] }, \"z\": [1,2,\n3]\n}\n",
        "{\"hooks\":{\"PreToolUse\":[{\"matcher\":\"Bash\",\"hooks\":[{\"type\":\"command\",\"command\":\"./lint.sh\"}]}]}}\n",
        """
        {
          "permissions": { "allow": ["Bash(git *)"], "deny": [] },
          "hooks": {
            "PermissionRequest": [
              {
                "matcher": "Bash",
                "hooks": [
                  { "type": "command", "command": "say hello" }
                ]
              }
            ],
            "Stop": [
              { "hooks": [{ "type": "http", "url": "http://127.0.0.1:1/stop" }] }
            ]
          },
          "statusLine": null
        }

        """,
        """
        {
          "$schema": "https://json.schemastore.org/claude-code-settings.json",
          "hooks": {
            "Notification": [{ "hooks": [] }],
            "enabled": true
          }
        }
        """,
    ]

    /// Invalid settings with the reason of the refusal.
    static let refused: [(text: String, reason: String)] = [
        ("{\n  // mine\n  \"model\": \"opus\"\n}\n", "comment in line 2"),
        ("{ \"a\": 1 /* mine */ }", "comment in line 1"),
        ("{\n  \"a\": 1,\n}\n", "comma before a closing bracket in line 3"),
        ("{ \"hooks\": { \"Stop\": [1,] } }", "comma before a closing bracket"),
        ("{ \"a\": 1, \"b\": 2, \"\\u0061\": 3 }", "the key \"a\" twice"),
        ("{ \"a\": 1", "a comma expected in line 1"),
        ("{ a: 1 }", "a key in quotes"),
        ("{ \"a\": 01 }", "a value expected"),
        ("{ \"a\": \"tab\tin it\" }", "string expected"),
        ("{} {}", "the end of the file"),
        ("[]", "not a JSON object"),
        ("{ \"hooks\": [] }", "`hooks` that is not an object"),
        ("{ \"hooks\": { \"Stop\": {} } }", "`hooks.Stop` that is not a list"),
        ("{ \"hooks\": { \"Stop\": [\"x\"] } }", "not a group of hooks"),
    ]
}
