/// A word of a command that names a script, and the folder that it is seen from.
public struct ScriptName: Hashable, Sendable {
    /// As it stands there.
    public let word: String
    /// Absolute, or below `~/`; `nil` where only a shell knows it.
    public let path: String?
    /// Whether the word is what is run, and not only one behind a program that runs others.
    public let isCertain: Bool
}

/// Reads scripts, in the same order; without those that turn out to be none.
public typealias ScriptReading = ([ScriptName]) -> [ScriptFile]

extension ShellCommands {
    /// - Parameter start: the folder that the line begins in, absolute.
    func scripts(from start: String?) -> [ScriptName] {
        var place = start
        var found: [ScriptName] = []
        var known: Set<ScriptName> = []
        for command in all {
            for (word, isCertain) in command.scriptWords {
                let name = ScriptName(word: word, path: Self.resolved(word, in: place), isCertain: isCertain)
                if known.insert(name).inserted { found.append(name) }
            }
            if let moved = command.run(ofAny: ["cd", "pushd"]) {
                let folder = moved.arguments.first { !$0.hasPrefix("-") }
                place = Self.resolved(folder ?? "~", in: place)
            }
        }
        return found
    }

    /// - Returns: an absolute path, or one that begins with `~/`.
    private static func resolved(_ word: String, in place: String?) -> String? {
        for (sign, folder) in [("~", "~"), ("$HOME", "~"), ("$PWD", place)] {
            guard word == sign || word.hasPrefix(sign + "/") else { continue }
            let rest = String(word.dropFirst(sign.count))
            return isPlain(rest) ? folder.map { $0 + rest } : nil
        }
        guard isPlain(word), !word.hasPrefix("~") else { return nil }
        if word.hasPrefix("/") { return word }
        return place.map { "\($0)/\(word)" }
    }

    /// It stands for itself.
    private static func isPlain(_ word: String) -> Bool { !word.contains { "$*?[]".contains($0) } }
}
