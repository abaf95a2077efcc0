import BellhopModel
import Foundation
import Testing

/// A program run during a test.
struct ProgramRun {
    var status: Int32
    var output: String

    /// - Parameters:
    ///   - command: the program's path and its arguments.
    ///   - environment: the whole environment, apart from PATH.
    ///   - body: runs during the program, with its process id.
    static func of(
        _ command: [String], input: String = "", environment: [String: String], folder: URL,
        during body: (Int32) async throws -> Void = { _ in }
    ) async throws -> ProgramRun {
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.environment = environment.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own }
        // Files instead of pipes, which would have to be read while the program runs.
        let name = UUID().uuidString
        let (given, printed) = (folder.appending(path: "\(name).in"), folder.appending(path: "\(name).out"))
        try Data(input.utf8).write(to: given)
        _ = FileManager.default.createFile(atPath: printed.path, contents: nil)
        process.standardInput = try FileHandle(forReadingFrom: given)
        process.standardOutput = try FileHandle(forWritingTo: printed)
        process.standardError = FileHandle.nullDevice
        let (ends, end) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = { end.yield($0.terminationStatus) }
        try process.run()
        try await body(process.processIdentifier)
        let status = try await withTaskCancellationHandler {
            try #require(await ends.first { _ in true })
        } onCancel: {
            process.terminate()
        }
        return ProgramRun(status: status, output: try String(contentsOf: printed, encoding: .utf8))
    }
}
