import BellhopClient
import BellhopCore
import BellhopKit
import BellhopModel
import BellhopSimulators
import Foundation
import Testing

@testable import BellhopCLI

/// Incomplete output must not look complete to a script.
@Suite("Failing standard output", .serialized, .timeLimit(.minutes(10)))
struct OutputLossTests {
    /// A full disk (full(4)).
    private static let full = "/dev/full"
    private static let sentence = "bellhop: Standard output could not be written completely: No space left on device.\n"

    /// Runs a shell script in which `"$@"` is the tool with its arguments.
    ///
    /// - Returns: the tool's standard error as `output`.
    private static func run(
        _ shell: String, _ arguments: [String], _ bellhop: RunningBellhop, key: Secret? = nil
    ) async throws -> ProgramRun {
        try await ProgramRun.of(
            ["/bin/sh", "-c", shell, "sh", HookProcess.tool().path] + arguments,
            environment: HookProcess.environment(bellhop.url, key ?? bellhop.keys.agent, bellhop.folder),
            folder: bellhop.folder)
    }

    @Test("A full disk is reported with exit code 74", .enabled(if: FileManager.default.fileExists(atPath: full)))
    func fullDisk() async throws {
        try await RunningBellhop.run { bellhop in
            _ = try await bellhop.agent.sendAndReport(NotificationRequest(title: "Milk", body: "Two bottles"))
            for arguments in [
                ["keys", "list"], ["history", "--json"], ["devices", "--json"], ["--version"], ["keys", "-h"],
            ] {
                let run = try await Self.run("\"$@\" 2>&1 >\(Self.full)", arguments, bellhop, key: bellhop.keys.admin)
                #expect(run.status == 74 && run.output == Self.sentence, "\(arguments)")
            }
            let failed = try await Self.run("\"$@\" 2>&1 >\(Self.full)", ["keys", "list", "--no"], bellhop)
            #expect(failed.status == 64)
        }
    }

    @Test("A closed pipe is no failure")
    func closedPipe() async throws {
        try await RunningBellhop.run { bellhop in
            // The tool starts after the reader has closed its end.
            let shell = """
                mkfifo "$HOME/gone"; exec 3>&1
                { read _ <"$HOME/gone"; "$@" 2>&3; echo $? >&3; } | { exec 0<&-; echo >"$HOME/gone"; }
                """
            let run = try await Self.run(shell, ["keys", "list"], bellhop, key: bellhop.keys.admin)
            #expect(run.output == "0\n")
        }
    }

    @Test(
        "An answer that cannot be printed is a failure, and is not reported as applied",
        .enabled(if: FileManager.default.fileExists(atPath: full)),
        arguments: [["Deploy?"], ["Deploy?", "--json"]], ["approve", "deny"])
    func answer(arguments: [String], step: String) async throws {
        try await RunningBellhop.run { bellhop in
            await bellhop.phone.unlock()
            async let run = Self.run("\"$@\" 2>&1 >\(Self.full)", ["ask"] + arguments, bellhop)
            try await ScriptedPhone(phone: bellhop.phone).run(PhoneScript("wait\n\(step)"))
            let (output, status) = (try await run.output, try await run.status)
            #expect(status == 3 && output == Self.sentence)
            let asked = try #require(try await bellhop.agent.call(API.listAsks).items.first)
            #expect(asked.appliedAt == nil)
        }
    }
}
