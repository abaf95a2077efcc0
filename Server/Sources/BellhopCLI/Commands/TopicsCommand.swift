import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct TopicsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "topics", abstract: "List topics, and manage their subscribers.",
        discussion: "A topic exists as long as it has subscribers. Send to it with `bellhop send --topic`.",
        subcommands: [List.self, Subscribers.self, Subscribe.self, Unsubscribe.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List topics with their numbers of subscribers.")

        @Option(help: "List only topics to which this user subscribes.")
        var user: String?

        @OptionGroup var page: TopicPageOptions

        func run() async throws {
            let user = try user.map(UserID.init(argument:))
            let cursor = try page.after.map(TopicID.init(argument:))
            let topics = try await page.server.withClient {
                try await $0.call(API.listTopics, query: ["user": user, "after": cursor, "limit": page.size.limit])
                    .items
            }
            try page.output.show(topics, none: "There is no topic.") {
                "\(DisplayText.line($0.id.description))  \($0.subscribers)"
            }
        }
    }

    struct Subscribers: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the subscribers of a topic.")

        @Argument(help: "The topic.")
        var topic: String

        @OptionGroup var page: TopicPageOptions

        func run() async throws {
            let topic = try TopicID(argument: topic)
            let cursor = try page.after.map(UserID.init(argument:))
            let subscribers = try await page.server.withClient {
                try await $0.call(API.listSubscribers, topic, query: ["after": cursor, "limit": page.size.limit]).items
            }
            try page.output.show(subscribers, none: "The topic has no subscribers.") {
                "\(DisplayText.line($0.userID.description))  since \($0.subscribedAt)"
            }
        }
    }

    struct Subscribe: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Subscribe users to a topic.")

        @Argument(help: "The topic.")
        var topic: String

        @Argument(help: "The users (default: the key's own).")
        var users: [String] = []

        @OptionGroup var output: OutputOptions
        @OptionGroup var server: AdminOptions

        func run() async throws {
            let topic = try TopicID(argument: topic)
            let users = try users.map(UserID.init(argument:))
            let result = try await server.withClient {
                try await $0.call(API.subscribe, topic, body: SubscriptionRequest(users: users.isEmpty ? nil : users))
            }
            try output.show(result, "\(result.added) added, \(result.topic.subscribers) in total")
        }
    }

    struct Unsubscribe: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Unsubscribe a user from a topic.")

        @Argument(help: "The topic.")
        var topic: String

        @Argument(help: "The user.")
        var user: String

        @OptionGroup var server: AdminOptions

        func run() async throws {
            let (topic, user) = (try TopicID(argument: topic), try UserID(argument: user))
            _ = try await server.withClient { try await $0.call(API.unsubscribe, topic, user) }
            Output.line("unsubscribed")
        }
    }
}

/// The options of commands that list a page of topics, subscribers or items.
struct TopicPageOptions: ParsableArguments {
    @OptionGroup var size: LimitOptions

    @Option(help: ArgumentHelp("List only entries after this one, such as the last of a page.", valueName: "id"))
    var after: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var server: AdminOptions
}
