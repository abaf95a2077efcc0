import BellhopModel
import BellhopStore
import Foundation
import Testing

@testable import BellhopCore

@Suite("Local times and the moments they stand for")
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

    @Test("Each local time stands for one moment", arguments: cases)
    func moments(_ example: Case) throws {
        let zone = try #require(TimeZone(known: example.zone))
        let moment = zone.moment(of: try #require(LocalTime(example.local)))
        #expect(moment == Timestamp(example.moment))
    }

    @Test(
        "Every half hour of some years comes from a moment that shows it, or was jumped over",
        arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Tehran"])
    func everyHalfHour(_ name: String) throws {
        let zone = try #require(TimeZone(known: name))
        let start = try #require(LocalTime("2026-01-01T00:00"))
        var before = zone.moment(of: start)
        for step in 1..<(3 * 365 * 48) {
            let time = LocalTime(seconds: start.seconds + Int64(step) * 1800)
            let moment = zone.moment(of: time)
            #expect(moment >= before, "\(time)")
            let shown = zone.local(at: moment)
            // Jumped over: the second before shows less, this one more.
            let jumped = shown > time && zone.local(at: moment - .seconds(1)) < time
            #expect(shown == time || jumped, "\(time) gives \(moment), which shows \(shown)")
            // The first of two: an hour earlier it was not shown.
            #expect(zone.local(at: moment - .seconds(3600)) != time || jumped, "\(time)")
            before = moment
        }
    }

    @Test(
        "Names that are no time zone are refused",
        arguments: ["", "Berlin", "CET", "EST", "GMT+3", "europe/berlin", "Europe/Atlantis", "../../etc/passwd", "Z"])
    func unknown(_ name: String) { #expect(TimeZone(known: name) == nil) }

    @Test(
        "Names that are one are taken", arguments: ["UTC", "Europe/Kyiv", "Asia/Calcutta", "US/Eastern", "Etc/GMT-5"])
    func known(_ name: String) { #expect(TimeZone(known: name) != nil) }
}
