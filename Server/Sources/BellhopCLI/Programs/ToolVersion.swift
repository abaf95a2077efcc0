import Foundation

/// Asks an installed tool which version it is.
enum ToolVersion {
    /// - Returns: `nil` when it cannot be run, fails or says nothing.
    static func of(_ path: String) -> String? {
        guard let run = ShortRun.of(path, ["--version"]), run.status == 0 else { return nil }
        let text = run.output.trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty || text.contains("\n") ? nil : text
    }

    /// Whether `version`, which may say more behind its number, is at least `least`. `true` for one that is no number.
    static func isAtLeast(_ least: String, _ version: String) -> Bool {
        let number = version.prefix { $0 == "." || $0.isNumber }
        guard number.first?.isNumber == true else { return true }
        return number.compare(least, options: .numeric) != .orderedAscending
    }
}
