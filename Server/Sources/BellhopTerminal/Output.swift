package import ArgumentParser
import BellhopFoundation
import BellhopModel
import Synchronization

/// The output streams of a command. Text of any origin is sanitised for the terminal (``TerminalText``).
package enum Output {
    /// One line on standard output.
    package static func line(_ text: String = "") { write(TerminalText.safe(text) + "\n", to: STDOUT_FILENO) }

    /// One line on standard error.
    package static func remark(_ text: String) { write(TerminalText.safe(text) + "\n", to: STDERR_FILENO) }

    /// One line on standard output, with styles if `inColor` is set.
    package static func line(_ text: StyledText, inColor: Bool) {
        write(text.rendered(inColor: inColor) + "\n", to: STDOUT_FILENO)
    }

    /// A list, one line per entry; prints `none` on standard error when it is empty.
    package static func list(_ lines: [String], none: String) {
        if lines.isEmpty { remark(none) }
        for line in lines { self.line(line) }
    }

    /// One JSON value on its own line.
    package static func json(_ value: some Encodable) throws {
        line(TerminalText.safe(json: try CanonicalJSON.text(value)))
    }

    /// Unchanged bytes.
    ///
    /// - Returns: whether all of them were written; `false` when standard output has no reader.
    @discardableResult
    package static func write(_ bytes: [UInt8]) -> Bool { write(bytes, to: STDOUT_FILENO) }

    /// The failure of standard output; `nil` when everything was written, and when the reader closed the pipe.
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
        // A closed pipe has no reader that needs the error.
        guard error != EPIPE else { return }
        lost.withLock { $0 = $0 ?? error }
    }
}

/// The failure of a command: one sentence for standard error, and an exit code for scripts.
package struct CommandFailure: Error, CustomStringConvertible {
    package let description: String
    package let exitCode: ExitCode
    /// Text for standard output, printed before the sentence.
    package let output: String?

    package init(_ description: String, exitCode: ExitCode = .failure, output: String? = nil) {
        self.description = description
        self.exitCode = exitCode
        self.output = output
    }

    /// Invalid arguments; nothing was tried. Exits with 64, like a parser error.
    package static func usage(_ description: String) -> CommandFailure {
        CommandFailure(description, exitCode: .validationFailure)
    }

    /// Standard output failed with `error`, and its reader has a part at most. Exits with 74, sysexits' EX_IOERR.
    static func unprinted(_ error: Int32) -> CommandFailure {
        CommandFailure(
            "Standard output could not be written completely: \(String(cString: strerror(error))).",
            exitCode: ExitCode(74))
    }
}
