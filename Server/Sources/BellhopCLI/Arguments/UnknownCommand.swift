import ArgumentParser
import BellhopTerminal

/// A word that stands where a command is expected, and is none.
struct UnknownCommand: Hashable {
    let word: String
    /// The commands before it, such as `bellhop schedule`.
    let place: String
    /// What may have been meant.
    let suggestion: String?

    /// - Returns: `nil` when `arguments` begin with commands, as far as there are any to choose from.
    init?(in arguments: [String], of root: any ParsableCommand.Type) {
        var command = root
        var place = Self.name(of: root)
        for word in arguments {
            let choices = command.configuration.subcommands
            guard !choices.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
            guard let next = choices.first(where: { Self.name(of: $0) == word }) else {
                self.word = word
                self.place = place
                suggestion = Spelling.nearest(to: word, in: choices.map(Self.name))
                return
            }
            command = next
            place += " \(word)"
        }
        return nil
    }

    var failure: CommandFailure {
        let hint = suggestion.map { "Did you mean `\(place) \($0)`?" } ?? "`\(place) --help` lists them."
        return .usage("\(place) has no command \(word.debugDescription). \(hint)")
    }

    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? "\(command)".lowercased()
    }
}

/// An option that the parser does not know.
enum UnknownOption {
    /// The parser compares a mistyped option with the command's own ones; these belong to all commands.
    private static let common = ["--help", "--version"]

    /// - Parameter message: the parser's.
    /// - Returns: the same with the option that may have been meant; `nil` where the parser says it, or nothing is similar.
    static func failure(of message: String) -> CommandFailure? {
        guard let match = message.firstMatch(of: /^Error: Unknown option '(--[^' ]+)'\n/) else { return nil }
        let option = String(match.output.1)
        let meant = common.first { option.hasPrefix($0) } ?? Spelling.nearest(to: option, in: common)
        guard let meant else { return nil }
        let rest = message[match.range.upperBound...]
        return .usage("Unknown option '\(option)'. Did you mean '\(meant)'?\n\(rest)")
    }
}
