package import ArgumentParser
import BellhopFoundation

/// Why a command could not do its work: one sentence on standard error, and an exit code that scripts can rely on.
package struct CommandFailure: Error, CustomStringConvertible {
    package let description: String
    package let exitCode: ExitCode
    /// What goes to standard output all the same, before the sentence.
    package let output: String?

    package init(_ description: String, exitCode: ExitCode = .failure, output: String? = nil) {
        self.description = description
        self.exitCode = exitCode
        self.output = output
    }

    /// What stands on the command line cannot be meant: nothing was tried. Exits as what cannot be parsed does, with 64.
    package static func usage(_ description: String) -> CommandFailure {
        CommandFailure(description, exitCode: .validationFailure)
    }

    /// Standard output failed with `error`, so that whoever reads it has a part at most. Exits with 74, sysexits' EX_IOERR.
    static func unprinted(_ error: Int32) -> CommandFailure {
        CommandFailure(
            "Standard output did not take all of it: \(String(cString: strerror(error))).", exitCode: ExitCode(74))
    }
}
