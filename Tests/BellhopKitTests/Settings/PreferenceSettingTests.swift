import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Quiet hours, mutes and the cap in the app")
struct PreferenceSettingTests {
    private static let night = QuietHours(start: TimeOfDay(minutes: 22 * 60), end: TimeOfDay(minutes: 7 * 60))
    private static let cap = FrequencyCap(limit: 5, seconds: 3600)

    @Test("A setting changed offline applies at once, survives a restart, and is sent later")
    func offline() async throws {
        let phone = try await TestPhone.paired()
        await phone.server.setPreferences(NotificationPreferences(mutes: [Mute(.thread("old"))]))
        await phone.bellhop.becameActive()
        await phone.server.setDown(true)
        #expect(try await phone.bellhop.set(.quietHours(Self.night)))
        #expect(try await phone.bellhop.set(.frequencyCap(Self.cap)))
        #expect(try await phone.bellhop.set(.mute(Mute(.topic("news"), until: Fixture.start + .seconds(60)))))
        #expect(try await phone.bellhop.set(.mute(Mute(.topic("news")))))
        #expect(try await phone.bellhop.set(.unmute(.thread("old"))))
        await phone.bellhop.turn(.type(.reminders), on: false)
        let wanted = NotificationPreferences(
            types: [.reminders: false], quietHours: Self.night, mutes: [Mute(.topic("news"))], frequencyCap: Self.cap)
        let next = phone.restarted()
        let present = await next.bellhop.notificationPreferences()
        #expect(present.quietHours == Self.night && present.mutes == wanted.mutes && present.frequencyCap == Self.cap)
        await next.server.setDown(false)
        await next.bellhop.becameActive()
        let stored = await next.server.preferences
        #expect(stored.quietHours == wanted.quietHours && stored.mutes == wanted.mutes)
        #expect(stored.frequencyCap == wanted.frequencyCap && stored.types[.reminders] == false)
        await next.bellhop.becameActive()
        #expect(await next.server.requests(to: API.putPreferences).count == 1)
    }

    @Test("Removing a setting keeps a concurrent change by another device")
    func removed() async throws {
        let phone = try await TestPhone.paired()
        await phone.server.setPreferences(NotificationPreferences(quietHours: Self.night, frequencyCap: Self.cap))
        await phone.bellhop.becameActive()
        try await phone.bellhop.set(.quietHours(nil))
        await phone.server.setPreferences(
            NotificationPreferences(quietHours: Self.night, mutes: [Mute(.session("s"))], frequencyCap: Self.cap))
        await phone.bellhop.sendWaiting()
        let stored = await phone.server.preferences
        #expect(stored.quietHours == nil && stored.mutes == [Mute(.session("s"))] && stored.frequencyCap == Self.cap)
        try await phone.bellhop.set(.frequencyCap(nil))
        await phone.bellhop.sendWaiting()
        #expect(await phone.server.preferences.frequencyCap == nil)
    }

    @Test(
        "A setting that the server would refuse is refused locally, and nothing changes",
        arguments: [
            (PreferenceSetting.quietHours(QuietHours(start: night.start, end: night.start)), PreferenceProblem.noTime),
            (.quietHours(QuietHours(start: night.start, end: night.end, days: [])), .noDay),
            (.quietHours(QuietHours(start: night.start, end: night.end, timeZone: "Europe/Nowhere")), .noTimeZone),
            (.frequencyCap(FrequencyCap(limit: 0, seconds: 3600)), .beyondLimits),
            (.frequencyCap(FrequencyCap(limit: 5, seconds: 1)), .beyondLimits),
            (.mute(Mute(.topic("one more"))), .tooManyMutes),
            (.mute(Mute(.thread(""))), .unusableName),
        ])
    func refused(_ setting: PreferenceSetting, _ problem: PreferenceProblem) async throws {
        let phone = try await TestPhone.paired()
        let full = NotificationPreferences(
            mutes: (0..<APILimits.mutes).map { Mute(.thread("\($0)")) }, frequencyCap: Self.cap)
        await phone.server.setPreferences(full)
        await phone.bellhop.becameActive()
        await #expect(throws: problem) { try await phone.bellhop.set(setting) }
        await phone.bellhop.becameActive()
        #expect(await phone.bellhop.notificationPreferences().mutes == full.mutes)
        #expect(await phone.server.requests(to: API.putPreferences).isEmpty)
    }

    @Test(
        "Each setting is stored and read back",
        arguments: [
            PreferenceSetting.quietHours(night), .quietHours(nil), .frequencyCap(cap), .frequencyCap(nil),
            .mute(Mute(.session("s"), until: Fixture.start)), .unmute(.topic("t")),
        ])
    func kept(_ setting: PreferenceSetting) throws {
        let bytes = try CanonicalJSON.encode(setting)
        #expect(try CanonicalJSON.decode(PreferenceSetting.self, from: bytes) == setting)
    }
}
