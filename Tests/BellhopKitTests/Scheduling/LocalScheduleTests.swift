import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Local notifications")
struct LocalScheduleTests {
    private func reminder(_ text: String = "Water the plants") -> PushPayload {
        PushPayload(aps: APS(alert: PushAlert(body: text), category: .reminder))
    }

    @Test("Notifications are scheduled by date, interval and calendar, listed soonest first, and shown on time")
    func kinds() async throws {
        let phone = try await TestPhone.paired()
        let daily = LocalTrigger.calendar(CalendarMoment(hour: 12, timeZone: "GMT"), repeats: true)
        try await phone.bellhop.schedule(reminder(), for: "1", daily)
        try await phone.bellhop.schedule(reminder(), for: "2", .at(Fixture.start + .seconds(7200)))
        try await phone.bellhop.schedule(reminder(), for: "3", .after(.seconds(3600), repeats: false))
        #expect(await phone.bellhop.scheduled().map(\.payload.itemID) == ["3", "2", "1"])
        phone.clock.advance(by: .seconds(3600))
        await phone.center.fire()
        #expect(await phone.center.shown.map(\.payload.itemID) == ["3"])
        #expect(await phone.bellhop.scheduled().map(\.payload.itemID) == ["2", "1"])
    }

    @Test("The same item and name replace a notification; another name does not")
    func replacing() async throws {
        let phone = try await TestPhone.paired()
        try await phone.bellhop.schedule(reminder("a"), for: "1", .after(.seconds(60), repeats: false))
        try await phone.bellhop.schedule(reminder("b"), for: "1", .after(.seconds(90), repeats: false))
        try await phone.bellhop.schedule(reminder("c"), for: "1", named: "late", .after(.seconds(99), repeats: false))
        #expect(await phone.center.scheduled.map(\.payload.aps.alert?.body) == ["b", "c"])
    }

    @Test("A trigger that would never be shown is refused, and nothing is stored")
    func refused() async throws {
        let phone = try await TestPhone.paired()
        await #expect(throws: LocalTriggerProblem.intervalTooShortToRepeat) {
            try await phone.bellhop.schedule(reminder(), for: "1", .after(.seconds(5), repeats: true))
        }
        await phone.center.setFailing(true)
        await #expect(throws: FakeCenter.NotAllowed.self) {
            try await phone.bellhop.schedule(reminder(), for: "1", .after(.seconds(5), repeats: false))
        }
        #expect(await phone.journal.count(in: .schedule) == 0)
        #expect(await phone.bellhop.scheduled().isEmpty)
    }

    @Test("The soonest 64 notifications are scheduled in the system; the others follow, also after a restart")
    func limit() async throws {
        let phone = try await TestPhone.paired()
        // The latest first, so that each further one displaces another.
        for number in (1...70).reversed() {
            try await phone.bellhop.schedule(
                reminder("\(number)"), for: "\(number)", .after(.seconds(Int64(number) * 60), repeats: false))
        }
        #expect(await phone.center.scheduled.map(\.payload.itemID) == (1...64).map { "\($0)" })
        #expect(await phone.center.dropped.isEmpty)
        #expect(await phone.bellhop.scheduled().count == 70)

        phone.clock.advance(by: .seconds(10 * 60))
        await phone.center.fire()
        let next = phone.restarted()
        await next.bellhop.becameActive()
        #expect(await next.center.scheduled.map(\.payload.itemID) == (11...70).map { "\($0)" })
        #expect(await next.center.scheduled.last?.next == Fixture.start + .seconds(70 * 60))
        #expect(await next.journal.count(in: .schedule) == 60)
    }

    @Test("Notifications scheduled by the app keep their place, and displaced ones are shown late")
    func appsOwn() async throws {
        let phone = try await TestPhone.paired()
        for number in 0..<64 {
            try await phone.center.schedule(
                LocalNotification(id: "host-\(number)", payload: reminder()), .after(.seconds(9000), repeats: false))
        }
        try await phone.bellhop.schedule(reminder(), for: "1", .after(.seconds(60), repeats: false))
        #expect(await phone.center.scheduled.allSatisfy { $0.id.hasPrefix("host-") })
        phone.clock.advance(by: .seconds(61))
        await phone.bellhop.becameActive()
        #expect(await phone.center.shown.map(\.payload.itemID) == ["1"])
        #expect(await phone.center.scheduled.count == 64)
    }

    @Test("Notifications of one item or all of them are removed, and the app's own stay")
    func removing() async throws {
        let phone = try await TestPhone.paired()
        let hosts = LocalNotification(id: "host", payload: reminder())
        try await phone.center.schedule(hosts, .after(.seconds(5), repeats: false))
        for name in ["a", "b"] {
            try await phone.bellhop.schedule(reminder(), for: "1", named: name, .after(.seconds(60), repeats: false))
        }
        try await phone.bellhop.schedule(reminder(), for: "2", .after(.seconds(60), repeats: false))
        var payload = reminder()
        payload.itemID = "1"
        await phone.center.show(payload, id: "push")
        try await phone.bellhop.removeScheduled(for: "1")
        #expect(await phone.center.scheduled.map(\.payload.itemID) == [nil, "2"])
        #expect(await phone.center.ids.isEmpty)
        try await phone.bellhop.removeAllScheduled()
        #expect(await phone.center.scheduled.map(\.id) == ["host"])
        #expect(await phone.bellhop.scheduled().isEmpty)
    }

    @Test("Reminders of a disabled type wait, and are shown when the type is enabled")
    func preferences() async throws {
        let phone = try await TestPhone.paired()
        try await phone.bellhop.schedule(reminder(), for: "1", .after(.seconds(600), repeats: false))
        await phone.bellhop.turn(.type(.reminders), on: false)
        #expect(await phone.center.scheduled.isEmpty)
        phone.clock.advance(by: .seconds(60))
        await phone.bellhop.turn(.type(.reminders), on: true)
        #expect(await phone.center.scheduled.map(\.next) == [Fixture.start + .seconds(600)])
    }
}
