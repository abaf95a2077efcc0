import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI

@Suite("The plugin for OpenCode")
struct OpenCodePluginTests {
    private static let node = ProgramPath.found("node", environment: ProcessInfo.processInfo.environment)
    private static let folder = Repository.root.appending(path: "Integrations/opencode")

    @Test(
        "It asks, replies, gives way and ends as it should: its own tests, in Node",
        .enabled(if: node != nil, "there is no `node` on the PATH: install Node.js to run the plugin's own tests"),
        .timeLimit(.minutes(10)))
    func ownTests() async throws {
        let home = try TemporaryFolder()
        defer { home.remove() }
        let tests = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
            .filter { $0.hasSuffix(".test.mjs") }.map { Self.folder.appending(path: $0).path }
        #expect(tests.count > 1)
        let run = try await ProgramRun.of(
            [try #require(Self.node), "--test"] + tests, environment: ["HOME": home.path], folder: home.url)
        #expect(run.status == 0, "\(run.output.suffix(4000))")
    }
}
