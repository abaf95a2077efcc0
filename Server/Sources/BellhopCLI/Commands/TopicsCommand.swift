import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct TopicsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "topics", abstract: "Shows topics and who subscribes to them, and changes that.",
        discussion: "A topic is there as long as somebody subscribes to it. Send to it with `bellhop send --topic`.",
        subcommands: [List.self, Subscribers.self, Subscribe.self, Unsubscribe.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists topics, with how many subscribe to each.")

        @Option(help: "Only those that this user subscribes to.")
        var user: String?

        @OptionGroup var page: TopicPageOptions

        func run() async throws {
            let user = try user.map(UserID.init(argument:))
            let cursor = try page.after.map(TopicID.init(argument:))
            let topics = try await page.server.withClient {
                try await $0.call(API.listTopics, query: ["user": user, "after": cursor, "limit": page.limit]).items
            }
            if page.json { return try Output.json(topics) }
            Output.list(
                topics.map { "\(DisplayText.line($0.id.description))  \($0.subscribers)" },
                none: "Nobody subscribes to anything.")
        }
    }

    struct Subscribers: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists who subscribes to a topic.")

        @Argument(help: "The topic.")
        var topic: String

        @OptionGroup var page: TopicPageOptions

        func run() async throws {
            let topic = try TopicID(argument: topic)
            let cursor = try page.after.map(UserID.init(argument:))
            let subscribers = try await page.server.withClient {
                try await $0.call(API.listSubscribers, topic, query: ["after": cursor, "limit": page.limit]).items
            }
            if page.json { return try Output.json(subscribers) }
            Output.list(
                subscribers.map { "\(DisplayText.line($0.userID.description))  since \($0.subscribedAt)" },
                none: "Nobody subscribes to it.")
        }
    }

    struct Subscribe: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Subscribes users to a topic.")

        @Argument(help: "The topic.")
        var topic: String

        @Argument(help: "The users. Unless any is named: the key's own.")
        var users: [String] = []

        @Flag(help: "Print JSON.")
        var json = false

        @OptionGroup var server: AdminOptions

        func run() async throws {
            let topic = try TopicID(argument: topic)
            let users = try users.map(UserID.init(argument:))
            let result = try await server.withClient {
                try await $0.call(API.subscribe, topic, body: SubscriptionRequest(users: users.isEmpty ? nil : users))
            }
            if json { return try Output.json(result) }
            Output.line("\(result.added) added, \(result.topic.subscribers) in all")
        }
    }

    struct Unsubscribe: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Ends a user's subscription to a topic.")

        @Argument(help: "The topic.")
        var topic: String

        @Argument(help: "The user.")
        var user: String

        @OptionGroup var server: AdminOptions

        func run() async throws {
            let (topic, user) = (try TopicID(argument: topic), try UserID(argument: user))
            try await server.withClient { try await $0.call(API.unsubscribe, topic, user) }
            Output.line("unsubscribed")
        }
    }
}

/// What commands that list a page take.
struct TopicPageOptions: ParsableArguments {
    @Option(help: "At most so many, 1 to 200.")
    var limit = 50

    @Option(help: "Only those after this one: the last of a page leads to the next.")
    var after: String?

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var server: AdminOptions

    func validate() throws { try ArgumentRange.check(limit, in: APILimits.page, "--limit") }
}
