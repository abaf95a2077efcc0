import BellhopModel
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI

@Suite("Setup as it is run", .timeLimit(.minutes(10)))
struct SetupProgramTests {
    @Test("Nobody sets up root's agent by accident")
    func sudo() {
        #expect(SetupCommand.problem(["SUDO_USER": "anna"], user: 0)?.contains("as anna, without sudo") == true)
        for (environment, user) in [([:], 0), (["SUDO_USER": "root"], 0), (["SUDO_USER": "anna"], 501)] {
            #expect(SetupCommand.problem(environment, user: UInt32(user)) == nil)
        }
    }

    @Test("The lines to write by hand are all that goes to standard output")
    func refusal() async throws {
        let home = try TemporaryFolder()
        defer { home.remove() }
        let settings = home.url.appending(path: ".claude/settings.json")
        try FileManager.default.createDirectory(
            at: settings.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("{} // mine\n".utf8).write(to: settings)
        let run = try await ProgramRun.of(
            [try HookProcess.tool().path, "setup", "claude", "--no-test"], environment: ["HOME": home.path],
            folder: home.url)
        #expect(run.status == 1)
        let printed = try CanonicalJSON.decode(JSONValue.self, from: Array(run.output.utf8))
        #expect(printed["hooks"]?["PermissionRequest"]?.array?.count == 1)
        #expect(try String(contentsOf: settings, encoding: .utf8) == "{} // mine\n")
    }
}
