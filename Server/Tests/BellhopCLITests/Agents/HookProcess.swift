import BellhopModel
import Foundation
import Testing

/// `bellhop hook` in its own process, as an agent starts it.
struct HookProcess: Sendable {
    let arguments: [String]
    let environment: [String: String]

    struct Ending: Sendable {
        var output: [UInt8]
        var errors: String
        var exitCode: Int32
    }

    /// The environment of the process, without that of the test process.
    ///
    /// - Parameter folder: the home folder of the process.
    static func environment(_ url: String, _ key: Secret, _ folder: URL) -> [String: String] {
        [
            "HOME": folder.path, "PATH": "/usr/bin:/bin", "XDG_CONFIG_HOME": folder.path, "XDG_STATE_HOME": folder.path,
            "BELLHOP_URL": url, "BELLHOP_KEY": key.reveal(), "SWIFT_BACKTRACE": "enable=no",
        ].merging(ProcessInfo.processInfo.environment.filter { $0.key == "LD_LIBRARY_PATH" }) { own, _ in own }
    }

    /// Writes `input` to the standard input of the process and waits for its end.
    ///
    /// - Parameters:
    ///   - closes: closes standard input after the input.
    ///   - whileRunning: runs during the process, with its id.
    func run(
        _ input: [UInt8], closes: Bool = true, whileRunning: (Int32) async throws -> Void = { _ in }
    ) async throws -> Ending {
        let process = Process()
        process.executableURL = try Self.tool()
        process.arguments = ["hook"] + arguments
        process.environment = environment
        let (given, output, errors) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (given, output, errors)
        let (ends, ended) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ended.finish() }
        try process.run()
        try given.fileHandleForWriting.write(contentsOf: Data(input))
        if closes { try given.fileHandleForWriting.close() }
        try await whileRunning(process.processIdentifier)
        for await _ in ends {}
        if !closes { try given.fileHandleForWriting.close() }
        // The output of a hook fits into the buffer of a pipe.
        return Ending(
            output: Array(try output.fileHandleForReading.readToEnd() ?? Data()),
            errors: String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self),
            exitCode: process.terminationStatus)
    }

    /// The tool built beside these tests, or its program for hooks only.
    static func tool(_ name: String = "bellhop") throws -> URL {
        let folders = [Bundle.main.bundleURL, Bundle.main.executableURL?.deletingLastPathComponent()].compactMap(\.self)
        let found = folders.map { $0.appending(path: name) }.first {
            FileManager.default.isExecutableFile(atPath: $0.path)
        }
        return try #require(found, "\(name) is built beside the tests")
    }
}
