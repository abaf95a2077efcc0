import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct ItemsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "items", abstract: "Shows an application's items, and tells those who subscribe to them.",
        discussion: "An item is a topic under its own id: `bellhop topics` shows and changes who subscribes to it.",
        subcommands: [List.self, Put.self, Notify.self, Remind.self, Complete.self, Delete.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists items, in the order of their ids.")

        @Option(help: "Only those that this user subscribes to.")
        var user: String?

        @OptionGroup var page: TopicPageOptions

        func run() async throws {
            let (user, cursor) = (
                try user.map(UserID.init(argument:)), try page.after.map(TopicID.init(argument:))
            )
            let items = try await page.server.withClient {
                try await $0.call(API.listItems, query: ["user": user, "after": cursor, "limit": page.limit]).items
            }
            if page.json { return try Output.json(items) }
            Output.list(items.map(\.line), none: "There is no item.")
        }
    }

    struct Put: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Creates an item, or replaces the one under its id. Nobody is told by that.")

        @Argument(help: "Its id, such as order-7.")
        var id: String

        @Argument(help: "Its title.")
        var title: String

        @Option(help: "More about it; - reads it from standard input.")
        var body: String?

        @Option(help: "When it should be done, such as 2026-11-22T09:00:00+01:00.")
        var due: String?

        @Option(parsing: .upToNextOption, help: "Who subscribes to it, beside those who do.")
        var subscribers: [String] = []

        @OptionGroup var item: ItemOptions

        func run() async throws {
            let request = ItemRequest(
                id: try TopicID(argument: id), title: title, body: try body.map { try MessageText.read($0) },
                dueAt: try due.map(ItemOptions.moment),
                subscribers: subscribers.isEmpty ? nil : try subscribers.map(UserID.init(argument:)))
            try item.show(try await item.server.withClient { try await $0.call(API.putItem, body: request) })
        }
    }

    struct Notify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Tells subscribers of an item, and has their apps fetch it.")

        @Argument(help: "The item.")
        var id: String

        @Option(help: "new_item, update or reminder: what preferences are asked for.")
        var type = ItemNotificationRequest.Kind.newItem.rawValue

        @Option(parsing: .upToNextOption, help: "Only these users.")
        var users: [String] = []

        @Flag(help: "Show nothing: only wake the apps.")
        var silent = false

        @OptionGroup var item: ItemOptions

        func run() async throws {
            let id = try TopicID(argument: id)
            let notice = ItemNotificationRequest(
                users: users.isEmpty ? nil : try users.map(UserID.init(argument:)), type: try ItemOptions.kind(type),
                isSilent: silent ? true : nil)
            let campaign = try await item.server.withClient { try await $0.call(API.notifyOfItem, id, body: notice) }
            if item.json { return try Output.json(campaign) }
            Output.line("telling \(campaign.to.words): \(campaign.id)")
        }
    }

    struct Remind: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Reminds subscribers of an item: when it is due, unless a moment is given.")

        @Argument(help: "The item.")
        var id: String

        @Option(help: "When, such as 2026-11-22T09:00:00+01:00.")
        var at: String?

        @Option(name: .customLong("in"), help: "Seconds from now, 0 to 157680000 (five years).")
        var seconds: Int?

        @Option(parsing: .upToNextOption, help: "Only these users.")
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
            if item.json { return try Output.json(schedule) }
            Output.line("reminding\(schedule.next.map { " at \($0)" } ?? ""): \(schedule.id)")
        }
    }

    struct Complete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Completes an item: its notifications go from all devices, its reminders are cancelled.")

        @Argument(help: "The item.")
        var id: String

        @OptionGroup var item: ItemOptions

        func run() async throws {
            let id = try TopicID(argument: id)
            try item.show(try await item.server.withClient { try await $0.call(API.completeItem, id) })
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Deletes an item, for all who subscribe to it.")

        @Argument(help: "The item.")
        var id: String

        @OptionGroup var server: AdminOptions

        func run() async throws {
            let id = try TopicID(argument: id)
            try await server.withClient { try await $0.call(API.deleteItem, id) }
            Output.line("deleted")
        }
    }
}

/// What commands about one item take.
struct ItemOptions: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var server: AdminOptions

    static func kind(_ text: String) throws -> ItemNotificationRequest.Kind {
        guard let kind = ItemNotificationRequest.Kind(rawValue: text) else {
            throw CommandFailure.usage("--type takes new_item, update or reminder.")
        }
        return kind
    }

    static func moment(_ text: String) throws -> Timestamp {
        guard let moment = Timestamp(text) else {
            throw CommandFailure.usage("\(text.debugDescription) is no moment; write it as 2026-11-22T09:00:00+01:00.")
        }
        return moment
    }

    func show(_ item: Item) throws {
        if json { try Output.json(item) } else { Output.line(item.line) }
    }
}

extension Item {
    /// One line about it.
    fileprivate var line: String {
        let state = completedAt.map { "complete since \($0)" } ?? dueAt.map { "due \($0)" } ?? "open"
        return "\(DisplayText.line(id.description))  \(state)  \(DisplayText.line(title))"
    }
}
