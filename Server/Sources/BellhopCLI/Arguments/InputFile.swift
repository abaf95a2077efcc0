import BellhopTerminal
import Foundation

/// A file that the command line names: a key, a script, a certificate. A pipe will do, such as a shell's `<(…)`.
enum InputFile {
    /// In bytes. What is larger is another file than was meant.
    static let limit = 16 << 20

    /// - Throws: ``CommandFailure`` in the system's words: Foundation has none for some reasons on Linux.
    static func bytes(of path: String) throws -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw unreadable(path) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(path) }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
        throw CommandFailure("\(path) is larger than \(limit >> 20) MiB: name another file.")
    }

    /// - Throws: ``CommandFailure``, also when it is no text.
    static func text(of path: String) throws -> String {
        guard let text = String(validating: try bytes(of: path), as: UTF8.self) else {
            throw CommandFailure("\(path) is not text in UTF-8: name another file.")
        }
        return text
    }

    private static func unreadable(_ path: String) -> CommandFailure {
        CommandFailure("\(path) cannot be read: \(String(cString: strerror(errno))).")
    }
}
