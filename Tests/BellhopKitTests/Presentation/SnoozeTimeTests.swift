import BellhopModel
import BellhopTesting
import Foundation
import Testing

@testable import BellhopKit

@Suite("Snooze times")
struct SnoozeTimeTests {
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// 1 March 2026, at this time of day.
    private static func at(_ hour: Int64, _ minute: Int64 = 0, day: Int64 = 0) -> Timestamp {
        Timestamp(seconds: 1_772_323_200 + ((day * 24 + hour) * 60 + minute) * 60)
    }

    @Test(
        "Each choice is a delay or an hour of the day",
        arguments: [
            (SnoozeTime.quarterHour, at(10), at(10, 15)), (.hour, at(23, 30), at(0, 30, day: 1)),
            (.evening, at(10), at(18)), (.evening, at(18, 5), at(19, 5)), (.tomorrow, at(23, 59), at(9, day: 1)),
            (.tomorrow, at(0, 1), at(9, day: 1)),
        ])
    func moments(_ time: SnoozeTime, _ now: Timestamp, _ expected: Timestamp) {
        #expect(time.moment(after: now, in: Self.calendar) == expected)
    }

    @Test(
        "This evening is offered only when it is more than an hour away",
        arguments: [(at(10), true), (at(16, 59), true), (at(17), false), (at(20), false)])
    func choices(_ now: Timestamp, _ hasEvening: Bool) {
        let choices = SnoozeTime.choices(after: "SNOOZE", at: now, in: Self.calendar, language: .english)
        #expect(choices.map(\.id).contains(SnoozeTime.evening.action) == hasEvening)
        #expect(choices.first?.title == "In 15 Minutes" && choices.last?.title == "Tomorrow Morning")
        #expect(choices.allSatisfy { CategoryCatalog.effect(of: $0.id, in: .reminder) == .snooze })
    }

    @Test(
        "A button with a fixed time, or another action, offers no choice", arguments: ["SNOOZE_ACTION", "VIEW"])
    func noChoice(_ action: ActionID) {
        #expect(SnoozeTime.choices(after: action).isEmpty)
    }

    @Test("The chosen time is scheduled and confirmed")
    func scheduled() async throws {
        let phone = try await TestPhone.paired()
        var payload = PushPayload(type: .reminder)
        payload.aps.category = .reminder
        payload.aps.alert = PushAlert(title: "Water the plants")
        let shown = DeliveredNotification(id: "n", deliveredAt: phone.clock.now, payload: payload)
        await phone.bellhop.responded(NotificationResponse(to: shown, SnoozeTime.hour.action))
        let scheduled = await phone.bellhop.scheduled()
        #expect(scheduled.map(\.next) == [phone.clock.now + .seconds(3600)])
        let strings = Strings(.english)
        #expect(
            ActionConfirmation(SnoozeTime.tomorrow.action, in: .reminder, strings: strings)?.text
                == "Again tomorrow morning")
    }

    @Test(
        "A reminder has its own sound unless its sender names another",
        arguments: [
            (NotificationKind.reminder, PushSound.default, EnrichedSound.named("reminder.caf")),
            (.reminder, PushSound(name: "bell.caf"), .named("bell.caf")), (.update, .default, .standard),
            (.reminder, PushSound(name: "../x"), .standard),
        ])
    func sound(_ kind: NotificationKind, _ sound: PushSound, _ expected: EnrichedSound) {
        var payload = PushPayload(type: kind)
        payload.aps.sound = sound
        #expect(EnrichedSound(payload) == expected)
    }
}
