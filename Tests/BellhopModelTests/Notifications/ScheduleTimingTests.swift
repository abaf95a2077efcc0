import BellhopModel
import Testing

@Suite("JSON of schedule timings")
struct ScheduleTimingTests {
    @Test(
        "A local time is read with or without seconds, and written with them",
        arguments: [
            ("2026-11-22T09:00", "2026-11-22T09:00:00"), ("2026-11-22 09:00:30", "2026-11-22T09:00:30"),
            ("1969-12-31T23:59", "1969-12-31T23:59:00"), ("2028-02-29T00:00", "2028-02-29T00:00:00"),
        ])
    func localTimes(_ text: String, _ written: String) throws {
        let time = try #require(LocalTime(text))
        #expect(time.description == written)
        #expect(LocalTime(written) == time)
        #expect(LocalTime(day: time.day, secondOfDay: time.secondOfDay) == time)
        #expect((0..<86_400).contains(time.secondOfDay))
    }

    @Test(
        "An invalid date, an invalid time or an offset is refused as a local time",
        arguments: [
            "", "2026-11-22", "2026-02-29T09:00", "2026-13-01T09:00", "2026-11-31T09:00", "2026-11-22T24:00",
            "2026-11-22T09:60", "2026-11-22T9:00", "2026-11-22T09:00Z", "2026-11-22T09:00:00Z",
            "2026-11-22T09:00:00.5", "2026-11-22T09:00:00+01:00", "２026-11-22T09:0",
        ])
    func noLocalTimes(_ text: String) { #expect(LocalTime(text) == nil) }

    @Test("Weekdays are right, before 1970 too")
    func weekdays() throws {
        for (text, day) in [
            ("1970-01-01T00:00", Weekday.thursday), ("1969-12-31T23:59", .wednesday), ("1969-12-28T12:00", .sunday),
            ("1969-12-29T12:00", .monday), ("2026-11-22T09:00", .sunday), ("2028-02-29T09:00", .tuesday),
        ] {
            #expect(try #require(LocalTime(text)).weekday == day)
        }
    }

    @Test("A planned time with a UTC offset is a moment, without one a local time")
    func plannedTimes() throws {
        #expect(PlannedTime("2026-11-22T09:00:00+01:00") == .moment(Timestamp(seconds: 1_795_334_400)))
        let local = try #require(LocalTime("2026-11-22T09:00"))
        #expect(PlannedTime("2026-11-22T09:00") == .local(local))
        #expect(PlannedTime("2026-11-22T09:00+01:00") == nil)
    }

    @Test(
        "A timing has one JSON form",
        arguments: [
            #"{"at":"2026-11-22T08:00:00.000Z"}"#,
            #"{"at":"2026-11-22T09:00:00","time_zone":"Europe/Berlin"}"#,
            #"{"at":"2026-11-22T09:00:00","repeat":{"every":"day"},"time_zone":"UTC"}"#,
            #"{"at":"2026-11-22T09:00:00","repeat":{"every":"week","on":["monday","friday"],"until":"2027-01-01T00:00:00"},"#
                + #""time_zone":"UTC"}"#,
        ])
    func wire(_ text: String) throws {
        let timing = try CanonicalJSON.decode(ScheduleTiming.self, from: text.utf8)
        #expect(try CanonicalJSON.text(timing) == text)
    }

    @Test("A schedule survives JSON, for every audience")
    func schedules() throws {
        let time = Timestamp(milliseconds: 1_795_334_400_123)
        for audience in [Audience.user("ada"), .users(["ada", "ben"]), .topic("news"), .everyone] {
            let schedule = Schedule(
                id: .make(at: time), revision: 3, to: audience,
                notification: NotificationRequest(title: "Milk", body: "Buy some", category: .reminder),
                when: ScheduleTiming(at: .moment(time)), state: .done, next: nil, lastSent: time,
                createdBy: .make(at: time),
                creator: "ada", createdAt: time, updatedAt: time)
            let decoded = try CanonicalJSON.decode(Schedule.self, from: CanonicalJSON.encode(schedule))
            #expect(decoded == schedule)
        }
    }
}
