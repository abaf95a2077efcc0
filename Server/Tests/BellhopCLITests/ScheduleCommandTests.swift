import ArgumentParser
import BellhopModel
import BellhopStore
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("bellhop schedule")
struct ScheduleCommandTests {
    /// Sunday, 23:30 in Berlin.
    private static let now = Timestamp(seconds: 1_795_386_600)

    private func berlin() throws -> TimeZoneRules { try #require(TimeZoneRules(known: "Europe/Berlin")) }

    private func add(_ arguments: [String]) throws -> ScheduleAddCommand {
        let command = try BellhopCommand.parseAsRoot(["schedule", "add", "Buy some"] + arguments)
        return try #require(command as? ScheduleAddCommand)
    }

    private func timing(_ arguments: [String]) throws -> ScheduleTiming {
        try add(arguments).timing.timing(now: Self.now, machineZone: berlin())
    }

    @Test(
        "Every documented form of a time is accepted",
        arguments: [
            ("2026-12-01T09:00", "2026-12-01T09:00:00"), ("2026-12-01 09:00:30", "2026-12-01T09:00:30"),
            ("2026-12-01T09:00:00-05:00", "2026-12-01T14:00:00.000Z"), ("15m", "2026-11-22T22:45:00.000Z"),
            ("2h", "2026-11-23T00:30:00.000Z"), ("3d", "2026-11-25T22:30:00.000Z"),
            ("today 23:45", "2026-11-22T23:45:00"), ("tomorrow 9:00", "2026-11-23T09:00:00"),
            ("tomorrow 18:30", "2026-11-23T18:30:00"),
        ])
    func forms(_ text: String, _ expected: String) throws {
        #expect(try timing(["--at", text]).at.description == expected)
    }

    @Test(
        "Ambiguous times are rejected with the option's name",
        arguments: ["9:00", "tomorrow", "noon", "15", "15 m", "m", "-5m", "1w", "tomorrow 25:00", "2026-02-30T09:00"])
    func ambiguous(_ text: String) throws {
        let failure = #expect(throws: CommandFailure.self) { try timing(["--at=\(text)"]) }
        #expect(failure?.description.hasPrefix("--at: ") == true)
    }

    @Test("A local time is in the zone --zone or the machine's; an absolute time needs no zone")
    func zones() throws {
        #expect(try timing(["--at", "2026-12-01T09:00"]).timeZone == "Europe/Berlin")
        #expect(try timing(["--at", "2026-12-01T09:00", "--zone", "Asia/Tokyo"]).timeZone == "Asia/Tokyo")
        // In Tokyo it is Monday already.
        #expect(try timing(["--at", "today 9:00", "--zone", "Asia/Tokyo"]).at.description == "2026-11-23T09:00:00")
        #expect(try timing(["--at", "15m"]).timeZone == nil)
        #expect(try timing(["--at", "15m", "--daily"]).timeZone == "Europe/Berlin")
        let unknown = #expect(throws: CommandFailure.self) { try timing(["--at", "15m", "--zone", "Mars/Olympus"]) }
        #expect(unknown?.description.hasPrefix("--zone: ") == true)
    }

    @Test(
        "A machine's zone that is not a place is rejected instead of treated as UTC",
        arguments: ["Japan", "EST5EDT", "GMT-9"])
    func zoneWithoutPlace(_ name: String) throws {
        let zone = try #require(TimeZoneRules(ofMachine: name))
        func timing(_ arguments: [String]) throws -> ScheduleTiming {
            try add(arguments).timing.timing(now: Self.now, machineZone: zone)
        }
        for arguments in [["--at", "tomorrow 9:00"], ["--at", "2026-12-01T09:00"], ["--at", "15m", "--daily"]] {
            let failure = #expect(throws: CommandFailure.self) { try timing(arguments) }
            #expect(failure?.description.contains("--zone") == true)
        }
        #expect(try timing(["--at", "15m"]).timeZone == nil)
        #expect(try timing(["--at", "tomorrow 9:00", "--zone", "Asia/Tokyo"]).timeZone == "Asia/Tokyo")
    }

    @Test("All names of UTC are accepted", arguments: ["UTC", "GMT"])
    func utc(_ name: String) throws {
        let zone = try #require(TimeZoneRules(ofMachine: name))
        let timing = try add(["--at", "tomorrow 9:00"]).timing.timing(now: Self.now, machineZone: zone)
        #expect(timing.timeZone == "UTC")
    }

    @Test("A schedule repeats daily, or weekly on named days")
    func repetition() throws {
        #expect(try timing(["--at", "tomorrow 9:00", "--daily"]).recurrence == Recurrence(every: .day))
        let weekly = try timing(["--at", "tomorrow 9:00", "--weekly", "mon,Friday", "--until", "2027-01-01T00:00"])
        let end = try #require(PlannedTime("2027-01-01T00:00"))
        #expect(weekly.recurrence == Recurrence(every: .week, on: [.monday, .friday], until: end))
        for arguments in [
            ["--weekly", "mo"], ["--weekly", "mon,,fri"], ["--daily", "--weekly", "mon"], ["--until", "3d"],
        ] {
            #expect(throws: CommandFailure.self) { try timing(["--at", "tomorrow 9:00"] + arguments) }
        }
        #expect(throws: CommandFailure.self) { try timing(["--daily"]) }
    }

    @Test("The request has the text and the recipients")
    func request() throws {
        let own = try add(["--at", "15m"]).request(now: Self.now)
        #expect(own.to == nil)
        #expect(own.notification.title == "Reminder")
        #expect(own.notification.body == "Buy some")
        let topic = try add(["--at", "15m", "--topic", "news", "--title", "Milk"]).request(now: Self.now)
        #expect(topic.to == .topic("news"))
        #expect(topic.notification.title == "Milk")
    }

    private func schedule(_ when: ScheduleTiming, next: Timestamp?, state: Schedule.State = .waiting) -> Schedule {
        Schedule(
            id: .make(at: Self.now), revision: 4, to: .user("ada"),
            notification: NotificationRequest(title: "Milk\u{1B}[2J", body: "Buy some", category: .reminder),
            when: when,
            state: state, next: next, createdBy: .make(at: Self.now), creator: "ada", createdAt: Self.now)
    }

    @Test("An edit changes only the given fields of the revision that was read")
    func edit() throws {
        let stored = schedule(ScheduleTiming(at: .moment(Self.now)), next: Self.now)
        func update(_ arguments: [String]) throws -> ScheduleUpdate {
            let command = try BellhopCommand.parseAsRoot(["schedule", "edit", stored.id.description] + arguments)
            let edit = try #require(command as? ScheduleEditCommand)
            return edit.update(of: stored, text: edit.text, when: try edit.when(now: Self.now))
        }
        var bread = stored.notification
        bread.title = "Bread"
        #expect(try update(["--title", "Bread"]) == ScheduleUpdate(revision: 4, notification: bread))
        var milk = stored.notification
        milk.body = "Two bottles"
        #expect(try update(["--text", "Two bottles"]) == ScheduleUpdate(revision: 4, notification: milk))
        let later = ScheduleTiming(at: .moment(Self.now + .seconds(900)))
        #expect(try update(["--at", "15m"]) == ScheduleUpdate(revision: 4, when: later))
        let nothing = #expect(throws: (any Error).self) { try update([]) }
        #expect(nothing.map { BellhopCommand.exitCode(for: $0) } == .validationFailure)
        #expect(throws: CommandFailure.self) { try update(["--daily"]) }
    }

    @Test("A schedule is shown in its time zone without control characters")
    func lines() throws {
        let local = ScheduleTiming(
            at: try #require(PlannedTime("2026-11-23T09:00")), timeZone: "Europe/Berlin",
            recurrence: Recurrence(every: .week, on: [.monday, .friday]))
        let waiting = schedule(local, next: Timestamp(seconds: 1_795_420_800))
        #expect(waiting.whenText == "2026-11-23 09:00:00 Europe/Berlin, every monday, friday")
        #expect(!waiting.line.contains("\u{1B}"))
        #expect(waiting.lines.contains("to        ada"))
        #expect(schedule(ScheduleTiming(at: .moment(Self.now)), next: nil, state: .missed).whenText == "missed")
        let once = schedule(ScheduleTiming(at: .moment(Self.now)), next: Self.now)
        #expect(once.whenText == Self.now.description)
    }

    @Test("An invalid id is rejected with the command that lists ids")
    func ids() {
        let failure = #expect(throws: CommandFailure.self) { try ScheduleID(argument: "7", listedBy: "schedule list") }
        #expect(failure?.description.contains("bellhop schedule list") == true)
    }
}
