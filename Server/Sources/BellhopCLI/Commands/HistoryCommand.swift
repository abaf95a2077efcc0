import ArgumentParser
import BellhopClient
import BellhopCore
import BellhopModel
import BellhopTerminal

struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List notifications, newest first.",
        discussion: """
            Times are RFC 3339, or durations before now such as 2h or 7d. `bellhop explain ID` shows the deliveries of a \
            notification.
            """)

    @OptionGroup var filter: HistoryOptions

    @Option(help: "The maximum number of notifications; 0 lists all.")
    var limit = 50

    @Flag(help: "Print JSON, one notification a line.")
    var json = false

    @OptionGroup var server: ReaderOptions

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit takes 1 or more, or 0 for all.") }
    }

    func run() async throws {
        let query = try filter.query(at: SystemTime().now)
        var count = 0
        try await server.withClient(needsAdmin: query.user != nil) { client in
            var last: NotificationID?
            while limit == 0 || count < limit {
                let size = limit == 0 ? 200 : min(200, limit - count)
                let page = try await client.notificationHistory(query, before: last, limit: size).items
                for notification in page {
                    if json { try Output.json(notification) } else { Output.line(HistoryLine.text(of: notification)) }
                }
                count += page.count
                last = page.last?.id
                if page.count < size { break }
            }
        }
        if count == 0, !json { Output.remark("There is no notification.") }
    }
}

/// The filter of notifications.
struct HistoryOptions: ParsableArguments {
    @Option(help: "The user, which needs an admin key (default: the key's own).")
    var user: String?

    @Flag(help: "List only unread notifications.")
    var unread = false

    @Option(help: "List only notifications of this category, such as TASK_COMPLETE.")
    var category: String?

    @Option(help: "List only notifications of this type: new_items, reminders, updates or messages.")
    var type: String?

    @Option(help: "List only notifications of this session.")
    var session: String?

    @Option(help: "List only notifications of this thread.")
    var thread: String?

    @Option(help: ArgumentHelp("List only notifications with this in title, subtitle or body.", valueName: "text"))
    var search: String?

    @Option(help: ArgumentHelp("List only notifications from this time on.", valueName: "time"))
    var since: String?

    @Option(help: ArgumentHelp("List only notifications before this time.", valueName: "time"))
    var until: String?

    func query(at now: Timestamp) throws -> HistoryQuery {
        var query = HistoryQuery(user: try user.map(UserID.init(argument:)), isRead: unread ? false : nil)
        query.category = category.map { CategoryID(rawValue: $0) }
        query.type = type.map { PreferenceType(rawValue: $0) }
        query.session = try session.map(SessionID.init(argument:))
        query.thread = thread
        query.text = search
        query.since = try since.map { try Self.moment($0, "--since", now) }
        query.until = try until.map { try Self.moment($0, "--until", now) }
        return query
    }

    private static func moment(_ text: String, _ option: String, _ now: Timestamp) throws -> Timestamp {
        guard let moment = DurationArgument.moment(text, before: now) else {
            throw CommandFailure.usage(
                "\(option) takes a time such as 2026-01-31T09:30:00Z, or a duration such as 2h or 7d.")
        }
        return moment
    }
}

/// A notification on one line.
enum HistoryLine {
    static func text(of notification: UserNotification) -> String {
        let mark = notification.readAt == nil ? "unread" : "read  "
        return "\(notification.createdAt)  \(notification.id)  \(mark)  "
            + "\(DisplayText.line(notification.category.rawValue))  "
            + DisplayText.line(
                notification.body.isEmpty ? notification.title : notification.title + ": " + notification.body)
    }
}

struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain for each device why a notification was sent to it or not.")

    @Argument(help: "The notification's id, from `bellhop history`.")
    var id: String

    @Flag(help: "Use an admin key, for another user's notification.")
    var admin = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var server: ReaderOptions

    func run() async throws {
        let id = try NotificationID(argument: id, listedBy: "history")
        let timeline = try await server.withClient(needsAdmin: admin) { try await $0.call(API.getNotification, id) }
        let explanation = Explanation(timeline, meanings: .known)
        try output.show(explanation, lines: explanation.lines)
    }
}

extension HistoryCommand: FieldNaming {
    static let arguments = [
        "category": "--category", "type": "--type", "session": "--session", "thread": "--thread", "since": "--since",
        "until": "--until",
    ]
}
