import ArgumentParser
import BellhopClient
import BellhopCore
import BellhopFoundation
import BellhopModel
import BellhopStore
import BellhopTerminal

struct ScheduleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule", abstract: "Schedule notifications, once or repeatedly.",
        subcommands: [
            ScheduleAddCommand.self, List.self, Show.self, ScheduleEditCommand.self, Cancel.self,
        ], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List waiting schedules, newest first.")

        @Flag(help: "Also list schedules that have ended, were missed or cancelled.")
        var all = false

        @Option(
            help: "List only schedules for this user (default: all that the key may see, with an admin key all users')."
        )
        var user: String?

        @OptionGroup var output: OutputOptions
        @OptionGroup var server: ReaderOptions

        func run() async throws {
            let user = try user.map(UserID.init(argument:))
            let schedules = try await server.withClient(orAgent: user == nil) {
                try await $0.call(API.listSchedules, query: ["user": user, "state": all ? nil : "waiting"]).items
            }
            try output.show(
                schedules, none: "Nothing is scheduled. Add a schedule with `bellhop schedule add`.", line: \.line)
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show a schedule.")

        @Argument(help: "The schedule's id, from `bellhop schedule list`.")
        var id: String

        @OptionGroup var output: OutputOptions
        @OptionGroup var server: ReaderOptions

        func run() async throws {
            let id = try ScheduleID(argument: id, listedBy: "schedule list")
            let schedule = try await server.withClient(orAgent: true) { try await $0.call(API.getSchedule, id) }
            try output.show(schedule, lines: schedule.lines)
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Cancel a schedule.")

        @Argument(help: "The schedule's id, from `bellhop schedule list`.")
        var id: String

        @OptionGroup var output: OutputOptions
        @OptionGroup var server: ReaderOptions

        func run() async throws {
            let id = try ScheduleID(argument: id, listedBy: "schedule list")
            let cancelled = try await server.withClient(orAgent: true) { try await $0.call(API.cancelSchedule, id) }
            try output.show(cancelled, "cancelled \(cancelled.id)")
        }
    }
}

struct ScheduleAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Schedule a notification.",
        discussion: """
            A local time that occurs twice, because clocks are set back, means the first one. A local time that is \
            skipped, because clocks are set forward, means the moment of the change.

              bellhop schedule add "Stand-up" --at "tomorrow 9:00"
              bellhop schedule add Report --at "today 16:00" --weekly fri
            """)

    @OptionGroup var content: ContentOptions

    @OptionGroup(title: "Time")
    var timing: TimingOptions

    @OptionGroup(title: "Recipients at that time")
    var to: AudienceOptions

    @OptionGroup var output: OutputOptions
    @OptionGroup var server: ReaderOptions

    func run() async throws {
        let request = try request(now: SystemTime().now)
        let made = try await server.withClient(orAgent: request.to == nil) {
            try await $0.call(API.createSchedule, body: request)
        }
        try output.show(made, "scheduled \(made.id)  \(made.whenText)")
    }

    func request(now: Timestamp) throws -> ScheduleRequest {
        var notification = try content.request(to: nil)
        if content.title == nil, !notification.title.isEmpty { notification.title = "Reminder" }
        return ScheduleRequest(
            to: try to.audience(), notification: notification, when: try timing.timing(now: now))
    }
}

struct ScheduleEditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a waiting schedule.",
        discussion: "Options that are not given stay unchanged. A new time replaces --at and the repetition together.")

    @Argument(help: "The schedule's id, from `bellhop schedule list`.")
    var id: String

    @Option(help: "The text; - reads it from standard input.")
    var text: String?

    @Option(help: "The title.")
    var title: String?

    @OptionGroup(title: "Time")
    var timing: TimingOptions

    @OptionGroup var output: OutputOptions
    @OptionGroup var server: ReaderOptions

    func validate() throws {
        // As in `schedule add`, an empty text is allowed with a title.
        if let text, title == nil { try MessageText.check(text) }
        guard text != nil || title != nil || timing.isGiven else {
            throw ValidationError("Nothing to change: give --text, --title or --at.")
        }
    }

    func run() async throws {
        let id = try ScheduleID(argument: id, listedBy: "schedule list")
        let when = try when(now: SystemTime().now)
        let text = try text.map { try MessageText.read($0) }
        let changed = try await server.withClient(orAgent: true) { client in
            let update = update(of: try await client.call(API.getSchedule, id), text: text, when: when)
            return try await client.call(API.updateSchedule, id, body: update)
        }
        try output.show(changed, lines: changed.lines)
    }

    /// - Returns: `nil` when the time is not changed.
    func when(now: Timestamp) throws -> ScheduleTiming? { timing.isGiven ? try timing.timing(now: now) : nil }

    /// The update of `schedule`.
    ///
    /// - Parameters:
    ///   - text: the new text; `nil` to keep it.
    ///   - when: the new time; `nil` to keep it.
    func update(of schedule: Schedule, text: String?, when: ScheduleTiming?) -> ScheduleUpdate {
        var update = ScheduleUpdate(revision: schedule.revision)
        if text != nil || title != nil {
            var notification = schedule.notification
            notification.body = text ?? notification.body
            notification.title = title ?? notification.title
            update.notification = notification
        }
        update.when = when
        return update
    }
}

extension Schedule {
    /// The schedule on one line: id, time, content.
    var line: String {
        let content = [notification.title, notification.body].filter { !$0.isEmpty }.joined(separator: ": ")
        return "\(id)  \(whenText)  \(DisplayText.line(String(content.prefix(80))))"
    }

    /// All fields of the schedule, one a line.
    var lines: [String] {
        var lines = [
            "id        \(id)", "state     \(state.rawValue)", "when      \(whenText)", "to        \(audienceText)",
            "title     \(DisplayText.line(notification.title))", "text      \(DisplayText.line(notification.body))",
        ]
        if let category = notification.category { lines.append("category  \(DisplayText.line(category.rawValue))") }
        if let lastSent { lines.append("last sent \(localText(lastSent))") }
        lines.append("revision  \(revision)")
        return lines
    }

    /// The next time in the schedule's time zone and the repetition; the state when there is no next time.
    var whenText: String {
        guard let next else { return state.rawValue }
        guard let recurrence = when.recurrence else { return localText(next) }
        let days = (recurrence.days ?? []).map(\.rawValue).joined(separator: ", ")
        let rhythm = recurrence.every == .day ? "every day" : days.isEmpty ? "every week" : "every \(days)"
        let end = recurrence.until.map { ", until \($0)" } ?? ""
        return "\(localText(next)), \(rhythm)\(end)"
    }

    private var audienceText: String {
        switch to {
        case .user(let user): DisplayText.line(user.description)
        case .users(let users): "\(users.count) users"
        case .recipients(let recipients): "\(recipients.count) users"
        case .topic(let topic): "the topic \(DisplayText.line(topic.description))"
        case .everyone: "everyone"
        }
    }

    private func localText(_ moment: Timestamp) -> String {
        guard let name = when.timeZone, let zone = TimeZoneRules(known: name) else { return moment.description }
        let clock = zone.local(at: moment).description.replacing("T", with: " ", maxReplacements: 1)
        return "\(clock) \(DisplayText.line(name))"
    }
}

extension ScheduleAddCommand: FieldNaming {
    static var arguments: [String: String] {
        SendCommand.arguments.merging(TimingOptions.arguments) { content, _ in content }
    }
}

extension ScheduleEditCommand: FieldNaming {
    static var arguments: [String: String] {
        ["body": "--text", "title": "--title"].merging(TimingOptions.arguments) { content, _ in content }
    }
}
