import ArgumentParser
import BellhopFoundation
import BellhopModel
import BellhopStore
import BellhopTerminal

/// The recipients.
struct AudienceOptions: ParsableArguments {
    @Option(help: "A user (default: the key's own).")
    var user: String?

    @Option(help: "Users, separated by commas; repeat it for more.")
    var users: [String] = []

    @Option(help: "The subscribers of this topic.")
    var topic: String?

    @Flag(help: "Every user with a device.")
    var everyone = false

    func validate() throws {
        let given = [user != nil, !users.isEmpty, topic != nil, everyone]
        guard given.count(where: \.self) <= 1 else {
            throw ValidationError("Only one of --user, --users, --topic and --everyone can be given.")
        }
    }

    /// - Returns: `nil` for the key's own user.
    func audience() throws -> Audience? {
        if let user { return .user(try UserID(argument: user)) }
        if let topic { return .topic(try TopicID(argument: topic)) }
        if everyone { return .everyone }
        guard !users.isEmpty else { return nil }
        return .users(try users.flatMap { $0.split(separator: ",") }.map { try UserID(argument: String($0)) })
    }
}

/// The time of a scheduled notification.
struct TimingOptions: ParsableArguments {
    @Option(
        help: """
            The time: 2026-11-22T09:00 (in the time zone --zone), 2026-11-22T09:00:00+01:00, "today 18:30", \
            "tomorrow 9:00", or a delay of minutes, hours or days of 24 hours: 15m, 2h, 3d.
            """)
    var at: String?

    @Option(help: "The time zone, such as Europe/Berlin (default: this machine's).")
    var zone: String?

    @Flag(help: "Repeat every day at that time.")
    var daily = false

    @Option(help: "Repeat every week at that time on these days, such as mon,fri.")
    var weekly: String?

    @Option(help: "The last time at which it may repeat, in the same forms as --at.")
    var until: String?

    /// At least one option is given.
    var isGiven: Bool { at != nil || zone != nil || daily || weekly != nil || until != nil }

    /// - Throws: ``CommandFailure`` that names the wrong option.
    func timing(now: Timestamp, machineZone: TimeZoneRules = .current) throws -> ScheduleTiming {
        guard let at else { throw CommandFailure.usage("--at is missing: give the time to send it.") }
        if daily, weekly != nil { throw CommandFailure.usage("--daily and --weekly exclude each other.") }
        let place = try zone.map(Self.zone) ?? machineZone
        let begin = try PlannedTime(argument: at, "--at", now: now, in: place)
        let recurrence = try recurrence(now: now, in: place)
        let isByClock = if case .local = begin { true } else { recurrence != nil || zone != nil }
        return ScheduleTiming(
            at: begin, timeZone: isByClock ? try zone ?? Self.name(of: machineZone) : nil, recurrence: recurrence)
    }

    private static func zone(_ name: String) throws -> TimeZoneRules {
        guard let zone = TimeZoneRules(known: name) else {
            throw CommandFailure.usage(
                "--zone: \(name.debugDescription) is not a time zone; use a name such as Europe/Berlin.")
        }
        return zone
    }

    /// The zone's name for the server: a place, or UTC. Other names identify no place with daylight saving rules.
    private static func name(of zone: TimeZoneRules) throws -> String {
        if zone.name.contains("/") { return zone.name }
        guard ["UTC", "GMT", "UCT", "Zulu", "Universal", "Greenwich"].contains(zone.name) else {
            throw CommandFailure.usage(
                "This machine's time zone, \(zone.name), is not the name of a place: give one with --zone, such as "
                    + "Europe/Berlin."
            )
        }
        return "UTC"
    }

    private func recurrence(now: Timestamp, in place: TimeZoneRules) throws -> Recurrence? {
        let end = try until.map { try PlannedTime(argument: $0, "--until", now: now, in: place) }
        if daily { return Recurrence(every: .day, until: end) }
        if let weekly { return Recurrence(every: .week, on: try Weekday.list(weekly, option: "--weekly"), until: end) }
        if until != nil { throw CommandFailure.usage("--until needs --daily or --weekly.") }
        return nil
    }
}

extension TimingOptions {
    /// The option for each field of a schedule.
    static let arguments = [
        "when": "--at", "when.at": "--at", "when.time_zone": "--zone", "when.repeat": "--daily, --weekly",
        "when.repeat.on": "--weekly", "when.repeat.until": "--until",
    ]
}
