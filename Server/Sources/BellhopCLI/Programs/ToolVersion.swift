import Foundation

/// Asks an installed tool which version it is.
enum ToolVersion {
    /// In seconds: what takes longer is no tool of ours.
    private static let limit = 5.0

    /// - Returns: `nil` when it cannot be run, fails or says nothing.
    static func of(_ path: String) -> String? {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = ["--version"]
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        process.standardInput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let watch = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: watch)
        let data = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        watch.cancel()
        guard process.terminationStatus == 0 else { return nil }
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty || text.contains("\n") ? nil : text
    }
}
