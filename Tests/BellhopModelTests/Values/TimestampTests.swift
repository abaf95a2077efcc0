import BellhopModel
import BellhopTesting
import Testing

@Suite("Timestamps")
struct TimestampTests {
    @Test(
        "A moment is written as RFC 3339 in UTC with three decimals",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_767_225_600_000, "2026-01-01T00:00:00.000Z"),
            (951_782_400_123, "2000-02-29T00:00:00.123Z"),
            (-1, "1969-12-31T23:59:59.999Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
        ] as [(Int64, String)])
    func description(_ milliseconds: Int64, _ text: String) {
        #expect(Timestamp(milliseconds: milliseconds).description == text)
        #expect(Timestamp(text)?.milliseconds == milliseconds)
    }

    @Test(
        "Years that four digits cannot represent are refused",
        arguments: [
            "9999-12-31T23:59:59-01:00", "9999-12-31T23:59:60Z", "0000-01-01T00:00:00+00:01",
        ])
    func beyond(_ text: String) { #expect(Timestamp(text) == nil) }

    @Test(
        "Any offset and any number of decimals are read",
        arguments: [
            ("2026-01-01T01:30:00+01:30", 1_767_225_600_000), ("2025-12-31T19:00:00-05:00", 1_767_225_600_000),
            ("2026-01-01 00:00:00z", 1_767_225_600_000), ("2026-01-01T00:00:00.1Z", 1_767_225_600_100),
            ("2026-01-01T00:00:00.123987Z", 1_767_225_600_123), ("2016-12-31T23:59:60Z", 1_483_228_800_000),
        ] as [(String, Int64)])
    func reads(_ text: String, _ milliseconds: Int64) { #expect(Timestamp(text)?.milliseconds == milliseconds) }

    @Test(
        "Invalid timestamps are refused",
        arguments: [
            "", "2026-01-01", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-01-01T24:00:00Z",
            "2026-01-01T00:60:00Z",
            "2026-01-01T00:00:00", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00Zx", "2026-1-1T00:00:00Z",
            "２026-01-01T00:00:00Z",
            "2026-01-01T00:00:00+0100", "+2026-01-01T00:00:00Z",
        ])
    func refused(_ text: String) { #expect(Timestamp(text) == nil) }

    @Test("Random moments read back, and whole seconds round down")
    func roundTrip() {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<3000 {
            let time = Timestamp(
                milliseconds: Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &generator))
            #expect(Timestamp(time.description) == time)
            #expect(time.seconds * 1000 <= time.milliseconds && time.milliseconds < (time.seconds + 1) * 1000)
        }
    }

    @Test("Durations are added and subtracted in milliseconds")
    func arithmetic() {
        #expect((Sample.now + .seconds(300)) - Sample.now == .seconds(300))
        #expect((Sample.now - .milliseconds(1)).milliseconds == Sample.now.milliseconds - 1)
        #expect((Sample.now + .microseconds(1999)).milliseconds == Sample.now.milliseconds + 1)
    }

    @Test(
        "A timestamp is written and read as an HTTP date",
        arguments: [
            (Timestamp(seconds: 0), "Thu, 01 Jan 1970 00:00:00 GMT"),
            (Timestamp(seconds: 784_111_777), "Sun, 06 Nov 1994 08:49:37 GMT"),
            (Timestamp(seconds: -1), "Wed, 31 Dec 1969 23:59:59 GMT"),
            (Timestamp(seconds: 1_767_225_600), "Thu, 01 Jan 2026 00:00:00 GMT"),
        ])
    func httpDate(moment: Timestamp, text: String) {
        #expect((moment + .milliseconds(999)).httpDate == text)
        #expect(Timestamp(httpDate: text) == moment)
    }

    @Test(
        "Invalid HTTP dates are refused",
        arguments: [
            "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nox 1994 08:49:37 GMT",
        ])
    func noHTTPDate(text: String) { #expect(Timestamp(httpDate: text) == nil) }
}
