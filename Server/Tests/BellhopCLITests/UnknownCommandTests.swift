import ArgumentParser
import BellhopAgents
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("A command that there is none of")
struct UnknownCommandTests {
    @Test(
        "It is named, with the one that may have been meant",
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
        "What is wrong with a command that there is, is said by that command",
        arguments: [["ask"], ["ask", "hi", "there"], ["schedule", "--al"], ["--nonsense"], ["campaigns", "show"]])
    func known(arguments: [String]) async {
        let error = await #expect(throws: (any Error).self) { try await BellhopCommand.parse(root: arguments) }
        #expect(!(error is CommandFailure))
    }

    @Test(
        "An option that is nearly one of all commands is answered with that one",
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

    @Test("An option of the command's own that is misspelled is named by the parser")
    func ownOption() async throws {
        let error = try #require(throws: (any Error).self) {
            try BellhopCommand.parseAsRoot(["notify", "x", "--titel"])
        }
        #expect(BellhopCommand.words(for: error).contains("Did you mean '--title'?"))
    }

    @Test("A value that is not taken is answered with those that are, and the one that may have been meant")
    func choice() throws {
        let slip = #expect(throws: CommandFailure.self) { try Choice.read("cluade", for: "setup", of: Agent.self) }
        #expect(
            slip?.description
                == #"setup does not take "cluade". Did you mean claude? It takes one of claude, codex, gemini, opencode."#
        )
        #expect(slip?.exitCode == .validationFailure)
        let other = #expect(throws: CommandFailure.self) { try Choice.read("emacs", for: "--agent", of: Agent.self) }
        #expect(
            other?.description == #"--agent does not take "emacs". It takes one of claude, codex, gemini, opencode."#)
        #expect(try Choice.read("codex", for: "--agent", of: Agent.self) == .codex)
    }

    @Test("Help is given for commands that there are", arguments: [[], ["ask"], ["schedule", "add"], ["--help"]])
    func help(arguments: [String]) { #expect(UnknownCommand(in: arguments, of: BellhopCommand.self) == nil) }

    @Test(
        "A slip of the fingers is a small distance",
        arguments: [
            ("aks", "ask", 1), ("ask", "ask", 0), ("", "ask", 3), ("notfy", "notify", 1), ("sevre", "serve", 1),
        ]
    )
    func distance(_ first: String, _ second: String, _ distance: Int) {
        #expect(Spelling.distance(first, second) == distance)
        #expect(Spelling.distance(second, first) == distance)
    }
}
