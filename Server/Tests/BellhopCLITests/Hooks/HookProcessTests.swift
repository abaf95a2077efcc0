import BellhopAgents
import BellhopModel
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

/// Failures of a hook's process environment: missing streams, an agent that does not close its pipe, a home folder that
/// hangs.
@Suite("Hooks in a broken environment", .timeLimit(.minutes(10)))
struct HookProcessTests {
    private static let ask = Array(DemoPayload.permissionRequest(of: .gemini).utf8)

    private static func run(
        _ arguments: [String], _ input: [UInt8] = ask, closes: Bool = true, prepare: (URL) throws -> Void = { _ in }
    ) async throws -> HookProcess.Ending {
        try await TemporaryFolder.with { folder in
            try prepare(folder)
            let closedPort = try ClosedPort()
            let environment = HookProcess.environment(closedPort.url, Secret("bh_agent_test"), folder)
            return try await HookProcess(arguments: arguments, environment: environment).run(input, closes: closes)
        }
    }

    @Test("Input that never ends is read no longer than the wait, and a gate then denies")
    func endlessInput() async throws {
        for (arguments, isGate) in [(["gemini", "--wait", "1"], true), (["claude", "--wait", "1"], false)] {
            let ending = try await Self.run(arguments, closes: false)
            #expect(ending.exitCode == 0)
            #expect(ending.errors == "bellhop: no event arrived on standard input in time\n")
            #expect(String(decoding: ending.output, as: UTF8.self).contains("deny") == isGate)
            #expect(ending.output.isEmpty != isGate)
        }
    }

    /// The order of Gemini CLI's fields: the tool's input and output come last.
    private static func event(_ name: String, _ more: String = "") -> [UInt8] {
        Array(#"{"session_id":"s-1","cwd":"/tmp","hook_event_name":"\#(name)","tool_name":"x","x":"\#(more)"}"#.utf8)
    }

    @Test(
        "Failures are denials before Gemini's tools, and silence at other events",
        arguments: ["BeforeTool", "AfterTool", "AfterAgent", "BeforeAgent"])
    func gemini(_ name: String) async throws {
        let isGate = name == "BeforeTool"
        let long = String(repeating: "x", count: HookInput.limit)
        for ending in [
            try await Self.run(["gemini"], Self.event(name, long)),
            try await Self.run(["gemini", "--wait", "1"], Self.event(name, "y"), closes: false),
        ] {
            #expect(ending.exitCode == 0 && !ending.errors.isEmpty)
            #expect(String(decoding: ending.output, as: UTF8.self).contains(#""decision":"deny""#) == isGate)
            #expect(ending.output.isEmpty != isGate)
        }
        for arguments in [["gemini", "--later"], ["gemini", "--wait", "soon"], ["gemeni", "--gate"]] {
            let ending = try await Self.run(arguments, Self.event(name, long))
            #expect(ending.exitCode == (isGate ? 2 : 0), "\(arguments)")
            #expect(ending.output.isEmpty && !ending.errors.isEmpty)
        }
    }

    @Test("A gate denies when an operation hangs that cannot be cancelled")
    func hangingHome() async throws {
        let ending = try await Self.run(["gemini", "--wait", "1"]) { folder in
            // Reading the file blocks, because it has no writer.
            let file = folder.appending(path: "bellhop/config.json")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            #expect(mkfifo(file.path, 0o600) == 0)
        }
        #expect(ending.exitCode == 0)
        #expect(String(decoding: ending.output, as: UTF8.self).contains("deny"))
    }

    @Test(
        "A hook started without its streams exits with 0",
        arguments: ["<event >&-", "<event 2>&-", "<event >&- 2>&-", "<&- >&- 2>&-"])
    func closedStreams(redirections: String) async throws {
        try await TemporaryFolder.with { folder in
            try Data(Self.ask).write(to: folder.appending(path: "event"))
            let closedPort = try ClosedPort()
            let environment = HookProcess.environment(closedPort.url, Secret("bh_agent_test"), folder)
            let run = try await ProgramRun.of(
                [
                    "/bin/sh", "-c", "cd \"$1\"; exec \"$0\" hook gemini \(redirections)", HookProcess.tool().path,
                    folder.path,
                ],
                environment: environment, folder: folder)
            #expect(run.status == 0)
            #expect(redirections.contains(" >&-") ? run.output.isEmpty : run.output.contains("deny"))
        }
    }

    @Test("A file with the number of a closed stream is not used as the stream")
    func reusedDescriptors() {
        let (inherited, opened) = (open("/dev/null", O_RDWR), open("/dev/null", O_RDWR | O_CLOEXEC))
        #expect(StandardStreams.isGiven(inherited))
        #expect(!StandardStreams.isGiven(opened))
        #expect(!StandardStreams.isGiven(-1))
        close(inherited)
        close(opened)
    }
}

@Suite("Hooks with invalid settings", .timeLimit(.minutes(10)))
struct HookSettingsTests {
    /// The problem of the settings.
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
        "A hook is silent and a gate denies, each with the reason in one line", arguments: Flaw.allCases)
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

    @Test("A configuration in the arguments overrides all environment variables")
    func argument() async throws {
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
        #expect(relative.output.isEmpty && relative.errors.contains("--config is a relative path"))
    }
}
