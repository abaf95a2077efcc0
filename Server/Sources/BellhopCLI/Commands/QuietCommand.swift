import ArgumentParser
import BellhopFoundation
import BellhopModel
import BellhopTerminal

struct QuietCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiet", abstract: "Set quiet hours, such as `bellhop preferences quiet 22:00 07:00`.",
        discussion: """
            Notifications during quiet hours are held until the end, unless they expire before. Time-sensitive \
            notifications, such as approvals, are delivered at once by default. `bellhop preferences quiet off` \
            removes the quiet hours.
            """)

    @Argument(help: "The start, such as 22:00, or off.")
    var start: String

    @Argument(help: "The end, such as 07:00.")
    var end: String?

    @Option(help: "The days on which quiet hours start, such as mon,tue,wed (default: every day).")
    var days: String?

    @Option(help: "The time zone, such as Europe/Berlin (default: that of the newest device).")
    var zone: String?

    @Flag(inversion: .prefixedNo, help: "Deliver time-sensitive notifications during quiet hours.")
    var timeSensitive = true

    @Flag(
        inversion: .prefixedNo,
        help: "Deliver asks during quiet hours (default: like time-sensitive notifications).")
    var asks: Bool?

    @OptionGroup var options: PreferencesOptions

    func run() async throws {
        let hours = try hours()
        try await options.change { $0.quietHours = hours }
    }

    /// - Returns: `nil` for `off`.
    func hours() throws -> QuietHours? {
        guard start != "off" else {
            guard end == nil else { throw CommandFailure.usage("`off` takes no end time.") }
            return nil
        }
        guard let end else {
            throw CommandFailure.usage("The end is missing: give it, such as `bellhop preferences quiet 22:00 07:00`.")
        }
        return QuietHours(
            start: try Self.time(start), end: try Self.time(end),
            days: try days.map { try Weekday.list($0, option: "--days") }, timeZone: zone,
            allowTimeSensitive: timeSensitive, allowAsks: asks)
    }

    private static func time(_ text: String) throws -> TimeOfDay {
        guard let time = TimeOfDay(text) else {
            throw CommandFailure.usage("\(text.debugDescription) is not a time of day; write it as 22:30.")
        }
        return time
    }
}

struct MuteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Mute a session, topic or thread, permanently or for a duration such as 2h.",
        discussion: "Muted notifications, including asks, are still stored and stay in the history, but are not pushed."
    )

    @OptionGroup var subject: MuteOptions

    @Option(
        name: [.customLong("for")],
        help: ArgumentHelp(
            "The duration, a number with s, m, h, d or w, up to ten years (default: permanent).",
            valueName: "duration"))
    var length: String?

    @OptionGroup var options: PreferencesOptions

    func run() async throws {
        let mute = try mute(at: Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)))
        try await options.change { preferences in
            preferences.mutes.removeAll { $0.subject == mute.subject }
            preferences.mutes.append(mute)
        }
    }

    func mute(at now: Timestamp) throws -> Mute {
        Mute(try subject.subject(), until: try length.map { now + .seconds(try DurationArgument.seconds($0, "--for")) })
    }
}

struct UnmuteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unmute", abstract: "Unmute a session, topic or thread.")

    @OptionGroup var subject: MuteOptions

    @OptionGroup var options: PreferencesOptions

    func run() async throws {
        let subject = try subject.subject()
        try await options.change { preferences in
            guard preferences.mutes.contains(where: { $0.subject == subject }) else {
                throw CommandFailure("The \(subject) is not muted.")
            }
            preferences.mutes.removeAll { $0.subject == subject }
        }
    }
}

/// The session, topic or thread to mute.
struct MuteOptions: ParsableArguments {
    @Option(help: "The id of a session.")
    var session: String?

    @Option(help: "The id of a topic or an item.")
    var topic: String?

    @Option(help: "The name of a thread.")
    var thread: String?

    func subject() throws -> Mute.Subject {
        let given: [Mute.Subject?] = [
            try session.map { .session(try SessionID(argument: $0)) },
            try topic.map { .topic(try TopicID(argument: $0)) },
            thread.map { .thread($0) },
        ]
        let subjects = given.compactMap { $0 }
        guard subjects.count == 1, let subject = subjects.first else {
            throw CommandFailure.usage("Give one of --session, --topic and --thread.")
        }
        return subject
    }

}

struct CapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cap", abstract: "Limit the number of pushes, such as `bellhop preferences cap 10 --per 1h`.",
        discussion: """
            Notifications above the limit are still stored and stay in the history, but are not pushed. Asks are neither \
            counted nor limited. `bellhop preferences cap off` removes the limit.
            """)

    @Argument(help: "The maximum number of pushes, 1 to 1000, or off.")
    var limit: String

    @Option(help: ArgumentHelp("The period, a number with s, m, h or d, 1m to 7d.", valueName: "duration"))
    var per = "1h"

    @OptionGroup var options: PreferencesOptions

    func validate() throws {
        do {
            guard let cap = try cap() else { return }
            try ArgumentRange.check(cap.limit, in: APILimits.capPushes, "<limit>", unit: " pushes, or off")
            guard APILimits.capSeconds.contains(cap.seconds) else { throw ValidationError("--per takes 1m to 7d.") }
        } catch let failure as CommandFailure {
            throw ValidationError(failure.description)
        }
    }

    func run() async throws {
        let cap = try cap()
        try await options.change { $0.frequencyCap = cap }
    }

    /// - Returns: `nil` for `off`.
    func cap() throws -> FrequencyCap? {
        guard limit != "off" else { return nil }
        guard let count = Int(limit) else { throw CommandFailure.usage("<limit> takes 1 to 1000 pushes, or off.") }
        return FrequencyCap(limit: count, seconds: Int(try DurationArgument.seconds(per, "--per")))
    }
}

extension CapCommand: FieldNaming {
    static let arguments = ["frequency_cap.limit": "<limit>", "frequency_cap.seconds": "--per"]
}

extension QuietCommand: FieldNaming {
    static let arguments = [
        "quiet_hours": "<start> and <end>", "quiet_hours.days": "--days", "quiet_hours.time_zone": "--zone",
    ]
}
