import ArgumentParser
import BellhopClient
import BellhopCore
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
        guard text != nil || title != nil || timing.isGiven else {
            throw ValidationError("Nothing to change: name --text, --title or --at.")
        }
    }

    func run() async throws {
        let id = try ScheduleID(argument: id)
        let when = try when(now: SystemTime().now)
        let text = try text.map { try MessageText.read($0) }
        let changed = try await server.withClient(orAgent: true) { client in
            let update = update(of: try await client.call(API.getSchedule, id), telling: text, when: when)
            return try await client.call(API.updateSchedule, id, body: update)
        }
        try output.show(changed)
    }

    /// - Returns: `nil` when that stays as it is.
    func when(now: Timestamp) throws -> ScheduleTiming? { timing.isGiven ? try timing.timing(now: now) : nil }

    /// The change that is asked for, to `schedule` as it stands.
    ///
    /// - Parameters:
    ///   - text: what ``text`` stands for.
    ///   - when: that of ``when(now:)``.
    func update(of schedule: Schedule, telling text: String?, when: ScheduleTiming?) -> ScheduleUpdate {
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
