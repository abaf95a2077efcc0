import ArgumentParser
import BellhopModel
import BellhopTerminal

struct QuietCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiet", abstract: "Sets quiet hours, such as `bellhop preferences quiet 22:00 07:00`.",
        discussion: """
            What comes during quiet hours waits until they end, if it is still worth showing by then. What is \
            time-sensitive, such as an approval, comes through unless told otherwise. `bellhop preferences quiet off` \
            ends them for good.
            """)

    @Argument(help: "When they begin, such as 22:00, or off.")
    var start: String

    @Argument(help: "When they end, such as 07:00.")
    var end: String?

    @Option(help: "The days on which they begin, such as mon,tue,wed. Unless given: every day.")
    var days: String?

    @Option(help: "The time zone, such as Europe/Berlin. Unless given: that of the newest device.")
    var zone: String?

    @Flag(inversion: .prefixedNo, help: "Whether what is time-sensitive comes through.")
    var timeSensitive = true

    @Flag(inversion: .prefixedNo, help: "Whether asks come through; as what is time-sensitive unless given.")
    var asks: Bool?

    @OptionGroup var options: PreferencesOptions

    func run() async throws {
        let hours = try hours()
        try await options.change { $0.quietHours = hours }
    }

    /// - Returns: `nil` for `off`.
    func hours() throws -> QuietHours? {
        guard start != "off" else {
            guard end == nil else { throw CommandFailure.usage("`off` ends quiet hours and takes no time.") }
            return nil
        }
        guard let end else {
            throw CommandFailure.usage("Say when they end, such as `bellhop preferences quiet 22:00 07:00`.")
        }
        return QuietHours(
            start: try Self.time(start), end: try Self.time(end),
            days: try days.map { try Weekday.list($0, option: "--days") }, timeZone: zone,
            allowTimeSensitive: timeSensitive, allowAsks: asks)
    }

    private static func time(_ text: String) throws -> TimeOfDay {
        guard let time = TimeOfDay(text) else {
            throw CommandFailure.usage("\(text.debugDescription) is no time of day; write it as 22:30.")
        }
        return time
    }
}
