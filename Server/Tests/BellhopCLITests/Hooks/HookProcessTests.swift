import BellhopAgents
import BellhopModel
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

/// What surrounds a hook's process: streams that are not there, an agent that forgets to end what it writes, a home that
/// hangs.
@Suite("A hook whose surroundings are broken", .timeLimit(.minutes(10)))
struct HookProcessTests {
    private static let ask = Array(DemoPayload.permissionRequest(of: .gemini).utf8)

    private static func run(
        _ arguments: [String], _ input: [UInt8] = ask, closes: Bool = true, prepare: (URL) throws -> Void = { _ in }
    ) async throws -> HookProcess.Ending {
        try await TemporaryFolder.with { folder in
            try prepare(folder)
            let nobody = try ClosedPort()
            let environment = HookProcess.environment(nobody.url, Secret("bh_agent_test"), folder)
            return try await HookProcess(arguments: arguments, environment: environment).run(input, closes: closes)
        }
    }

    @Test("An event that never ends is waited for no longer than for an answer; then a gate says no")
    func endlessInput() async throws {
        for (arguments, isGate) in [(["gemini", "--wait", "1"], true), (["claude", "--wait", "1"], false)] {
            let ending = try await Self.run(arguments, closes: false)
            #expect(ending.exitCode == 0)
            #expect(ending.errors == "bellhop: no event came on standard input in time\n")
            #expect(String(decoding: ending.output, as: UTF8.self).contains("deny") == isGate)
            #expect(ending.output.isEmpty != isGate)
        }
    }

    /// Gemini's own order: what a tool was given and said comes last.
    private static func event(_ name: String, _ more: String = "") -> [UInt8] {
        Array(#"{"session_id":"s-1","cwd":"/tmp","hook_event_name":"\#(name)","tool_name":"x","x":"\#(more)"}"#.utf8)
    }

    @Test(
        "What it cannot do is a no before Gemini's tools, and nothing at the events that it only tells of",
        arguments: ["BeforeTool", "AfterTool", "AfterAgent", "BeforeAgent"])
    func telling(_ name: String) async throws {
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

    @Test("A gate says no when something hangs that cannot be cancelled")
    func hangingHome() async throws {
        let ending = try await Self.run(["gemini", "--wait", "1"]) { folder in
            // Reading it waits for somebody to write, which nobody does.
            let file = folder.appending(path: "bellhop/config.json")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            #expect(mkfifo(file.path, 0o600) == 0)
        }
        #expect(ending.exitCode == 0)
        #expect(String(decoding: ending.output, as: UTF8.self).contains("deny"))
    }

    @Test(
        "One that was started without its streams ends well",
        arguments: ["<event >&-", "<event 2>&-", "<event >&- 2>&-", "<&- >&- 2>&-"])
    func closedStreams(redirections: String) async throws {
        try await TemporaryFolder.with { folder in
            try Data(Self.ask).write(to: folder.appending(path: "event"))
            let nobody = try ClosedPort()
            let environment = HookProcess.environment(nobody.url, Secret("bh_agent_test"), folder)
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

    @Test("What has the number of a stream that was closed is told from the stream")
    func givenStreams() {
        let (inherited, opened) = (open("/dev/null", O_RDWR), open("/dev/null", O_RDWR | O_CLOEXEC))
        #expect(StandardStreams.isGiven(inherited))
        #expect(!StandardStreams.isGiven(opened))
        #expect(!StandardStreams.isGiven(-1))
        close(inherited)
        close(opened)
    }
}
