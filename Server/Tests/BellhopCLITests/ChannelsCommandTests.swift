import ArgumentParser
import BellhopModel
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("Channels on the command line")
struct ChannelsCommandTests {
    private static let id = "dHN0LXNyY2gtY2hubA=="

    private func publish(_ arguments: String...) throws -> ChannelsCommand.Publish {
        try ChannelsCommand.Publish.parse([Self.id, "--app", "com.example.app"] + arguments)
    }

    @Test("Options become the fields of the request")
    func publishing() throws {
        let command = try publish(
            "--environment", "sandbox", "--state", #"{"home":2}"#, "--end", "--title", "Over", "--body", "2 : 1",
            "--dismiss-in", "900", "--priority", "considerate", "--expires-in", "60")
        #expect(command.id.description == Self.id)
        let request = try command.request(state: command.state)
        #expect(
            request
                == BroadcastRequest(
                    app: "com.example.app", environment: .sandbox, event: .end, contentState: ["home": 2],
                    alert: .init(title: "Over", body: "2 : 1"), dismissIn: 900, priority: .considerate, expiresIn: 60))
    }

    @Test("The default is an immediate update in production")
    func defaults() throws {
        let request = try publish("--state", "-").request(state: #"{"a":1}"#)
        #expect(
            request
                == BroadcastRequest(
                    app: "com.example.app", environment: .production, event: .update, contentState: ["a": 1],
                    priority: .immediate))
    }

    @Test("A channel state that is no JSON object is rejected before any request", arguments: ["[1]", "home", "", "7"])
    func badState(text: String) throws {
        let command = try publish("--state", text)
        let failure = #expect(throws: CommandFailure.self) { try command.request(state: command.state) }
        #expect(failure?.description.contains("--state") == true)
    }

    @Test(
        "Invalid arguments are rejected as wrong usage",
        arguments: [
            ["create"], ["create", "--app", "a.b", "--storage", "all"], ["list"],
            ["list", "--app", "a.b", "--environment", "moon"], ["delete", "not an id", "--app", "a.b"],
            ["publish", "dHN0", "--app", "a.b"], ["publish", "dHN0", "--app", "a.b", "--state", "{}", "--title", "t"],
        ])
    func misuse(arguments: [String]) {
        #expect(throws: (any Error).self) { try ChannelsCommand.parseAsRoot(arguments) }
    }

    @Test("Every subcommand is found")
    func reached() throws {
        for arguments in [
            ["create", "--app", "a.b", "--storage", "latest"], ["list", "--app", "a.b"],
            ["delete", "dHN0", "--app", "a.b"], ["publish", "dHN0", "--app", "a.b", "--state", "{}"],
        ] {
            let command = try BellhopCommand.parseAsRoot(["channels"] + arguments)
            #expect(!(command is BellhopCommand))
        }
    }
}
