package import ArgumentParser
import BellhopFoundation
import BellhopModel
import Synchronization

/// The two streams of a command: what it prints, and what it says about itself. Whoever wrote the text, a terminal only
/// shows it (``TerminalText``).
package enum Output {
    /// One line on standard output.
    package static func line(_ text: String = "") { write(TerminalText.safe(text) + "\n", to: STDOUT_FILENO) }

    /// One line on standard error.
    package static func remark(_ text: String) { write(TerminalText.safe(text) + "\n", to: STDERR_FILENO) }

    /// One line on standard output, with its styles where `inColor` says so.
    package static func line(_ text: StyledText, inColor: Bool) {
        write(text.rendered(inColor: inColor) + "\n", to: STDOUT_FILENO)
    }

    /// A list, a line each; when there is nothing, that is said on standard error.
    package static func list(_ lines: [String], none: String) {
        if lines.isEmpty { remark(none) }
        for line in lines { self.line(line) }
    }

    /// One JSON value on a line of its own.
    package static func json(_ value: some Encodable) throws {
        line(TerminalText.safe(json: try CanonicalJSON.text(value)))
    }

    /// Bytes exactly as they are.
    ///
    /// - Returns: whether all of them were taken; `false` where nobody reads standard output.
    @discardableResult
    package static func write(_ bytes: [UInt8]) -> Bool { write(bytes, to: STDOUT_FILENO) }

    /// What to say when standard output did not take all that was printed. `nil` when it did, and when its reader has gone:
    /// whoever wants no more needs no word about it.
    package static var loss: CommandFailure? { lost.withLock { $0 }.map(CommandFailure.unprinted) }

    /// The first error of standard output.
    private static let lost = Mutex<Int32?>(nil)

    private static func write(_ text: String, to descriptor: Int32) { write(Array(text.utf8), to: descriptor) }

    @discardableResult
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        guard StandardStreams.isGiven(descriptor) else { return false }
        guard let error = Descriptor.write(bytes, to: descriptor) else { return true }
        if descriptor == STDOUT_FILENO { note(error) }
        return false
    }

    private static func note(_ error: Int32) {
        // Nobody reads any more (a closed pipe): there is nobody to tell either.
        guard error != EPIPE else { return }
        lost.withLock { $0 = $0 ?? error }
    }
}

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
