import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct MessagesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "messages", abstract: "Shows messages, and writes to users, who can reply from the notification.",
        subcommands: [List.self, Send.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists a user's messages, newest first.")

        @Option(help: "Whose. Unless given: the key's own user.")
        var user: String?

        @Option(help: "Only those of this conversation.")
        var conversation: String?

        @Option(help: "Only those that came after this one, oldest first.")
        var after: String?

        @Option(help: "At most so many, 1 to 200.")
        var limit = 50

        @Flag(help: "Print JSON.")
        var json = false

        @OptionGroup var server: AdminOptions

        func validate() throws { try ArgumentRange.check(limit, in: APILimits.page, "--limit") }

        func run() async throws {
            let user = try user.map(UserID.init(argument:))
            let conversation = try conversation.map(ConversationID.init(argument:))
            let after = try after.map(MessageID.init(argument:))
            let messages = try await server.withClient {
                try await $0.call(
                    API.listMessages,
                    query: ["user": user, "conversation": conversation, "after": after, "limit": limit]
                ).items
            }
            if json { return try Output.json(messages) }
            let lines = messages.map { message in
                let (from, to) = (DisplayText.line(message.from.description), DisplayText.line(message.to.description))
                return "\(message.id)  \(message.sentAt)  \(from) to \(to)  \(DisplayText.line(message.text))"
            }
            Output.list(lines, none: "There is no message.")
        }
    }

    struct Send: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Writes to a user.")

        @Argument(help: "To whom.")
        var user: String

        @Argument(help: "What to write; - reads it from standard input.")
        var text: String

        @Option(help: "Who writes. Unless given: the key's own user.")
        var from: String?

        @Option(help: "How the notification names them.")
        var title: String?

        @Option(help: "The conversation it belongs to. Unless given: a new one.")
        var conversation: String?

        @Flag(help: "Print JSON.")
        var json = false

        @OptionGroup var server: AdminOptions

        func validate() throws { try MessageText.check(text) }

        func run() async throws {
            let request = MessageRequest(
                to: try UserID(argument: user), text: try MessageText.read(text),
                from: try from.map(UserID.init(argument:)), title: title,
                conversation: try conversation.map(ConversationID.init(argument:)))
            let sent = try await server.withClient { try await $0.call(API.sendMessage, body: request) }
            if json { try Output.json(sent) } else { Output.line("sent \(sent.id)") }
        }
    }
}
