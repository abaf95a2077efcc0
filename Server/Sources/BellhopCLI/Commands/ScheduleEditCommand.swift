import ArgumentParser
import BellhopClient
import BellhopDelivery
import BellhopModel
import BellhopTerminal

struct ScheduleEditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes a schedule that waits.",
        discussion: "What is not named stays. When it is sent is said anew as a whole: --at, and how it repeats.")

    @Argument(help: "The id, from `bellhop schedule list`.")
    var id: String

    @Option(help: "What to tell; - reads it from standard input.")
    var text: String?

    @Option(help: "A title above it.")
    var title: String?

    @OptionGroup(title: "When it is sent")
    var timing: TimingOptions

    @OptionGroup var output: ScheduleOutput
    @OptionGroup var server: ReaderOptions

    func validate() throws {
        // As when it was added: a title says something without a text.
        if let text, title == nil { try MessageText.check(text) }
    }

    func run() async throws {
        let id = try ScheduleID(argument: id)
        let text = try text.map { try MessageText.read($0) }
        let changed = try await server.withClient(orAgent: true) { client in
            let update = try update(of: try await client.getSchedule(id), telling: text, now: SystemTime().now)
            return try await client.updateSchedule(id, update)
        }
        try output.show(changed)
    }

    /// The change that is asked for, to `schedule` as it stands.
    ///
    /// - Parameter text: what ``text`` stands for.
    func update(of schedule: Schedule, telling text: String?, now: Timestamp) throws -> ScheduleUpdate {
        var update = ScheduleUpdate(revision: schedule.revision)
        if text != nil || title != nil {
            var notification = schedule.notification
            notification.body = text ?? notification.body
            notification.title = title ?? notification.title
            update.notification = notification
        }
        if timing.isGiven { update.when = try timing.timing(now: now) }
        guard update.notification != nil || update.when != nil else {
            throw CommandFailure.usage("Nothing to change: name --text, --title or --at.")
        }
        return update
    }
}
