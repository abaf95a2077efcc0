import Foundation

/// A run of another program that is over in a moment and reads nothing.
struct ShortRun: Hashable, Sendable {
    let status: Int32
    let output: String

    /// In seconds: what takes longer is stopped.
    private static let limit = 5.0

    /// - Returns: `nil` when `path` cannot be run.
    static func of(_ path: String, _ arguments: [String]) -> ShortRun? {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        process.standardInput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let watch = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: watch)
        let data = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        watch.cancel()
        return ShortRun(status: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
    }
}
