import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct ItemsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "items", abstract: "Manage an application's items, and notify their subscribers.",
        discussion: "An item is a topic with the same id: `bellhop topics` shows and changes its subscribers.",
        subcommands: [List.self, Put.self, Notify.self, Remind.self, Complete.self, Delete.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List items, ordered by id.")

        @Option(help: "List only items to which this user subscribes.")
        var user: String?

        @OptionGroup var page: TopicPageOptions

        func run() async throws {
            let (user, cursor) = (
                try user.map(UserID.init(argument:)), try page.after.map(TopicID.init(argument:))
            )
            let items = try await page.server.withClient {
                try await $0.call(API.listItems, query: ["user": user, "after": cursor, "limit": page.size.limit]).items
            }
            try page.output.show(items, none: "There is no item.", line: \.line)
        }
    }

    struct Put: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create or replace an item, without notifying its subscribers.")

        @Argument(help: "The item's id, such as order-7.")
        var id: String

        @Argument(help: "The title.")
        var title: String

        @Option(help: "The text; - reads it from standard input.")
        var body: String?

        @Option(help: ArgumentHelp("The due time, such as 2026-11-22T09:00:00+01:00.", valueName: "time"))
        var due: String?

        @Option(parsing: .upToNextOption, help: "Additional subscribers.")
        var subscribers: [String] = []

        @OptionGroup var item: ItemOptions

        func run() async throws {
            let request = ItemRequest(
                id: try TopicID(argument: id), title: title, body: try body.map { try MessageText.read($0) },
                dueAt: try due.map(ItemOptions.moment),
                subscribers: subscribers.isEmpty ? nil : try subscribers.map(UserID.init(argument:)))
            try await item.run { try await $0.call(API.putItem, body: request) }
        }
    }

    struct Notify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Notify the subscribers of an item, so that their apps fetch it.")

        @Argument(help: "The item's id.")
        var id: String

        @Option(help: "The type, to which users' preferences apply: new_item, update or reminder.")
        var type = ItemNotificationRequest.Kind.newItem.rawValue

        @Option(parsing: .upToNextOption, help: "Limit the recipients to these users.")
        var users: [String] = []

        @Flag(help: "Show nothing; only wake the apps.")
        var silent = false

        @OptionGroup var item: ItemOptions

        func run() async throws {
            let id = try TopicID(argument: id)
            let notice = ItemNotificationRequest(
                users: users.isEmpty ? nil : try users.map(UserID.init(argument:)), type: try ItemOptions.kind(type),
                isSilent: silent ? true : nil)
            let campaign = try await item.server.withClient { try await $0.call(API.notifyOfItem, id, body: notice) }
            try item.output.show(campaign, "notifying \(campaign.to.text): \(campaign.id)")
        }
    }

    struct Remind: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remind the subscribers of an item when it is due, or at a given time.")

        @Argument(help: "The item's id.")
        var id: String

        @Option(help: ArgumentHelp("The time, such as 2026-11-22T09:00:00+01:00.", valueName: "time"))
        var at: String?

        @Option(name: .customLong("in"), help: "The delay in seconds, 0 to 157680000 (five years).")
        var seconds: Int?

        @Option(parsing: .upToNextOption, help: "Limit the recipients to these users.")
        var users: [String] = []

        @OptionGroup var item: ItemOptions

        func validate() throws {
            try ArgumentRange.check(seconds: seconds, in: APILimits.reminderSeconds, "--in")
        }

        func run() async throws {
            let id = try TopicID(argument: id)
            let reminder = ItemReminderRequest(
                at: try at.map(ItemOptions.moment), in: seconds,
                users: users.isEmpty ? nil : try users.map(UserID.init(argument:)))
            let schedule = try await item.server.withClient { try await $0.call(API.remindOfItem, id, body: reminder) }
            try item.output.show(schedule, "reminding\(schedule.next.map { " at \($0)" } ?? ""): \(schedule.id)")
        }
    }

    struct Complete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Complete an item: clear its notifications from all devices and cancel its reminders.")

        @Argument(help: "The item's id.")
        var id: String

        @OptionGroup var item: ItemOptions

        func run() async throws {
            let id = try TopicID(argument: id)
            try await item.run { try await $0.call(API.completeItem, id) }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Delete an item for all subscribers.")

        @Argument(help: "The item's id.")
        var id: String

        @OptionGroup var server: AdminOptions

        func run() async throws {
            let id = try TopicID(argument: id)
            _ = try await server.withClient { try await $0.call(API.deleteItem, id) }
            Output.line("deleted")
        }
    }
}

/// The options of commands about one item.
struct ItemOptions: ParsableArguments {
    @OptionGroup var output: OutputOptions
    @OptionGroup var server: AdminOptions

    static func kind(_ text: String) throws -> ItemNotificationRequest.Kind {
        guard let kind = ItemNotificationRequest.Kind(rawValue: text) else {
            throw CommandFailure.usage("--type takes new_item, update or reminder.")
        }
        return kind
    }

    static func moment(_ text: String) throws -> Timestamp {
        guard let moment = Timestamp(text) else {
            throw CommandFailure.usage("\(text.debugDescription) is not a time; write it as 2026-11-22T09:00:00+01:00.")
        }
        return moment
    }

    /// Sends a request and prints the item from the response.
    func run(_ request: (BellhopClient) async throws -> Item) async throws {
        let item = try await server.withClient(request)
        try output.show(item, item.line)
    }
}

extension Item {
    /// The item on one line.
    fileprivate var line: String {
        let state = completedAt.map { "complete since \($0)" } ?? dueAt.map { "due \($0)" } ?? "open"
        return "\(DisplayText.line(id.description))  \(state)  \(DisplayText.line(title))"
    }
}

extension ItemsCommand.Put: FieldNaming {
    static let arguments = [
        "id": "<id>", "title": "<title>", "body": "--body", "due_at": "--due", "subscribers": "--subscribers",
    ]
}

extension ItemsCommand.Notify: FieldNaming {
    static let arguments = ["type": "--type", "users": "--users", "users[]": "--users"]
}

extension ItemsCommand.Remind: FieldNaming {
    static let arguments = ["at": "--at", "in": "--in", "users": "--users", "users[]": "--users"]
}
