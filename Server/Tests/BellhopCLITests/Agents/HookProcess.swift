import Foundation
import Testing

/// `bellhop hook` as a process of its own, as an agent starts it.
struct HookProcess: Sendable {
    let arguments: [String]
    let environment: [String: String]

    struct Ending: Sendable {
        var output: [UInt8]
        var errors: String
        var exitCode: Int32
    }

    /// Writes `input` to its standard input and waits for its end.
    func run(_ input: [UInt8]) async throws -> Ending {
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
        try given.fileHandleForWriting.close()
        for await _ in ends {}
        // What a hook writes fits into a pipe.
        return Ending(
            output: Array(try output.fileHandleForReading.readToEnd() ?? Data()),
            errors: String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self),
            exitCode: process.terminationStatus)
    }

    /// The tool that was built beside these tests.
    static func tool() throws -> URL {
        let folders = [Bundle.main.bundleURL, Bundle.main.executableURL?.deletingLastPathComponent()].compactMap(\.self)
        let found = folders.map { $0.appending(path: "bellhop") }.first {
            FileManager.default.isExecutableFile(atPath: $0.path)
        }
        return try #require(found, "bellhop is built beside the tests")
    }
}
