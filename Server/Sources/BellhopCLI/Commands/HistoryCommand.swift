import ArgumentParser
import BellhopClient
import BellhopCore
import BellhopModel
import BellhopTerminal

struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Lists notifications, newest first.",
        discussion: "Moments are RFC 3339 or so long ago, such as 2h or 7d. `bellhop explain ID` tells one's story.")

    @OptionGroup var filter: HistoryOptions

    @Option(help: "At most so many; 0 for all, however many.")
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
        if count == 0, !json { Output.remark("There is nothing to list.") }
    }
}

/// Which notifications are meant.
struct HistoryOptions: ParsableArguments {
    @Option(help: "Whose; needs an admin key. Unless given: the key's own user.")
    var user: String?

    @Flag(help: "Only what was not read.")
    var unread = false

    @Option(help: "Only of this category, such as TASK_COMPLETE.")
    var category: String?

    @Option(help: "Only of this type: new_items, reminders, updates or messages.")
    var type: String?

    @Option(help: "Only of this session.")
    var session: String?

    @Option(help: "Only of this thread.")
    var thread: String?

    @Option(help: "Only from this moment on.")
    var since: String?

    @Option(help: "Only before this moment.")
    var until: String?

    func query(at now: Timestamp) throws -> HistoryQuery {
        var query = HistoryQuery(user: try user.map(UserID.init(argument:)), isRead: unread ? false : nil)
        query.category = category.map { CategoryID(rawValue: $0) }
        query.type = type.map { PreferenceType(rawValue: $0) }
        query.session = try session.map { text in
            guard let session = SessionID(text) else {
                throw CommandFailure.usage("--session takes 1 to 128 bytes without control characters.")
            }
            return session
        }
        query.thread = thread
        query.since = try since.map { try Self.moment($0, "--since", now) }
        query.until = try until.map { try Self.moment($0, "--until", now) }
        return query
    }

    private static func moment(_ text: String, _ option: String, _ now: Timestamp) throws -> Timestamp {
        guard let moment = Span.moment(text, before: now) else {
            throw CommandFailure.usage(
                "\(option) takes a moment such as 2026-01-31T09:30:00Z, or a span such as 2h or 7d.")
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
