import BellhopAgents
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

/// A home folder of a test's own, in which agents are set up.
struct SetupScene {
    let home: URL
    var program = "/usr/local/bin/bellhop"

    static func run(_ body: (SetupScene) throws -> Void) throws {
        let home = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "bellhop-setup-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        try body(SetupScene(home: home))
    }

    var environment: [String: String] { ["HOME": home.path] }
    var state: StateFolder { StateFolder(environment: environment) }

    func file(_ agent: Agent = .claude) -> URL { SettingsPlace(of: agent, environment: environment).file }

    func setup(_ agent: Agent = .claude) throws -> Setup {
        try Setup(SettingsPlace(of: agent, environment: environment), running: program, state: state)
    }

    func write(_ text: String, _ agent: Agent = .claude) throws {
        let file = file(agent)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// `nil` when there is no file.
    func text(_ agent: Agent = .claude) -> String? {
        FileManager.default.contents(atPath: file(agent).path).map { String(decoding: $0, as: UTF8.self) }
    }

    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: home.appending(path: path).path) }
}
