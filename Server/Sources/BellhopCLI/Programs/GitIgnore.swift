import Foundation

/// Whether git leaves a file alone.
enum GitIgnore {
    /// - Returns: `nil` where there is no git, or no repository.
    static func ignores(_ file: URL, environment: [String: String]) -> Bool? {
        guard let git = ProgramPath.found("git", environment: environment) else { return nil }
        var folder = file.deletingLastPathComponent()
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path) {
            folder.deleteLastPathComponent()
        }
        switch ShortRun.of(git, ["-C", folder.path, "check-ignore", "--quiet", file.path])?.status {
        case 0: return true
        case 1: return false
        default: return nil
        }
    }
}
