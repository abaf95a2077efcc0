import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Local triggers")
struct LocalTriggerTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var trigger: LocalTrigger
        var problem: LocalTriggerProblem?
        var next: String?
        var testDescription: String { name }
    }

    private static func utc(
        _ year: Int? = nil, _ month: Int? = nil, _ day: Int? = nil, weekday: Int? = nil, hour: Int? = nil,
        minute: Int? = nil, second: Int? = nil
    ) -> CalendarMoment {
        CalendarMoment(
            year: year, month: month, day: day, weekday: weekday, hour: hour, minute: minute, second: second,
            timeZone: "GMT")
    }

    /// Now is Sunday, 2026-03-01T09:00:00Z.
    static let rows: [Row] = [
        Row(name: "in a minute", trigger: .after(.seconds(60), repeats: false), next: "2026-03-01T09:01:00Z"),
        Row(name: "every minute", trigger: .after(.seconds(60), repeats: true), next: "2026-03-01T09:01:00Z"),
        Row(name: "no interval", trigger: .after(.zero, repeats: false), problem: .intervalNotPositive),
        Row(name: "a negative one", trigger: .after(.seconds(-1), repeats: true), problem: .intervalNotPositive),
        Row(
            name: "every 59 s", trigger: .after(.milliseconds(59_999), repeats: true),
            problem: .intervalTooShortToRepeat),
        Row(name: "no part", trigger: .calendar(utc(), repeats: false), problem: .emptyMoment),
        Row(name: "daily at 8", trigger: .calendar(utc(hour: 8), repeats: true), next: "2026-03-02T08:00:00Z"),
        Row(
            name: "on Mondays", trigger: .calendar(utc(weekday: 2, hour: 9), repeats: true),
            next: "2026-03-02T09:00:00Z"),
        Row(name: "on the 31st", trigger: .calendar(utc(nil, nil, 31), repeats: true), next: "2026-03-31T00:00:00Z"),
        Row(
            name: "a date", trigger: .calendar(utc(2027, 12, 24, hour: 18, minute: 30), repeats: false),
            next: "2027-12-24T18:30:00Z"),
        Row(
            name: "a date again and again", trigger: .calendar(utc(2027, 12, 24), repeats: true),
            problem: .yearDoesNotRepeat),
        Row(name: "30 February", trigger: .calendar(utc(nil, 2, 30), repeats: true), problem: .impossible(.day)),
        Row(
            name: "29 February of no leap year", trigger: .calendar(utc(2027, 2, 29), repeats: false),
            problem: .impossible(.day)),
        Row(
            name: "29 February of a leap year", trigger: .calendar(utc(2028, 2, 29), repeats: false),
            next: "2028-02-29T00:00:00Z"),
        Row(name: "month 13", trigger: .calendar(utc(nil, 13, 1), repeats: true), problem: .impossible(.month)),
        Row(name: "25 o'clock", trigger: .calendar(utc(hour: 25), repeats: true), problem: .impossible(.hour)),
        Row(name: "weekday 0", trigger: .calendar(utc(weekday: 0), repeats: true), problem: .impossible(.weekday)),
        Row(
            name: "a Tuesday that is none", trigger: .calendar(utc(2027, 12, 24, weekday: 3), repeats: false),
            problem: .impossible(.weekday)),
        Row(name: "a year alone", trigger: .calendar(utc(2027), repeats: false), problem: .incompleteDate),
        Row(
            name: "yesterday", trigger: .calendar(utc(2026, 2, 28), repeats: false),
            problem: .past(Timestamp(milliseconds: 1_772_236_800_000))),
        Row(
            name: "no time zone", trigger: .calendar(CalendarMoment(hour: 8, timeZone: "Mars/Olympus"), repeats: true),
            problem: .impossible(.timeZone)),
        Row(
            name: "elsewhere",
            trigger: .calendar(CalendarMoment(hour: 8, timeZone: "America/New_York"), repeats: true),
            next: "2026-03-01T13:00:00Z"),
        Row(
            name: "at a moment", trigger: .at(Fixture.start + .milliseconds(90_500)), next: "2026-03-01T09:01:31Z"),
    ]

    @Test("Every trigger has its next moment, or is refused with a reason", arguments: rows)
    func table(row: Row) throws {
        if let problem = row.problem {
            #expect(throws: problem) { try row.trigger.next(after: Fixture.start) }
            #expect(!problem.description.isEmpty)
        } else {
            #expect(try row.trigger.next(after: Fixture.start) == Timestamp(row.next ?? ""))
        }
    }

    @Test("A trigger is stored in the journal and read back", arguments: rows)
    func coding(row: Row) throws {
        let bytes = try CanonicalJSON.encode(row.trigger)
        #expect(try CanonicalJSON.decode(LocalTrigger.self, from: bytes) == row.trigger)
    }

    @Test(
        "Every local ID is parsed back from its text, whatever its parts contain",
        arguments: [
            LocalID.answer(Fixture.askID(1)), .action("0f"), .reminder(item: "a/b %", name: ""),
            .snooze(of: "bellhop/reminder/1/x"), .change(item: "ü"),
        ])
    func ids(id: LocalID) {
        #expect(LocalID(id.description) == id)
        #expect(LocalID.snooze(LocalID.snooze(id.description).description) == .snooze(id.description))
    }

    @Test(
        "Ids of other schemes are not parsed", arguments: ["", "bellhop", "bellhop/reminder/1", "ask-1", "x/answer/1"])
    func foreign(id: String) { #expect(LocalID(id) == nil) }
}
