import Foundation
import Testing

@testable import BellhopStore

@Suite("Time zones of the system's database")
struct TimeZoneRulesTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let zone: String
        let moment: String
        let hours: Double

        var testDescription: String { "\(zone) at \(moment)" }
    }

    /// Announced by the authorities of each place, and listed in the IANA database.
    static let examples = [
        Example(zone: "Europe/Berlin", moment: "2026-03-29T00:59:59Z", hours: 1),
        Example(zone: "Europe/Berlin", moment: "2026-03-29T01:00:00Z", hours: 2),
        Example(zone: "Europe/Berlin", moment: "2026-10-25T00:59:59Z", hours: 2),
        Example(zone: "Europe/Berlin", moment: "2026-10-25T01:00:00Z", hours: 1),
        // Only the rule after the last change of the file.
        Example(zone: "Europe/Berlin", moment: "2060-07-01T12:00:00Z", hours: 2),
        Example(zone: "America/New_York", moment: "2050-01-15T12:00:00Z", hours: -5),
        Example(zone: "America/New_York", moment: "2050-07-15T12:00:00Z", hours: -4),
        // The south: summer spans the new year.
        Example(zone: "Australia/Sydney", moment: "2050-12-31T13:00:00Z", hours: 11),
        Example(zone: "Australia/Sydney", moment: "2050-06-30T14:00:00Z", hours: 10),
        Example(zone: "Australia/Lord_Howe", moment: "2050-01-15T12:00:00Z", hours: 11),
        Example(zone: "Australia/Lord_Howe", moment: "2050-07-15T12:00:00Z", hours: 10.5),
        Example(zone: "Asia/Kathmandu", moment: "2026-01-01T00:00:00Z", hours: 5.75),
        Example(zone: "Pacific/Apia", moment: "2011-12-30T09:59:59Z", hours: -10),
        Example(zone: "Pacific/Apia", moment: "2011-12-30T10:00:00Z", hours: 14),
        Example(zone: "Europe/London", moment: "1970-01-01T00:00:00Z", hours: 1),
        Example(zone: "US/Pacific", moment: "2026-07-01T00:00:00Z", hours: -7),
        Example(zone: "UTC", moment: "2026-07-01T00:00:00Z", hours: 0),
    ]

    @Test("An offset is that of the place at the moment", arguments: examples)
    func offset(_ example: Example) throws {
        let zone = try #require(TimeZoneRules(known: example.zone))
        #expect(zone.name == example.zone)
        #expect(zone.offset(at: try seconds(example.moment)) == Int64(example.hours * 3600))
    }

    @Test("In every file the rule continues the last listed changes")
    func everyRule() throws {
        var compared = 0
        for name in try FileManager.default.subpathsOfDirectory(atPath: TimeZoneRules.folder).sorted() {
            guard let file = FileManager.default.contents(atPath: "\(TimeZoneRules.folder)/\(name)"),
                file.starts(with: "TZif".utf8), !name.hasPrefix("right/")
            else { continue }
            let zone = try #require(TimeZoneRules(name: name, file: [UInt8](file)), "\(name)")
            let text = String(decoding: file.dropLast().reversed().prefix { $0 != 10 }.reversed(), as: UTF8.self)
            guard let rule = TimeZoneRules(text: text) else { continue }
            // The years that a file with all changes lists; in other files the rule itself answers.
            for day in stride(
                from: try seconds("2035-01-01T00:30:00Z"), to: try seconds("2037-06-01T00:00:00Z"), by: 86_399)
            where zone.offset(at: day) != rule.offset(at: day) {
                // Their clocks follow Ramadan, which a rule cannot tell.
                let places = ["Africa/Casablanca", "Africa/El_Aaiun", "Asia/Gaza", "Asia/Hebron"]
                #expect(places.contains { name.hasSuffix($0) }, "\(name) at \(day)")
                break
            }
            compared += 1
        }
        #expect(compared > 300)
    }

    @Test(
        "A text of POSIX has the offsets that it describes",
        arguments: [
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-07-01T00:00:00Z", 7200),
            ("<-03>3", "2026-07-01T00:00:00Z", -10_800),
            ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-26T23:59:59Z", 7200),
            ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-27T00:00:00Z", 10_800),
            ("EST5EDT,0/0,J365/25", "2026-12-31T23:00:00Z", -14_400),
            ("XXX0YYY,J60/0,J300/0", "2028-03-01T00:00:00Z", 3600),
            ("XXX0YYY,59/0,300/0", "2028-02-29T00:00:00Z", 3600),
            ("NZST-12NZDT,M9.5.0,M4.1.0/3", "1969-12-31T12:00:00Z", 46_800),
            ("UTC0", "1900-01-01T00:00:00Z", 0), ("ABC+1:30:15", "2026-01-01T00:00:00Z", -5415),
        ])
    func text(_ text: String, _ moment: String, _ offset: Int64) throws {
        #expect(try #require(TimeZoneRules(text: text)).offset(at: try seconds(moment)) == offset)
    }

    @Test(
        "A text that is not a rule is refused",
        arguments: [
            "", "CET", "C-1", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
            "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J365", "CET-1CEST,M3.5.0,M10.5.0/3x", "<-03", "Europe/Berlin",
            "CET-1234",
        ])
    func noRule(_ text: String) { #expect(TimeZoneRules(text: text) == nil) }

    @Test(
        "Other names than those of the database are refused",
        arguments: [
            "", "/", "Europe", "Europe/", "Europe/Nowhere", "/etc/passwd", "../../etc/passwd",
            "Europe/../Europe/Berlin",
            "Europe/Berlin\0", "CET", "+01:00", "posix", "zone.tab", "Europe/Bërlin",
        ])
    func unknown(_ name: String) { #expect(TimeZoneRules(known: name) == nil) }

    @Test("A file that is cut or has other counts is refused without a trap")
    func damaged() throws {
        let file = [UInt8](try #require(FileManager.default.contents(atPath: "\(TimeZoneRules.folder)/Europe/Berlin")))
        for length in stride(from: 0, to: file.count - 30, by: 7) {
            #expect(TimeZoneRules(name: "cut", file: Array(file[..<length])) == nil, "\(length)")
        }
        for index in stride(from: 0, to: file.count, by: 3) {
            var other = file
            other[index] ^= 0xFF
            _ = TimeZoneRules(name: "changed", file: other)?.offset(at: 1_800_000_000)
        }
    }

    @Test(
        "A wrong name gets the right one as a suggestion",
        arguments: [
            ("berlin", "Europe/Berlin"), ("new york", "America/New_York"), ("EUROPE/PARIS", "Europe/Paris"),
            ("Atlantis", nil),
        ])
    func suggestion(_ name: String, _ suggestion: String?) {
        #expect(TimeZoneRules.suggestion(for: name) == suggestion)
    }

    private func seconds(_ text: String) throws -> Int64 {
        Int64(try Date.ISO8601FormatStyle().parse(text).timeIntervalSince1970)
    }
}
