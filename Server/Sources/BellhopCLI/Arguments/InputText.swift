import ArgumentParser
import BellhopFoundation
import BellhopModel
import BellhopTerminal

/// A text argument; `-` reads it from standard input.
enum MessageText {
    /// - Throws: `ValidationError` for a text without visible characters, such as that of an unset shell variable.
    static func check(_ text: String) throws {
        guard isVisible(text) else { throw ValidationError("The text is empty: \(remedy)") }
    }

    /// The text; from standard input without its trailing newlines.
    ///
    /// - Throws: ``CommandFailure``; for a text without visible characters with the exit code for wrong usage.
    static func read(
        _ text: String, standardInput: () -> [UInt8] = { StandardInput.read(limit: APILimits.body) }
    ) throws -> String {
        guard text == "-" else { return text }
        let bytes = standardInput()
        guard bytes.count <= APILimits.body else {
            throw CommandFailure("Standard input is larger than 1 MiB: pass a part of it, for example with `tail`.")
        }
        guard let read = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure("Standard input is not text in UTF-8: convert it first, for example with `iconv`.")
        }
        guard isVisible(read) else { throw CommandFailure.usage("Standard input is empty: \(remedy)") }
        return String(read.reversed().drop(while: \.isNewline).reversed())
    }

    private static let remedy = "pass a text with visible characters."

    private static func isVisible(_ text: String) -> Bool { text.contains { !$0.isWhitespace } }
}

/// A file named on the command line, such as a key, a script or a certificate. Pipes work too, such as `<(…)`.
enum InputFile {
    /// The maximum size, in bytes; a larger file is rejected as the wrong one.
    static let limit = 16 << 20

    /// - Parameter check: called with the open file before it is read.
    /// - Throws: ``CommandFailure`` with the system's error text, which Foundation lacks for some errors on Linux.
    static func bytes(
        of path: String, limit: Int = Self.limit, check: (CInt) throws -> Void = { _ in }
    ) throws -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw unreadable(path) }
        defer { close(file) }
        try check(file)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(path) }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
        throw CommandFailure("\(path) is larger than \(size(limit)): use another file.")
    }

    private static func size(_ bytes: Int) -> String { bytes < 1 << 20 ? "\(bytes >> 10) KiB" : "\(bytes >> 20) MiB" }

    /// - Throws: ``CommandFailure``, also when the file is not UTF-8.
    static func text(
        of path: String, limit: Int = Self.limit, check: (CInt) throws -> Void = { _ in }
    ) throws -> String {
        guard let text = String(validating: try bytes(of: path, limit: limit, check: check), as: UTF8.self) else {
            throw CommandFailure("\(path) is not text in UTF-8: use another file.")
        }
        return text
    }

    private static func unreadable(_ path: String) -> CommandFailure {
        CommandFailure("\(path) cannot be read: \(String(cString: strerror(errno))).")
    }
}
