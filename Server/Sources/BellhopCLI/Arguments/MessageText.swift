import ArgumentParser
import BellhopModel
import BellhopTerminal

/// What people are told, as it stands on a command line: a text, or `-` for what comes on standard input.
enum MessageText {
    /// - Throws: `ValidationError` when there is nothing to be seen, as of a shell's variable that is not set.
    static func check(_ text: String) throws {
        guard isVisible(text) else { throw ValidationError("The text is empty: \(remedy)") }
    }

    /// The text itself. Standard input is taken without the end of its last line.
    ///
    /// - Throws: ``CommandFailure``; for a text without anything to be seen with the exit code of wrong usage.
    static func read(
        _ text: String, standardInput: () -> [UInt8] = { StandardInput.read(limit: APILimits.body) }
    ) throws -> String {
        guard text == "-" else { return text }
        let bytes = standardInput()
        guard bytes.count <= APILimits.body else {
            throw CommandFailure("Standard input is more than 1 MiB: give a part of it, such as with `tail`.")
        }
        guard let read = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure("Standard input is not text in UTF-8: convert it first, such as with `iconv`.")
        }
        guard isVisible(read) else { throw CommandFailure.usage("Standard input is empty: \(remedy)") }
        return String(read.reversed().drop(while: \.isNewline).reversed())
    }

    private static let remedy = "say what to tell."

    private static func isVisible(_ text: String) -> Bool { text.contains { !$0.isWhitespace } }
}
