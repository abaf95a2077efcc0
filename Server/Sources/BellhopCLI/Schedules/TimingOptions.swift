import ArgumentParser
import BellhopModel
import BellhopTerminal
import Foundation

/// When something is sent, as it is said on the command line.
struct TimingOptions: ParsableArguments {
    @Option(
        help: """
            When: 2026-11-22T09:00 (by the clocks of --zone), 2026-11-22T09:00:00+01:00, "today 18:30", "tomorrow 9:00", \
            or after so many minutes, hours or days of 24 hours: 15m, 2h, 3d.
            """)
    var at: String?

    @Option(help: "A time zone such as Europe/Berlin. Unless given, this machine's.")
    var zone: String?

    @Flag(help: "Every day at that time.")
    var daily = false

    @Option(help: "Every week at that time on these days, such as mon,fri.")
    var weekly: String?

    @Option(help: "The last moment at which it may repeat, in the same forms as --at.")
    var until: String?

    /// Whether anything is said at all.
    var isGiven: Bool { at != nil || zone != nil || daily || weekly != nil || until != nil }

    /// - Throws: ``CommandFailure`` that says which option is wrong.
    func timing(now: Timestamp, machineZone: TimeZone = .current) throws -> ScheduleTiming {
        guard let at else { throw CommandFailure.usage("--at is missing: when is it to be sent?") }
        if daily, weekly != nil { throw CommandFailure.usage("--daily and --weekly exclude each other.") }
        let place = try zone.map(Self.zone) ?? machineZone
        let begin = try PlannedTime(argument: at, "--at", now: now, in: place)
        let recurrence = try recurrence(now: now, in: place)
        let isByClock = if case .local = begin { true } else { recurrence != nil || zone != nil }
        return ScheduleTiming(
            at: begin, timeZone: isByClock ? try zone ?? Self.name(of: machineZone) : nil, recurrence: recurrence)
    }

    private static func zone(_ name: String) throws -> TimeZone {
        guard let zone = TimeZone(identifier: name) else {
            throw CommandFailure.usage(
                "--zone: \(name.debugDescription) is no time zone; take a name such as Europe/Berlin.")
        }
        return zone
    }

    /// As the server takes it: a place, or UTC. Another zone's name says no place whose clocks can be followed.
    private static func name(of zone: TimeZone) throws -> String {
        if zone.identifier.contains("/") { return zone.identifier }
        guard ["UTC", "GMT", "UCT", "Zulu", "Universal", "Greenwich"].contains(zone.identifier) else {
            throw CommandFailure.usage(
                "This machine's time zone, \(zone.identifier), names no place: give one with --zone, such as Europe/Berlin."
            )
        }
        return "UTC"
    }

    private func recurrence(now: Timestamp, in place: TimeZone) throws -> Recurrence? {
        let end = try until.map { try PlannedTime(argument: $0, "--until", now: now, in: place) }
        if daily { return Recurrence(every: .day, until: end) }
        if let weekly { return Recurrence(every: .week, on: try Weekday.list(weekly, option: "--weekly"), until: end) }
        if until != nil { throw CommandFailure.usage("--until goes with --daily or --weekly.") }
        return nil
    }
}

extension TimingOptions {
    /// Each option by the field of a schedule that it becomes.
    static let arguments = [
        "when": "--at", "when.at": "--at", "when.time_zone": "--zone", "when.repeat": "--daily, --weekly",
        "when.repeat.on": "--weekly", "when.repeat.until": "--until",
    ]
}
