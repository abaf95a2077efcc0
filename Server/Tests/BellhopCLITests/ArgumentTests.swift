import ArgumentParser
import BellhopModel
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("Ranges of numeric arguments")
struct ArgumentRangeTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var arguments: [String]
        /// The option as typed, without its value.
        var option: String
        var accepted: [String]
        var rejected: [String]
        /// The error message for the rejected values.
        var message: String

        var testDescription: String { (arguments + [option]).joined(separator: " ") }
    }

    private static let content = ["send", "Milk"]
    private static let publish = ["channels", "publish", "AAAA", "--app", "a.b", "--state", "{}"]
    private static let pages = [
        ["topics", "list"], ["topics", "subscribers", "news"], ["items"], ["messages"], ["campaigns"], ["sessions"],
    ].map {
        Case(
            arguments: $0, option: "--limit=", accepted: ["1", "200"], rejected: ["0", "201", "-1"],
            message: "--limit takes 1 to 200.")
    }
    private static let others = [
        Case(
            arguments: ["history"], option: "--limit=", accepted: ["0", "1", "100000"], rejected: ["-1"],
            message: "--limit takes 1 or more, or 0 for all."),
        Case(
            arguments: content, option: "--expires-in=", accepted: ["1", "2592000"], rejected: ["0", "2592001"],
            message: "--expires-in takes 1 to 2592000 seconds."),
        Case(
            arguments: content, option: "--badge=", accepted: ["0", "99999"], rejected: ["-1", "100000"],
            message: "--badge takes 0 to 99999."),
        Case(
            arguments: content, option: "--relevance=", accepted: ["0", "0.5", "1"], rejected: ["-0.1", "1.1", "nan"],
            message: "--relevance takes 0 to 1."),
        Case(
            arguments: ["items", "remind", "order-7"], option: "--in=", accepted: ["0", "157680000"],
            rejected: ["-1", "157680001"], message: "--in takes 0 to 157680000 seconds."),
        Case(
            arguments: publish, option: "--stale-in=", accepted: ["1", "43200"], rejected: ["0", "43201"],
            message: "--stale-in takes 1 to 43200 seconds."),
        Case(
            arguments: publish + ["--end"], option: "--dismiss-in=", accepted: ["0", "14400"],
            rejected: ["-1", "14401"],
            message: "--dismiss-in takes 0 to 14400 seconds."),
        Case(
            arguments: publish, option: "--expires-in=", accepted: ["0", "28800"], rejected: ["-1", "28801"],
            message: "--expires-in takes 0 to 28800 seconds."),
        Case(
            arguments: ["preferences", "cap"], option: "", accepted: ["1", "1000", "off"], rejected: ["0", "1001"],
            message: "<limit> takes 1 to 1000 pushes, or off."),
        Case(
            arguments: ["preferences", "cap", "10"], option: "--per=", accepted: ["60s", "1m", "7d"],
            rejected: ["59s", "8d"], message: "--per takes 1m to 7d."),
    ]

    @Test("A number out of range is rejected before any request, with the range", arguments: pages + others)
    func range(_ given: Case) {
        for value in given.accepted {
            #expect(throws: Never.self) { try BellhopCommand.parseAsRoot(given.arguments + [given.option + value]) }
        }
        for value in given.rejected {
            let error = #expect(throws: (any Error).self) {
                try BellhopCommand.parseAsRoot(given.arguments + [given.option + value])
            }
            guard let error else { continue }
            #expect(BellhopCommand.message(for: error) == given.message, "\(value)")
            #expect(BellhopCommand.exitCode(for: error) == .validationFailure)
        }
    }

    @Test("--dismiss-in needs --end, and --stale-in excludes it")
    func ends() {
        for arguments in [["--dismiss-in", "60"], ["--end", "--stale-in", "60"]] {
            #expect(throws: (any Error).self) { try BellhopCommand.parseAsRoot(Self.publish + arguments) }
        }
    }
}

@Suite("Text arguments")
struct MessageTextTests {
    @Test(
        "An empty text, such as an unset shell variable, is wrong usage",
        arguments: [
            ["notify", ""], ["notify", "   "], ["ask", ""], ["ask", "\n"], ["send", ""],
            ["schedule", "add", "", "--at", "15m"], ["schedule", "edit", "7", "--text", ""],
            ["messages", "send", "ada", " "],
        ])
    func empty(arguments: [String]) {
        let failure = #expect(throws: (any Error).self) { try BellhopCommand.parseAsRoot(arguments) }
        #expect(failure.map { BellhopCommand.exitCode(for: $0) } == .validationFailure)
        #expect(failure.map { BellhopCommand.message(for: $0).contains("is empty") } == true)
    }

    @Test(
        "An empty text is accepted with a title",
        arguments: [
            ["send", "", "--title", "Done"], ["send", "", "--body-key", "DONE"], ["send", "", "--silent"],
            ["schedule", "edit", "7", "--text", "", "--title", "Done"],
        ])
    func titled(arguments: [String]) {
        #expect(throws: Never.self) { try BellhopCommand.parseAsRoot(arguments) }
    }

    @Test("A dash reads standard input without trailing newlines")
    func standardInput() throws {
        #expect(try MessageText.read("-", standardInput: { Array("a\nb\n\n".utf8) }) == "a\nb")
        #expect(try MessageText.read("- a", standardInput: { [] }) == "- a")
        #expect(try BellhopCommand.parseAsRoot(["notify", "-"]) is NotifyCommand)
        #expect(try BellhopCommand.parseAsRoot(["ask", "-"]) is AskCommand)
    }

    @Test("Empty standard input is wrong usage, and invalid text a failure")
    func badInput() {
        let empty = #expect(throws: CommandFailure.self) { try MessageText.read("-", standardInput: { [10] }) }
        #expect(empty?.exitCode == .validationFailure)
        let binary = #expect(throws: CommandFailure.self) { try MessageText.read("-", standardInput: { [0xFF] }) }
        #expect(binary?.exitCode == .failure && binary?.description.contains("UTF-8") == true)
        let long = [UInt8](repeating: 0x20, count: APILimits.body + 1)
        let endless = #expect(throws: CommandFailure.self) { try MessageText.read("-", standardInput: { long }) }
        #expect(endless?.exitCode == .failure && endless?.description.contains("larger than 1 MiB") == true)
    }

    @Test(
        "ask rejects invalid --timeout and --hold as wrong usage before it asks",
        arguments: [
            ["--timeout", "0"], ["--timeout", "100000"], ["--hold", "400"], ["--hold", "60", "--timeout", "60"],
        ])
    func waits(options: [String]) {
        let failure = #expect(throws: (any Error).self) { try BellhopCommand.parseAsRoot(["ask", "hi"] + options) }
        #expect(failure.map { BellhopCommand.exitCode(for: $0) } == .validationFailure)
    }
}

@Suite("Input files")
struct InputFileTests {
    @Test("A file is read completely, also a device or a pipe")
    func read() throws {
        try TemporaryFolder.with { folder in
            let file = folder.appending(path: "script")
            let text = String(repeating: "wait\n", count: 40_000)
            try Data(text.utf8).write(to: file)
            #expect(try InputFile.text(of: file.path) == text)
            #expect(try InputFile.bytes(of: "/dev/null").isEmpty)
        }
    }

    @Test("An unreadable file is reported by name with the system's error text")
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
