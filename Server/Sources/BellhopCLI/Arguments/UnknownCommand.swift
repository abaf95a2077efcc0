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

    /// The command that `arguments` begin with, and its full name.
    static func command(
        in arguments: [String], of root: any ParsableCommand.Type
    ) -> (any ParsableCommand.Type, place: String) {
        var (command, place) = (root, name(of: root))
        for word in arguments {
            guard let next = command.configuration.subcommands.first(where: { name(of: $0) == word }) else { break }
            (command, place) = (next, "\(place) \(word)")
        }
        return (command, place)
    }

    var failure: CommandFailure {
        let hint = suggestion.map { "Did you mean `\(place) \($0)`?" } ?? "`\(place) --help` lists them."
        return .usage("\(place) has no command \(word.debugDescription). \(hint)")
    }

    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? "\(command)".lowercased()
    }
}

/// An option that none of the command's is, and nearly one that all commands have.
enum UnknownOption {
    /// The parser compares a mistyped option with the command's own ones only.
    private static let common = ["--help", "--version"]

    /// - Parameter arguments: that the parser refuses, whatever it says: a missing argument comes before an unknown option.
    /// - Returns: `nil` where all options are known, or may be a slip for another.
    static func failure(in arguments: [String], of root: any ParsableCommand.Type) -> CommandFailure? {
        let (command, place) = UnknownCommand.command(in: arguments, of: root)
        let help = command.helpMessage(includeHidden: true)
        for option in arguments.prefix(while: { $0 != "--" }) where option.hasPrefix("--") && !help.contains(option) {
            let meant = common.first { option.hasPrefix($0) } ?? Spelling.nearest(to: option, in: common)
            if let meant { return .usage("\(place) has no option \(option). Did you mean `\(place) \(meant)`?") }
        }
        return nil
    }
}
