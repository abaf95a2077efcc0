import ArgumentParser

/// Why a command could not do its work: one sentence on standard error, and an exit code that scripts can rely on.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
    let exitCode: ExitCode

    init(_ description: String, exitCode: ExitCode = .failure) {
        self.description = description
        self.exitCode = exitCode
    }
}
