import BellhopModel
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopTerminal

@Suite("A hook whose settings are no good", .timeLimit(.minutes(10)))
struct HookSettingsTests {
    /// What is wrong with them.
    enum Flaw: CaseIterable {
        case noKey, brokenKey, noAddress, noJSON, noObject, brokenTrust, relativeFolder
    }

    private static func run(_ arguments: [String], _ flaw: Flaw, _ event: String) async throws -> HookProcess.Ending {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.url.appending(path: "bellhop/config.json")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        var environment = HookProcess.environment("http://127.0.0.1:1", Secret("bh_agent_test"), folder.url)
        var settings = "{}"
        switch flaw {
        case .noKey: environment["BELLHOP_KEY"] = nil
        case .brokenKey: environment["BELLHOP_KEY"] = "bh agent"
        case .noAddress: environment["BELLHOP_URL"] = "nowhere"
        case .noJSON: settings = "{"
        case .noObject: settings = "[]"
        case .brokenTrust: settings = #"{"devices":[{"id":"x"}],"trusted":7,"trusted_devices":{"x":"y"}}"#
        case .relativeFolder: environment["BELLHOP_CONFIG"] = ".claude"
        }
        try Data(settings.utf8).write(to: file)
        try FileManager.default.setMode(0o600, ofItemAtPath: file.path)
        return try await HookProcess(arguments: arguments, environment: environment).run(Array(event.utf8))
    }

    private static let call = #""session_id":"s-1","cwd":"/tmp","tool_name":"Bash","tool_input":{"command":"ls"}"#

    @Test(
        "The terminal's prompt stands, and a gate says no, each with the reason in one line", arguments: Flaw.allCases)
    func settings(_ flaw: Flaw) async throws {
        for (arguments, event, isGate) in [
            (["claude"], "PermissionRequest", false), (["codex"], "PermissionRequest", false),
            (["claude", "--gate"], "PreToolUse", true), (["gemini"], "BeforeTool", true),
            (["gemini"], "AfterTool", false),
        ] {
            let ending = try await Self.run(arguments, flaw, #"{"hook_event_name":"\#(event)",\#(Self.call)}"#)
            #expect(ending.exitCode == 0)
            #expect(ending.output.isEmpty != isGate)
            #expect(String(decoding: ending.output, as: UTF8.self).contains("deny") == isGate)
            #expect(ending.errors.hasPrefix("bellhop: ") && ending.errors.split(separator: "\n").count == 1)
        }
    }

    @Test("A configuration that the command names wins over every variable of the environment")
    func named() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let own = folder.url.appending(path: "own")
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        try Data(#"{"url":"http://127.0.0.1:1","key":"bh_agent_own"}"#.utf8).write(
            to: own.appending(path: "config.json"))
        var environment = HookProcess.environment("http://elsewhere.invalid:9", Secret("bh_agent_theirs"), folder.url)
        environment["BELLHOP_CONFIG"] = ".claude"
        let event = #"{"hook_event_name":"PermissionRequest",\#(Self.call)}"#
        let ending = try await HookProcess(
            arguments: ["claude", "--config", own.path, "--wait", "1"], environment: environment
        ).run(Array(event.utf8))
        #expect(ending.exitCode == 0 && ending.output.isEmpty)
        #expect(ending.errors.contains("127.0.0.1:1") && !ending.errors.contains("elsewhere"))
        let relative = try await HookProcess(
            arguments: ["claude", "--config", "own", "--wait", "1"], environment: environment
        ).run(Array(event.utf8))
        #expect(relative.output.isEmpty && relative.errors.contains("--config names a relative path"))
    }
}
