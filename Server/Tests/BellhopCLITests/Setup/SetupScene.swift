import BellhopAgents
import BellhopTestSupport
import Foundation

@testable import BellhopCLI
@testable import BellhopTerminal

/// A home folder of a test's own, in which agents are set up.
struct SetupScene {
    let home: URL
    var program = "/usr/local/bin/bellhop"

    static func run(_ body: (SetupScene) throws -> Void) throws {
        try TemporaryFolder.with { try body(SetupScene(home: $0)) }
    }

    var environment: [String: String] { ["HOME": home.path] }
    var state: StateFolder { StateFolder(environment: environment) }

    func file(_ agent: Agent = .claude) -> URL { SettingsPlace(of: agent, environment: environment).file }

    func setup(_ agent: Agent = .claude) throws -> Setup {
        try Setup(SettingsPlace(of: agent, environment: environment), running: program, state: state)
    }

    /// What has been kept of an agent's set-up; `nil` when there is nothing.
    func kept(_ agent: Agent = .claude) throws -> KeptFile? {
        SetupRecordFolder(of: try EditedFile(file(agent)), for: agent, in: state).read()
    }

    func write(_ text: String, _ agent: Agent = .claude) throws { try write(text, to: file(agent)) }

    /// `nil` when there is no file.
    func text(_ agent: Agent = .claude) -> String? {
        FileManager.default.contents(atPath: file(agent).path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A project of its own.
    var project: URL { home.appending(path: "project", directoryHint: .isDirectory) }

    func write(_ text: String, to file: URL) throws {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Makes something in the home folder that can be run, and gives its path.
    func tool(_ name: String, script: String = "") throws -> String {
        let file = home.appending(path: name)
        try write("#!/bin/sh\n\(script)\n", to: file)
        try FileManager.default.setMode(0o755, ofItemAtPath: file.path)
        return file.path
    }

    /// What the doctor finds, with the home folder as the root of the file system.
    func checks(path: String? = nil, version: @escaping (String) -> String?) -> [Finding] {
        let environment = environment.merging(path.map { ["PATH": $0] } ?? [:]) { own, _ in own }
        return AgentChecks(
            environment: environment, folder: project, root: home, isPassing: { $0.contains("/.build/") },
            version: version
        ).findings()
    }

    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: home.appending(path: path).path) }
}
