import ArgumentParser
import BellhopAgents
import BellhopModel
import BellhopTestSupport
import Testing

@testable import BellhopCLI
@testable import BellhopSimulators
@testable import BellhopTerminal

@Suite("The command line as a whole")
struct CommandLineTests {
    @Test(
        "Options without effect are rejected",
        arguments: [
            ["serve", "--simulate", "--fcm-service-account", "a.json"], ["serve", "--simulate", "--apns-key", "k.p8"],
            ["serve", "--simulate", "--apns-url", "https://127.0.0.1:1"], ["doctor", "--platform", "android"],
        ])
    func noEffect(arguments: [String]) {
        #expect(throws: (any Error).self) { try BellhopCommand.parseAsRoot(arguments) }
    }

    @Test(
        "The same options are accepted where they have an effect",
        arguments: [
            ["serve", "--simulate"], ["serve", "--fcm-service-account", "a.json"],
            ["doctor", "--platform", "android", "--app", "a.b"],
        ])
    func effect(arguments: [String]) {
        #expect(throws: Never.self) { try BellhopCommand.parseAsRoot(arguments) }
    }

    @Test("Command groups list by default")
    func listing() throws {
        #expect(try BellhopCommand.parseAsRoot(["keys", "--json"]) is KeysCommand.List)
        #expect(try BellhopCommand.parseAsRoot(["schedule", "--all"]) is ScheduleCommand.List)
    }

    @Test("An invalid name is rejected with the accepted form")
    func userID() throws {
        let failure = #expect(throws: CommandFailure.self) { try UserID(argument: "a\nb") }
        #expect(
            failure?.description
                == #""a\nb" is not a name: names have 1 to 128 bytes without control characters."#)
        #expect(failure?.exitCode == .validationFailure)
    }

    @Test("Every error message begins with the tool's name")
    func label() throws {
        for arguments in [["ask"], ["ask", " "], ["serve", "--port", "x"], ["nothing"], ["keys", "revoke"]] {
            let error = try #require(throws: (any Error).self) { try BellhopCommand.parseAsRoot(arguments) }
            let text = BellhopCommand.text(for: error)
            #expect(text.hasPrefix("bellhop: ") && !text.contains("Error:"), "\(arguments)")
        }
        #expect(BellhopCommand.text(for: CommandFailure("There is no key.")) == "bellhop: There is no key.")
        #expect(BellhopCommand.text(for: ExitCode(3)).isEmpty)
    }

    @Test("Help fits into 80 columns, except for the usage line")
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

    @Test("README.md names exactly the existing commands")
    func readme() throws {
        let rows = try Repository.text("README.md").split(separator: "\n").filter { $0.hasPrefix("| `bellhop ") }
        let named = Set(rows.flatMap { $0.matches(of: /`bellhop ([a-z]+)/).map { String($0.output.1) } })
        let configuration = BellhopCommand.configuration
        let commands = configuration.groupedSubcommands.flatMap(\.subcommands) + configuration.ungroupedSubcommands
        #expect(named == Set(commands.compactMap { $0.configuration.commandName }))
    }

    @Test("A simulated FCM shortens tokens in text output and prints them once in JSON")
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

@Suite("Unknown commands and options")
struct UnknownCommandTests {
    @Test(
        "An unknown command is named, with a suggestion",
        arguments: [
            (["aks", "hi"], #"bellhop has no command "aks". Did you mean `bellhop ask`?"#),
            (["help", "notfy"], #"bellhop has no command "notfy". Did you mean `bellhop notify`?"#),
            (["help", "nonsense"], #"bellhop has no command "nonsense". `bellhop --help` lists them."#),
            (["schedule", "lst"], #"bellhop schedule has no command "lst". Did you mean `bellhop schedule list`?"#),
            (
                ["help", "schedule", "nonsense"],
                #"bellhop schedule has no command "nonsense". `bellhop schedule --help` lists them."#
            ),
        ])
    func unknown(_ arguments: [String], _ words: String) async {
        let failure = await #expect(throws: CommandFailure.self) { try await BellhopCommand.parse(root: arguments) }
        #expect(failure?.description == words)
        #expect(failure?.exitCode == .validationFailure)
    }

    @Test(
        "Errors of a known command are reported by the parser",
        arguments: [["ask"], ["ask", "hi", "there"], ["schedule", "--al"], ["--nonsense"], ["campaigns", "show"]])
    func known(arguments: [String]) async {
        let error = await #expect(throws: (any Error).self) { try await BellhopCommand.parse(root: arguments) }
        #expect(!(error is CommandFailure))
    }

    @Test(
        "An unknown option that resembles a common one gets it as a suggestion",
        arguments: [
            (["notify", "--help-me"], "bellhop notify has no option --help-me. Did you mean `bellhop notify --help`?"),
            (
                ["keys", "list", "--hlep"],
                "bellhop keys list has no option --hlep. Did you mean `bellhop keys list --help`?"
            ),
            (["--verison"], "bellhop has no option --verison. Did you mean `bellhop --version`?"),
        ])
    func option(_ arguments: [String], _ words: String) async {
        let failure = await #expect(throws: CommandFailure.self) { try await BellhopCommand.parse(root: arguments) }
        #expect(failure?.description == words)
        #expect(failure?.exitCode == .validationFailure)
    }

    @Test("A misspelled option of the command gets a suggestion from the parser")
    func ownOption() async throws {
        let error = try #require(throws: (any Error).self) {
            try BellhopCommand.parseAsRoot(["notify", "x", "--titel"])
        }
        #expect(BellhopCommand.text(for: error).contains("Did you mean '--title'?"))
    }

    @Test("An invalid value is rejected with the accepted values and a suggestion")
    func choice() throws {
        let slip = #expect(throws: CommandFailure.self) { try Choice.read("cluade", for: "setup", of: Agent.self) }
        #expect(
            slip?.description
                == #"setup does not accept "cluade". Did you mean claude? It accepts claude, codex, gemini, opencode."#
        )
        #expect(slip?.exitCode == .validationFailure)
        let other = #expect(throws: CommandFailure.self) { try Choice.read("emacs", for: "--agent", of: Agent.self) }
        #expect(
            other?.description == #"--agent does not accept "emacs". It accepts claude, codex, gemini, opencode."#)
        #expect(try Choice.read("codex", for: "--agent", of: Agent.self) == .codex)
    }

    @Test("Known commands get their help", arguments: [[], ["ask"], ["schedule", "add"], ["--help"]])
    func help(arguments: [String]) { #expect(UnknownCommand(in: arguments, of: BellhopCommand.self) == nil) }

    @Test(
        "The edit distance counts typing errors",
        arguments: [
            ("aks", "ask", 1), ("ask", "ask", 0), ("", "ask", 3), ("notfy", "notify", 1), ("sevre", "serve", 1),
        ]
    )
    func distance(_ first: String, _ second: String, _ distance: Int) {
        #expect(Spelling.distance(first, second) == distance)
        #expect(Spelling.distance(second, first) == distance)
    }
}
