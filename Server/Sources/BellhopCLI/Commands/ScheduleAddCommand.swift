import ArgumentParser
import BellhopClient
import BellhopCore
import BellhopModel
import BellhopTerminal

struct ScheduleAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Schedules a notification.",
        discussion: """
            A local time that comes twice, because clocks are set back, counts the first time; one that never comes, \
            because they are set forward, counts when they are.

              bellhop schedule add "Stand-up" --at "tomorrow 9:00"
              bellhop schedule add Report --at "today 16:00" --weekly fri
            """)

    @OptionGroup var content: ContentOptions

    @OptionGroup(title: "When it is sent")
    var timing: TimingOptions

    @OptionGroup(title: "Whom it is for, by then")
    var to: AudienceOptions

    @OptionGroup var output: ScheduleOutput
    @OptionGroup var server: ReaderOptions

    func run() async throws {
        let request = try request(now: SystemTime().now)
        let made = try await server.withClient(orAgent: request.to == nil) {
            try await $0.call(API.createSchedule, body: request)
        }
        if output.json { try Output.json(made) } else { Output.line("scheduled \(made.id)  \(made.whenWords)") }
    }

    func request(now: Timestamp) throws -> ScheduleRequest {
        var notification = try content.request(to: nil)
        if content.title == nil, !notification.title.isEmpty { notification.title = "Reminder" }
        return ScheduleRequest(
            to: try to.audience(), notification: notification, when: try timing.timing(now: now))
    }
}
