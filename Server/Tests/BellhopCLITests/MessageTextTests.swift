import ArgumentParser
import BellhopModel
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("What is told or asked, as it stands on the command line")
struct MessageTextTests {
    @Test(
        "An empty text is wrong usage: a shell's variable that is not set makes no notification and no approval",
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
        "A title of its own says something without a text",
        arguments: [
            ["send", "", "--title", "Done"], ["send", "", "--body-key", "DONE"], ["send", "", "--silent"],
            ["schedule", "edit", "7", "--text", "", "--title", "Done"],
        ])
    func titled(arguments: [String]) {
        #expect(throws: Never.self) { try BellhopCommand.parseAsRoot(arguments) }
    }

    @Test("A dash stands for standard input, without the end of its last line")
    func standardInput() throws {
        #expect(try MessageText.read("-", standardInput: { Array("a\nb\n\n".utf8) }) == "a\nb")
        #expect(try MessageText.read("- a", standardInput: { [] }) == "- a")
        #expect(try BellhopCommand.parseAsRoot(["notify", "-"]) is NotifyCommand)
        #expect(try BellhopCommand.parseAsRoot(["ask", "-"]) is AskCommand)
    }

    @Test("Standard input without a text is wrong usage, and what is no text at all a failure")
    func badInput() {
        let empty = #expect(throws: CommandFailure.self) { try MessageText.read("-", standardInput: { [10] }) }
        #expect(empty?.exitCode == .validationFailure)
        let binary = #expect(throws: CommandFailure.self) { try MessageText.read("-", standardInput: { [0xFF] }) }
        #expect(binary?.exitCode == .failure && binary?.description.contains("UTF-8") == true)
        let long = [UInt8](repeating: 0x20, count: APILimits.body + 1)
        let endless = #expect(throws: CommandFailure.self) { try MessageText.read("-", standardInput: { long }) }
        #expect(endless?.exitCode == .failure && endless?.description.contains("more than 1 MiB") == true)
    }

    @Test(
        "What ask cannot wait for is wrong usage, before anything is asked",
        arguments: [
            ["--timeout", "0"], ["--timeout", "100000"], ["--hold", "400"], ["--hold", "60", "--timeout", "60"],
        ])
    func waits(options: [String]) {
        let failure = #expect(throws: (any Error).self) { try BellhopCommand.parseAsRoot(["ask", "hi"] + options) }
        #expect(failure.map { BellhopCommand.exitCode(for: $0) } == .validationFailure)
    }
}
