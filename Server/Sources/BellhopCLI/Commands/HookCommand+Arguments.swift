import ArgumentParser

extension HookCommand {
    /// What the tool's arguments mean to a hook.
    enum Arguments {
        case run(HookCommand)
        /// A hook's that cannot be understood, and why, in one line.
        case misuse(String)
        /// Another command's, or a call for help.
        case other
    }

    /// Reads the tool's arguments, without its name, as a hook's.
    ///
    /// An agent stands still until its hook has run: it is understood without the forty other commands, whose
    /// descriptions take longer to build than the hook takes to ask.
    static func read(_ arguments: [String]) -> Arguments {
        guard arguments.first == configuration.commandName else { return .other }
        do {
            return .run(try parse(Array(arguments.dropFirst())))
        } catch {
            return exitCode(for: error) == .success ? .other : .misuse(message(for: error))
        }
    }
}
