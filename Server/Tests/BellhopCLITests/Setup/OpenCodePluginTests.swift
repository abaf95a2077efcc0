import Foundation
import Testing

@testable import BellhopCLI

@Suite("The plugin for OpenCode")
struct OpenCodePluginTests {
    private static let node = ProgramPath.found("node", environment: ProcessInfo.processInfo.environment)
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../Integrations/opencode/bellhop.test.mjs").standardizedFileURL

    @Test(
        "It asks, replies, gives way and ends as it should: its own tests, in Node",
        .enabled(if: node != nil, "there is no `node` on the PATH: install Node.js to run the plugin's own tests"),
        .timeLimit(.minutes(2)))
    func ownTests() throws {
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.node))
        process.arguments = ["--test", Self.tests.path]
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text.suffix(4000))")
    }
}
