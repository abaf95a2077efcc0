import BellhopModel
import Foundation
import Testing

@testable import BellhopCLI

@Suite("Setup as it is run", .timeLimit(.minutes(2)))
struct SetupProgramTests {
    @Test("The lines to write by hand are all that goes to standard output")
    func refusal() async throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "bellhop-setup-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: home) }
        let settings = home.appending(path: ".claude/settings.json")
        try FileManager.default.createDirectory(
            at: settings.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("{} // mine\n".utf8).write(to: settings)
        let run = try await ProgramRun.of(
            [try HookProcess.tool().path, "setup", "claude", "--no-test"], environment: ["HOME": home.path],
            folder: home)
        #expect(run.status == 1)
        let printed = try CanonicalJSON.decode(JSONValue.self, from: Array(run.output.utf8))
        #expect(printed["hooks"]?["PermissionRequest"]?.array?.count == 1)
        #expect(try String(contentsOf: settings, encoding: .utf8) == "{} // mine\n")
    }
}
