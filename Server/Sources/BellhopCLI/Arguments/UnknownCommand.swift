import ArgumentParser
import BellhopTerminal

/// A word that should be a command and is not one.
struct UnknownCommand: Hashable {
    let word: String
    /// The commands before it, such as `bellhop schedule`.
    let path: String
    /// The nearest command name.
    let suggestion: String?

    /// - Returns: `nil` when `arguments` begin with known commands down to one without subcommands.
    init?(in arguments: [String], of root: any ParsableCommand.Type) {
        var command = root
        var path = Self.name(of: root)
        for word in arguments {
            let choices = command.configuration.subcommands
            guard !choices.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
            guard let next = choices.first(where: { Self.name(of: $0) == word }) else {
                self.word = word
                self.path = path
                suggestion = Spelling.nearest(to: word, in: choices.map(Self.name))
                return
            }
            command = next
            path += " \(word)"
        }
        return nil
    }

    /// The command at the beginning of `arguments`, with its full name.
    static func command(
        in arguments: [String], of root: any ParsableCommand.Type
    ) -> (any ParsableCommand.Type, path: String) {
        var (command, path) = (root, name(of: root))
        for word in arguments {
            guard let next = command.configuration.subcommands.first(where: { name(of: $0) == word }) else { break }
            (command, path) = (next, "\(path) \(word)")
        }
        return (command, path)
    }

    var failure: CommandFailure {
        let hint = suggestion.map { "Did you mean `\(path) \($0)`?" } ?? "`\(path) --help` lists them."
        return .usage("\(path) has no command \(word.debugDescription). \(hint)")
    }

    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? "\(command)".lowercased()
    }
}

/// An unknown option that resembles one that all commands have.
enum UnknownOption {
    /// The options of all commands, with which the parser does not compare a mistyped option.
    private static let common = ["--help", "--version"]

    /// - Parameter arguments: arguments that the parser rejects for any reason: it reports a missing argument before an
    ///   unknown option.
    /// - Returns: `nil` when all options are known, or resemble another option.
    static func failure(in arguments: [String], of root: any ParsableCommand.Type) -> CommandFailure? {
        let (command, path) = UnknownCommand.command(in: arguments, of: root)
        let help = command.helpMessage(includeHidden: true)
        for option in arguments.prefix(while: { $0 != "--" }) where option.hasPrefix("--") && !help.contains(option) {
            let meant = common.first { option.hasPrefix($0) } ?? Spelling.nearest(to: option, in: common)
            if let meant { return .usage("\(path) has no option \(option). Did you mean `\(path) \(meant)`?") }
        }
        return nil
    }
}

/// Suggestions for mistyped words.
enum Spelling {
    /// The nearest of `words` within an edit distance of 1, or of 2 for five letters or more.
    static func nearest(to text: String, in words: [String]) -> String? {
        let limit = text.count < 5 ? 1 : 2
        let candidates = words.map { (word: $0, distance: distance(text, $0)) }.filter { $0.distance <= limit }
        return candidates.min { $0.distance < $1.distance }?.word
    }

    /// The edit distance: insertions, deletions, substitutions and transpositions (optimal string alignment).
    static func distance(_ first: String, _ second: String) -> Int {
        let (a, b) = (Array(first), Array(second))
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, rows[i - 1][j - 1] + 1) }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
