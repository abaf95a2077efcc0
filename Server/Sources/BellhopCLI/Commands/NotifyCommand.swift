import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct NotifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notify", abstract: "Tells you something on your phone.")

    @Argument(help: "What to tell; - reads it from standard input.")
    var text: String

    @Option(help: "A title above it.")
    var title = "Bellhop"

    @Option(help: "A category, such as TASK_COMPLETE. It decides sound and interruption.")
    var category: String?

    @Option(help: "Notifications of one thread are grouped.")
    var thread: String?

    @Flag(help: "Print the notification as JSON, with the number of devices that are told and why none is.")
    var json = false

    @OptionGroup var server: ServerOptions

    func validate() throws { try MessageText.check(text) }

    func run() async throws {
        let request = NotificationRequest(
            title: title, body: try MessageText.read(text), category: category.map { CategoryID($0) }, thread: thread)
        let sent = try await server.withClient { try await $0.tell(request) }
        if json { try Output.json(sent) } else { Output.line(sent.line) }
    }
}
