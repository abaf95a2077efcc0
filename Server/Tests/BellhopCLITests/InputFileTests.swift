import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("Files that the command line names")
struct InputFileTests {
    @Test("It is read whole, also from a device or a pipe")
    func read() throws {
        try TemporaryFolder.with { folder in
            let file = folder.appending(path: "script")
            let text = String(repeating: "wait\n", count: 40_000)
            try Data(text.utf8).write(to: file)
            #expect(try InputFile.text(of: file.path) == text)
            #expect(try InputFile.bytes(of: "/dev/null").isEmpty)
        }
    }

    @Test("Why it cannot be read is said in the system's words, with its name")
    func unreadable() throws {
        try TemporaryFolder.with { folder in
            func words(_ path: String) -> String? {
                #expect(throws: CommandFailure.self) { try InputFile.text(of: path) }?.description
            }
            let missing = folder.appending(path: "none").path
            #expect(words(missing) == "\(missing) cannot be read: \(String(cString: strerror(ENOENT))).")
            #expect(words(folder.path) == "\(folder.path) cannot be read: \(String(cString: strerror(EISDIR))).")
            let binary = folder.appending(path: "binary")
            try Data([0xFF, 0xFE]).write(to: binary)
            #expect(words(binary.path)?.contains("is not text in UTF-8") == true)
            #expect(words("/dev/zero")?.contains("larger than 16 MiB") == true)
        }
    }
}
