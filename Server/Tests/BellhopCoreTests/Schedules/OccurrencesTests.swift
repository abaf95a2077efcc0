import BellhopModel
import BellhopStore
import Foundation
import Testing

@testable import BellhopCore

@Suite("Occurrences of a timing")
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

    @Test("A single timing has one occurrence")
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

    @Test("A daily timing follows local time: a day has 23 hours, or 25")
    func daily() throws {
        let spring = try Self.timing("2027-03-27T09:00", "Europe/Berlin", Recurrence(every: .day))
        #expect(try Self.first(3, of: spring) == ["2027-03-27T08:00", "2027-03-28T07:00", "2027-03-29T07:00"])
        let autumn = try Self.timing("2026-10-24T09:00", "Europe/Berlin", Recurrence(every: .day))
        #expect(try Self.first(3, of: autumn) == ["2026-10-24T07:00", "2026-10-25T08:00", "2026-10-26T08:00"])
    }

    @Test(
        "A skipped hour's occurrence is at the clock change, a repeated hour has one, and the next day is as usual"
    )
    func clockChanges() throws {
        let gap = try Self.timing("2027-03-27T02:30", "Europe/Berlin", Recurrence(every: .day))
        #expect(try Self.first(3, of: gap) == ["2027-03-27T01:30", "2027-03-28T01:00", "2027-03-29T00:30"])
        let repeated = try Self.timing("2026-10-24T02:30", "Europe/Berlin", Recurrence(every: .day))
        #expect(try Self.first(3, of: repeated) == ["2026-10-24T00:30", "2026-10-25T00:30", "2026-10-26T01:30"])
    }

    @Test("The occurrence of a skipped day is at the clock change, and never twice")
    func skippedDay() throws {
        let noon = try Self.timing("2011-12-29T12:00", "Pacific/Apia", Recurrence(every: .day))
        #expect(try Self.first(3, of: noon) == ["2011-12-29T22:00", "2011-12-30T10:00", "2011-12-30T22:00"])
        let midnight = try Self.timing("2011-12-29T00:00", "Pacific/Apia", Recurrence(every: .day))
        #expect(try Self.first(3, of: midnight) == ["2011-12-29T10:00", "2011-12-30T10:00", "2011-12-31T10:00"])
        // The skipped 30th would have been a Friday.
        let friday = try Self.timing("2011-12-23T12:00", "Pacific/Apia", Recurrence(every: .week))
        #expect(try Self.first(3, of: friday) == ["2011-12-23T22:00", "2011-12-30T10:00", "2012-01-05T22:00"])
    }

    @Test("A weekly timing occurs on the named days from its beginning; by default on the weekday of its beginning")
    func weekly() throws {
        // 2026-01-04 is a Sunday.
        let named = try Self.timing(
            "2026-11-22T09:00", "UTC", Recurrence(every: .week, on: [.friday, .monday, .friday]))
        #expect(try Self.first(3, of: named) == ["2026-11-23T09:00", "2026-11-27T09:00", "2026-11-30T09:00"])
        let unnamed = try Self.timing("2026-11-22T09:00", "UTC", Recurrence(every: .week))
        #expect(try Self.first(2, of: unnamed) == ["2026-11-22T09:00", "2026-11-29T09:00"])
    }

    @Test("The day is that of the time zone, not of UTC")
    func zoneDay() throws {
        // Monday 00:30 in Auckland is Sunday in UTC.
        let timing = try Self.timing("2026-11-22T00:30", "Pacific/Auckland", Recurrence(every: .week, on: [.monday]))
        #expect(try Self.first(2, of: timing) == ["2026-11-22T11:30", "2026-11-29T11:30"])
    }

    @Test("A beginning with an offset repeats by the local time of the time zone")
    func offset() throws {
        let timing = try Self.timing("2027-03-27T08:00:00Z", "Europe/Berlin", Recurrence(every: .day))
        #expect(try Self.first(2, of: timing) == ["2027-03-27T08:00", "2027-03-28T07:00"])
    }

    @Test("The end is the last possible occurrence")
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

    @Test("The last occurrence up to a moment precedes the next one, at every hour of two years")
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
        "A timing without an occurrence is rejected with the reason",
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

@Suite("Local times and moments")
struct LocalTimeTests {
    struct Case: CustomTestStringConvertible {
        var zone: String
        var local: String
        var moment: String
        var why: String
        var testDescription: String { "\(local) in \(zone): \(why)" }

        init(_ zone: String, _ local: String, _ moment: String, _ why: String) {
            (self.zone, self.local, self.moment, self.why) = (zone, local, moment, why)
        }
    }

