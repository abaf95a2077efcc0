import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct MessagesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "messages",
        abstract: "List messages, and send messages that users can reply to from the notification.",
        subcommands: [List.self, Send.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List a user's messages, newest first.")

        @Option(help: "The user (default: the key's own).")
        var user: String?

        @Option(help: "List only messages of this conversation.")
        var conversation: String?

        @Option(help: ArgumentHelp("List only messages after this one, oldest first.", valueName: "id"))
        var after: String?

        @OptionGroup var page: LimitOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var server: AdminOptions

        func run() async throws {
            let user = try user.map(UserID.init(argument:))
            let conversation = try conversation.map(ConversationID.init(argument:))
            let after = try after.map { try MessageID(argument: $0, listedBy: "messages") }
            let messages = try await server.withClient {
                try await $0.call(
                    API.listMessages,
                    query: ["user": user, "conversation": conversation, "after": after, "limit": page.limit]
                ).items
            }
            try output.show(messages, none: "There is no message.") { message in
                let (from, to) = (DisplayText.line(message.from.description), DisplayText.line(message.to.description))
                return "\(message.id)  \(message.sentAt)  \(from) to \(to)  \(DisplayText.line(message.text))"
            }
        }
    }

    struct Send: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Send a message to a user.")

        @Argument(help: "The recipient.")
        var user: String

        @Argument(help: "The text; - reads it from standard input.")
        var text: String

        @Option(help: "The sender (default: the key's own user).")
        var from: String?

        @Option(help: "The sender's name in the notification.")
        var title: String?

        @Option(help: "The conversation (default: a new one).")
        var conversation: String?

        @OptionGroup var output: OutputOptions
        @OptionGroup var server: AdminOptions

        func validate() throws { try MessageText.check(text) }

        func run() async throws {
            let request = MessageRequest(
                to: try UserID(argument: user), text: try MessageText.read(text),
                from: try from.map(UserID.init(argument:)), title: title,
                conversation: try conversation.map(ConversationID.init(argument:)))
            let sent = try await server.withClient { try await $0.call(API.sendMessage, body: request) }
            try output.show(sent, "sent \(sent.id)")
        }
    }
}

extension MessagesCommand.Send: FieldNaming {
    static let arguments = ["text": "<text>", "title": "--title", "from": "--from", "conversation": "--conversation"]
}
