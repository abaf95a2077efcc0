import BellhopModel
import Testing

@testable import BellhopCore

@Suite("The occurrences of a timing")
struct OccurrencesTests {
    private static func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }

    private static func timing(
        _ at: String, _ zone: String? = "Europe/Berlin", _ recurrence: Recurrence? = nil
    ) throws -> ScheduleTiming {
        ScheduleTiming(at: try #require(PlannedTime(at)), timeZone: zone, recurrence: recurrence)
    }

    private static func first(_ count: Int, of timing: ScheduleTiming) throws -> [String] {
        let occurrences = try Occurrences(timing)
        var moments: [Timestamp] = []
        while moments.count < count, let next = occurrences.next(after: moments.last ?? Timestamp(seconds: 0)) {
            moments.append(next)
        }
        return moments.map { String($0.description.prefix(16)) }
    }

    @Test("Once is once")
    func once() throws {
        let local = try Self.timing("2026-11-22T09:00")
        #expect(try Self.first(3, of: local) == ["2026-11-22T08:00"])
        #expect(try Self.first(3, of: Self.timing("2026-11-22T09:00:00-05:00", nil)) == ["2026-11-22T14:00"])
        let occurrences = try Occurrences(local)
        let moment = try Self.moment("2026-11-22T08:00:00Z")
        #expect(occurrences.next(after: moment) == nil)
        #expect(occurrences.last(notAfter: moment) == moment)
        #expect(occurrences.last(notAfter: moment - .milliseconds(1)) == nil)
    }

    @Test("Daily keeps to the clock on the wall: a day has 23 hours, or 25")
    func daily() throws {
        let spring = try Self.timing("2027-03-27T09:00", "Europe/Berlin", Recurrence(every: .day))
        #expect(try Self.first(3, of: spring) == ["2027-03-27T08:00", "2027-03-28T07:00", "2027-03-29T07:00"])
        let autumn = try Self.timing("2026-10-24T09:00", "Europe/Berlin", Recurrence(every: .day))
        #expect(try Self.first(3, of: autumn) == ["2026-10-24T07:00", "2026-10-25T08:00", "2026-10-26T08:00"])
    }

    @Test(
        "In an hour that is left out it comes when the clock jumps, in one that is repeated once, the day after as ever"
    )
    func clockChanges() throws {
        let gap = try Self.timing("2027-03-27T02:30", "Europe/Berlin", Recurrence(every: .day))
        #expect(try Self.first(3, of: gap) == ["2027-03-27T01:30", "2027-03-28T01:00", "2027-03-29T00:30"])
        let repeated = try Self.timing("2026-10-24T02:30", "Europe/Berlin", Recurrence(every: .day))
        #expect(try Self.first(3, of: repeated) == ["2026-10-24T00:30", "2026-10-25T00:30", "2026-10-26T01:30"])
    }

    @Test("Where a day was left out, what falls on it comes when the clock jumps, and never twice")
    func skippedDay() throws {
        let noon = try Self.timing("2011-12-29T12:00", "Pacific/Apia", Recurrence(every: .day))
        #expect(try Self.first(3, of: noon) == ["2011-12-29T22:00", "2011-12-30T10:00", "2011-12-30T22:00"])
        let midnight = try Self.timing("2011-12-29T00:00", "Pacific/Apia", Recurrence(every: .day))
        #expect(try Self.first(3, of: midnight) == ["2011-12-29T10:00", "2011-12-30T10:00", "2011-12-31T10:00"])
        // The 30th was to be a Friday.
        let friday = try Self.timing("2011-12-23T12:00", "Pacific/Apia", Recurrence(every: .week))
        #expect(try Self.first(3, of: friday) == ["2011-12-23T22:00", "2011-12-30T10:00", "2012-01-05T22:00"])
    }

    @Test("Weekly comes on the days that are named, from the first of them on; without any on that of its beginning")
    func weekly() throws {
        // A Sunday.
        let named = try Self.timing(
            "2026-11-22T09:00", "UTC", Recurrence(every: .week, on: [.friday, .monday, .friday]))
        #expect(try Self.first(3, of: named) == ["2026-11-23T09:00", "2026-11-27T09:00", "2026-11-30T09:00"])
        let unnamed = try Self.timing("2026-11-22T09:00", "UTC", Recurrence(every: .week))
        #expect(try Self.first(2, of: unnamed) == ["2026-11-22T09:00", "2026-11-29T09:00"])
    }

    @Test("The day is that of the time zone, not of Greenwich")
    func zoneDay() throws {
        // Monday 00:30 in Auckland is Sunday in Greenwich.
        let timing = try Self.timing("2026-11-22T00:30", "Pacific/Auckland", Recurrence(every: .week, on: [.monday]))
        #expect(try Self.first(2, of: timing) == ["2026-11-22T11:30", "2026-11-29T11:30"])
    }

    @Test("A beginning with an offset repeats by the clock of the time zone")
    func offset() throws {
        let timing = try Self.timing("2027-03-27T08:00:00Z", "Europe/Berlin", Recurrence(every: .day))
        #expect(try Self.first(2, of: timing) == ["2027-03-27T08:00", "2027-03-28T07:00"])
    }

    @Test("The end is the last moment at which it may come")
    func end() throws {
        func count(until text: String) throws -> Int {
            let until = try #require(PlannedTime(text))
            let timing = try Self.timing("2026-11-22T09:00", "UTC", Recurrence(every: .day, until: until))
            return try Self.first(9, of: timing).count
        }
        #expect(try count(until: "2026-11-24T08:59:59") == 2)
        #expect(try count(until: "2026-11-24T09:00") == 3)
        #expect(try count(until: "2026-11-24T10:00:00+01:00") == 3)
        #expect(try count(until: "2026-11-22T09:00") == 1)
    }

    @Test("The last one up to a moment is the one before the next, at every hour of two years")
    func lastAndNext() throws {
        let recurrence = Recurrence(every: .week, on: [.monday, .sunday], until: PlannedTime("2027-12-01T00:00"))
        let occurrences = try Occurrences(Self.timing("2026-03-01T02:30", "Europe/Berlin", recurrence))
        var last: Timestamp?
        var hour = try Self.moment("2026-02-27T00:00:00Z")
        let end = try Self.moment("2028-03-01T00:00:00Z")
        var next = try #require(occurrences.next(after: hour))
        while hour < end {
            while next <= hour, last != next {
                last = next
                next = occurrences.next(after: next) ?? next
            }
            #expect(occurrences.last(notAfter: hour) == last)
            hour = hour + .seconds(3600)
        }
        #expect(last.map(\.description)?.hasPrefix("2027-11-29T01:30") == true)
    }

    @Test(
        "What stands for no moment is refused with the reason",
        arguments: [
            ("2026-11-22T09:00", nil, nil, TimingFault.timeZoneMissing),
            ("2026-11-22T09:00:00Z", nil, Recurrence(every: .day), .timeZoneMissing),
            ("2026-11-22T09:00", "Mars/Olympus", nil, .timeZoneUnknown("Mars/Olympus")),
            ("2026-11-22T09:00:00Z", "CET", nil, .timeZoneUnknown("CET")),
            ("2026-11-22T09:00", "UTC", Recurrence(every: .day, on: [.monday]), .daysOfADay),
            ("2026-11-22T09:00", "UTC", Recurrence(every: .week, on: []), .noDays),
            (
                "2026-11-22T09:00", "UTC", Recurrence(every: .day, until: PlannedTime("2026-11-22T08:59")),
                .endsBeforeItBegins
            ),
            (
                "2026-11-22T09:00", "UTC",
                Recurrence(every: .week, on: [.friday], until: PlannedTime("2026-11-27T08:59")), .neverOccurs
            ),
        ] as [(String, String?, Recurrence?, TimingFault)])
    func faults(_ at: String, _ zone: String?, _ recurrence: Recurrence?, _ fault: TimingFault) throws {
        let timing = try Self.timing(at, zone, recurrence)
        #expect(throws: fault) { try Occurrences(timing) }
    }
}
