import BellhopModel
import BellhopStore
import Foundation
import Testing

@Suite("Quiet hours and time zones")
struct QuietNightsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let zone: String
        let hours: String
        var days: [Weekday]?
        let at: String
        let end: String?
        var testDescription: String { "\(zone) \(hours) at \(at)" }

        init(_ zone: String, _ hours: String, _ days: [Weekday]? = nil, at: String, end: String?) {
            (self.zone, self.hours, self.days, self.at, self.end) = (zone, hours, days, at, end)
        }
    }

    static let plain: [Row] = [
        Row("Europe/Berlin", "22:00 07:00", at: "2026-01-10T20:59:59.999Z", end: nil),
        Row("Europe/Berlin", "22:00 07:00", at: "2026-01-10T21:00:00Z", end: "2026-01-11T06:00:00Z"),
        Row("Europe/Berlin", "22:00 07:00", at: "2026-01-11T02:00:00Z", end: "2026-01-11T06:00:00Z"),
        Row("Europe/Berlin", "22:00 07:00", at: "2026-01-11T05:59:59.999Z", end: "2026-01-11T06:00:00Z"),
        Row("Europe/Berlin", "22:00 07:00", at: "2026-01-11T06:00:00Z", end: nil),
        Row("Asia/Kolkata", "13:00 15:00", at: "2026-01-10T07:45:00Z", end: "2026-01-10T09:30:00Z"),
        Row("Asia/Kolkata", "13:00 15:00", at: "2026-01-10T13:00:00Z", end: nil),
        Row("UTC", "00:00 23:59", at: "2026-01-10T12:00:00Z", end: "2026-01-10T23:59:00Z"),
        Row("UTC", "12:00 11:59", at: "2026-01-10T11:59:30Z", end: nil),
        // By the day of their beginning: 2026-01-09 is a Friday.
        Row("Europe/Berlin", "22:00 07:00", [.friday], at: "2026-01-09T22:00:00Z", end: "2026-01-10T06:00:00Z"),
        Row("Europe/Berlin", "22:00 07:00", [.friday], at: "2026-01-10T02:00:00Z", end: "2026-01-10T06:00:00Z"),
        Row("Europe/Berlin", "22:00 07:00", [.friday], at: "2026-01-10T22:00:00Z", end: nil),
        Row("Europe/Berlin", "22:00 07:00", [.saturday, .sunday], at: "2026-01-09T22:00:00Z", end: nil),
    ]

    @Test("Quiet hours begin and end by local time, also over midnight", arguments: plain)
    func clock(row: Row) throws { try check(row) }

    static let changes: [Row] = [
        // Clocks set forward from 02:00 to 03:00 at 01:00 UTC: a skipped start or end is at the clock change.
        Row("Europe/Berlin", "22:00 02:30", at: "2026-03-29T00:30:00Z", end: "2026-03-29T01:00:00Z"),
        Row("Europe/Berlin", "22:00 02:30", at: "2026-03-29T01:00:00Z", end: nil),
        Row("Europe/Berlin", "02:30 05:00", at: "2026-03-29T00:59:59Z", end: nil),
        Row("Europe/Berlin", "02:30 05:00", at: "2026-03-29T01:00:00Z", end: "2026-03-29T03:00:00Z"),
        Row("Europe/Berlin", "22:00 07:00", at: "2026-03-28T23:00:00Z", end: "2026-03-29T05:00:00Z"),
        Row("Europe/Berlin", "02:15 02:45", at: "2026-03-29T01:00:00Z", end: nil),
        // Clocks set back from 03:00 to 02:00 at 01:00 UTC: of a repeated time the first counts.
        Row("Europe/Berlin", "22:00 02:30", at: "2026-10-25T00:10:00Z", end: "2026-10-25T00:30:00Z"),
        Row("Europe/Berlin", "22:00 02:30", at: "2026-10-25T01:10:00Z", end: nil),
        Row("Europe/Berlin", "02:30 05:00", at: "2026-10-25T00:29:59Z", end: nil),
        Row("Europe/Berlin", "02:30 05:00", at: "2026-10-25T00:30:00Z", end: "2026-10-25T04:00:00Z"),
        Row("Europe/Berlin", "22:00 07:00", at: "2026-10-24T23:00:00Z", end: "2026-10-25T06:00:00Z"),
        Row("America/New_York", "22:00 02:30", at: "2026-03-08T06:59:00Z", end: "2026-03-08T07:00:00Z"),
        Row("America/New_York", "22:00 01:30", at: "2026-11-01T05:00:00Z", end: "2026-11-01T05:30:00Z"),
        // A clock change of half an hour.
        Row("Australia/Lord_Howe", "22:00 01:45", at: "2026-04-04T14:40:00Z", end: "2026-04-04T14:45:00Z"),
        Row("Australia/Lord_Howe", "22:00 02:15", at: "2026-10-03T15:00:00Z", end: "2026-10-03T15:30:00Z"),
        // A zone that skipped the 30th of December in 2011: one night ends where the next begins.
        Row("Pacific/Apia", "22:00 07:00", at: "2011-12-30T09:00:00Z", end: "2011-12-30T17:00:00Z"),
        Row("Pacific/Apia", "22:00 07:00", at: "2011-12-30T17:00:00Z", end: nil),
    ]

    @Test("Each time of day is one moment during clock changes", arguments: changes)
    func change(row: Row) throws { try check(row) }

    private func check(_ row: Row) throws {
        let times = row.hours.split(separator: " ").compactMap { TimeOfDay(String($0)) }
        try #require(times.count == 2)
        let quiet = QuietHours(start: times[0], end: times[1], days: row.days)
        let zone = try #require(TimeZoneRules(known: row.zone))
        let moment = try #require(Timestamp(row.at))
        #expect(quiet.end(at: moment, in: zone) == row.end.flatMap { Timestamp($0) })
    }

    @Test("For each moment of a year the end is later, not within quiet hours, and at most a day away")
    func consistency() throws {
        let zone = try #require(TimeZoneRules(known: "Europe/Berlin"))
        let quiet = QuietHours(
            start: try #require(TimeOfDay("21:30")), end: try #require(TimeOfDay("06:15")),
            days: [.monday, .wednesday, .sunday])
        var moment = try #require(Timestamp("2026-01-01T00:00:00Z"))
        var found = 0
        for _ in 0..<(365 * 24) {
            moment = moment + .seconds(3601)
            guard let end = quiet.end(at: moment, in: zone) else { continue }
            found += 1
            #expect(end > moment && end - moment <= .seconds(86_400))
            #expect(quiet.end(at: end, in: zone) == nil)
            #expect(quiet.end(at: end - .milliseconds(1), in: zone) == end)
        }
        #expect((1000...1600).contains(found))
    }

    @Test("The preferences' time zone comes first, then the device's, then UTC; unknown names are ignored")
    func zone() throws {
        var quiet = QuietHours(start: try #require(TimeOfDay("22:00")), end: try #require(TimeOfDay("07:00")))
        #expect(quiet.zone(orOfDevice: nil).name == "UTC")
        #expect(quiet.zone(orOfDevice: "Asia/Tokyo").name == "Asia/Tokyo")
        #expect(quiet.zone(orOfDevice: "Mars/Olympus").name == "UTC")
        quiet.timeZone = "Europe/Berlin"
        #expect(quiet.zone(orOfDevice: "Asia/Tokyo").name == "Europe/Berlin")
    }

    @Test(
        "An unknown time zone is rejected with a suggestion",
        arguments: [
            ("europe/berlin", "Europe/Berlin"), ("Berlin", "Europe/Berlin"), ("new york", "America/New_York"),
            ("Mars/Olympus", nil), ("GMT+2", nil), ("", nil),
        ])
    func suggestion(_ name: String, _ expected: String?) {
        #expect(TimeZoneRules(known: name) == nil)
        #expect(TimeZoneRules.suggestion(for: name) == expected)
    }

    @Test(
        "Former time zone names are accepted, because devices send them",
        arguments: ["US/Pacific", "Asia/Calcutta", "Etc/UTC", "UTC"])
    func former(_ name: String) { #expect(TimeZoneRules(known: name) != nil) }
}
