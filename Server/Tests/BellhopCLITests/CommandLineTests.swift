import ArgumentParser
import BellhopModel
import BellhopTestSupport
import Testing

@testable import BellhopCLI
@testable import BellhopSimulators
@testable import BellhopTerminal

@Suite("The command line as a whole")
struct CommandLineTests {
    @Test(
        "Options that would do nothing are refused",
        arguments: [
            ["serve", "--simulate", "--fcm-service-account", "a.json"], ["serve", "--simulate", "--apns-key", "k.p8"],
            ["serve", "--simulate", "--apns-url", "https://127.0.0.1:1"], ["doctor", "--platform", "android"],
        ])
    func useless(arguments: [String]) {
        #expect(throws: (any Error).self) { try BellhopCommand.parseAsRoot(arguments) }
    }

    @Test(
        "The same options are taken where they do something",
        arguments: [
            ["serve", "--simulate"], ["serve", "--fcm-service-account", "a.json"],
            ["doctor", "--platform", "android", "--app", "a.b"],
        ])
    func useful(arguments: [String]) {
        #expect(throws: Never.self) { try BellhopCommand.parseAsRoot(arguments) }
    }

    @Test("A command that lists and changes lists unless told otherwise")
    func listing() throws {
        #expect(try BellhopCommand.parseAsRoot(["keys", "--json"]) is KeysCommand.List)
        #expect(try BellhopCommand.parseAsRoot(["schedule", "--all"]) is ScheduleCommand.List)
    }

    @Test("What a value may be is said of the value, not of an option that was not given")
    func userID() throws {
        let failure = #expect(throws: CommandFailure.self) { try UserID(argument: "a\nb") }
        #expect(failure?.description == "A user has 1 to 128 bytes without control characters.")
        #expect(failure?.exitCode == .validationFailure)
    }

    @Test("What is wrong is said in the tool's name, whoever found it")
    func label() throws {
        for arguments in [["ask"], ["ask", " "], ["serve", "--port", "x"], ["nothing"], ["keys", "revoke"]] {
            let error = try #require(throws: (any Error).self) { try BellhopCommand.parseAsRoot(arguments) }
            let words = BellhopCommand.words(for: error)
            #expect(words.hasPrefix("bellhop: ") && !words.contains("Error:"), "\(arguments)")
        }
        #expect(BellhopCommand.words(for: CommandFailure("There is no key.")) == "bellhop: There is no key.")
        #expect(BellhopCommand.words(for: ExitCode(3)).isEmpty)
    }

    @Test("Help fits into 80 columns, but for the line of its usage")
    func help() {
        func commands(below command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
            [command] + command.configuration.subcommands.flatMap(commands)
        }
        let configuration = BellhopCommand.configuration
        let top = configuration.groupedSubcommands.flatMap(\.subcommands) + configuration.ungroupedSubcommands
        for command in top.flatMap(commands) {
            let lines = command.helpMessage(columns: 80).split(separator: "\n").filter { !$0.hasPrefix("USAGE: ") }
            #expect(lines.allSatisfy { $0.count <= 80 }, "\(command)")
        }
    }

    @Test("README.md names every command, and no other")
    func readme() throws {
        let rows = try Repository.text("README.md").split(separator: "\n").filter { $0.hasPrefix("| `bellhop ") }
        let named = Set(rows.flatMap { $0.matches(of: /`bellhop ([a-z]+)/).map { String($0.output.1) } })
        let configuration = BellhopCommand.configuration
        let commands = configuration.groupedSubcommands.flatMap(\.subcommands) + configuration.ungroupedSubcommands
        #expect(named == Set(commands.compactMap { $0.configuration.commandName }))
    }

    @Test("A simulated FCM prints no whole token, and as JSON prints it once")
    func fcmLine() throws {
        let token = "cX9fT0k3n-0123456789:APA91bSECRET"
        let body = #"{"message":{"token":"\#(token)","data":{"a":"b"}}}"#
        let line = MessagePrinter.Line(
            ReceivedMessage(
                connection: 1, token: token, body: Array(body.utf8), receivedAt: Timestamp(seconds: 0),
                result: .accepted))
        #expect(try line.text == #"accepted  cX9fT0k3…  {"data":{"a":"b"}}"#)
        #expect(line.token == token && line.message == ["data": ["a": "b"]])
    }
}
