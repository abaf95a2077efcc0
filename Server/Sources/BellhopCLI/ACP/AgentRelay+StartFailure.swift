import ArgumentParser
import Foundation

extension AgentRelay {
    /// As a shell tells of a command that it cannot start (POSIX, 2.8.2): 126 for one that is found and cannot be run, 127
    /// for one that is not found. `env`, which starts what is named by a path, does the same.
    static func exitCode(
        ofMissing name: String, path: String = ProcessInfo.processInfo.environment["PATH"] ?? ""
    ) -> ExitCode {
        let isFound = path.split(separator: ":").contains { FileManager.default.fileExists(atPath: "\($0)/\(name)") }
        return ExitCode(isFound ? 126 : 127)
    }
}
