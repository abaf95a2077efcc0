package import ArgumentParser

/// Why a command could not do its work: one sentence on standard error, and an exit code that scripts can rely on.
package struct CommandFailure: Error, CustomStringConvertible {
    package let description: String
    package let exitCode: ExitCode

    package init(_ description: String, exitCode: ExitCode = .failure) {
        self.description = description
        self.exitCode = exitCode
    }

    /// What stands on the command line cannot be meant: nothing was tried. Exits as what cannot be parsed does, with 64.
    package static func usage(_ description: String) -> CommandFailure {
        CommandFailure(description, exitCode: .validationFailure)
    }
}
