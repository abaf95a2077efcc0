import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Says in plain words why each device was, or was not, sent a notification.")

    @Argument(help: "The notification's id, from `bellhop history`.")
    var id: String

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Ask with an admin key, for what is another user's.")
    var admin = false

    @OptionGroup var server: ReaderOptions

    func run() async throws {
        guard let id = NotificationID(id) else {
            throw CommandFailure.usage("\(id.debugDescription) is not an id; see `bellhop history`.")
        }
        let timeline = try await server.withClient(needsAdmin: admin) { try await $0.call(API.getNotification, id) }
        let explanation = Explanation(timeline, meanings: .known)
        if json { return try Output.json(explanation) }
        for line in explanation.lines { Output.line(line) }
    }
}