    static let cases = [
        Case("Europe/Berlin", "2026-11-22T09:00", "2026-11-22T08:00:00Z", "winter"),
        Case("Europe/Berlin", "2026-07-01T09:00:30", "2026-07-01T07:00:30Z", "summer, with seconds"),
        Case("Europe/Berlin", "2027-03-28T01:59:59", "2027-03-28T00:59:59Z", "the last second before the jump"),
        Case("Europe/Berlin", "2027-03-28T02:00", "2027-03-28T01:00:00Z", "the first time that never comes"),
        Case("Europe/Berlin", "2027-03-28T02:30", "2027-03-28T01:00:00Z", "never comes: the jump"),
        Case("Europe/Berlin", "2027-03-28T03:00", "2027-03-28T01:00:00Z", "where the jump lands"),
        Case("Europe/Berlin", "2026-10-25T01:59", "2026-10-24T23:59:00Z", "before the repeated hour"),
        Case("Europe/Berlin", "2026-10-25T02:00", "2026-10-25T00:00:00Z", "comes twice: the first"),
        Case("Europe/Berlin", "2026-10-25T02:59:59", "2026-10-25T00:59:59Z", "comes twice: the first"),
        Case("Europe/Berlin", "2026-10-25T03:00", "2026-10-25T02:00:00Z", "after the repeated hour"),
        Case("America/New_York", "2027-03-14T02:30", "2027-03-14T07:00:00Z", "never comes: the jump"),
        Case("America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00Z", "comes twice: the first"),
        Case("America/New_York", "2026-11-01T02:00", "2026-11-01T07:00:00Z", "after the repeated hour"),
        Case("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:30:00Z", "half an hour never comes"),
        Case("Australia/Lord_Howe", "2026-10-04T02:30", "2026-10-03T15:30:00Z", "where that jump lands"),
        Case("Australia/Lord_Howe", "2027-04-04T01:45", "2027-04-03T14:45:00Z", "half an hour comes twice: the first"),
        Case("Australia/Lord_Howe", "2027-04-04T02:00", "2027-04-03T15:30:00Z", "after that half hour"),
        Case("Pacific/Apia", "2011-12-29T23:59:59", "2011-12-30T09:59:59Z", "the last second of the 29th"),
        Case("Pacific/Apia", "2011-12-30T12:00", "2011-12-30T10:00:00Z", "a day that never came: the jump"),
        Case("Pacific/Apia", "2011-12-31T00:00", "2011-12-30T10:00:00Z", "the day after it"),
        Case("America/Santiago", "2026-09-06T00:00", "2026-09-06T04:00:00Z", "midnight never comes: the jump"),
        Case("Asia/Kathmandu", "2026-11-22T00:00", "2026-11-21T18:15:00Z", "a quarter of an hour off"),
        Case("Pacific/Kiritimati", "2026-11-22T00:00", "2026-11-21T10:00:00Z", "14 hours east"),
        Case("UTC", "2028-02-29T23:59:59", "2028-02-29T23:59:59Z", "a leap day"),
    ]

    @Test("Each local time is one moment", arguments: cases)
    func moments(_ example: Case) throws {
        let zone = try #require(TimeZoneRules(known: example.zone))
        let moment = zone.moment(of: try #require(LocalTime(example.local)))
        #expect(moment == Timestamp(example.moment))
    }

    @Test(
        "Every half hour of several years maps to a moment that shows it, or at which it is skipped",
        arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Tehran"])
    func everyHalfHour(_ name: String) throws {
        let zone = try #require(TimeZoneRules(known: name))
        let start = try #require(LocalTime("2026-01-01T00:00"))
        var before = zone.moment(of: start)
        for step in 1..<(3 * 365 * 48) {
            let time = LocalTime(seconds: start.seconds + Int64(step) * 1800)
            let moment = zone.moment(of: time)
            #expect(moment >= before, "\(time)")
            let shown = zone.local(at: moment)
            // Skipped: the second before shows an earlier time, this one a later one.
            let jumped = shown > time && zone.local(at: moment - .seconds(1)) < time
            #expect(shown == time || jumped, "\(time) gives \(moment), which shows \(shown)")
            // The first of two: an hour earlier the clock did not show this time.
            #expect(zone.local(at: moment - .seconds(3600)) != time || jumped, "\(time)")
            before = moment
        }
    }

    @Test(
        "Unknown time zone names are rejected",
        arguments: ["", "Berlin", "CET", "EST", "GMT+3", "europe/berlin", "Europe/Atlantis", "../../etc/passwd", "Z"])
    func unknown(_ name: String) { #expect(TimeZoneRules(known: name) == nil) }

    @Test(
        "Known time zone names are accepted",
        arguments: ["UTC", "Europe/Kyiv", "Asia/Calcutta", "US/Eastern", "Etc/GMT-5"])
    func known(_ name: String) { #expect(TimeZoneRules(known: name) != nil) }
}
