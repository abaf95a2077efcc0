import BellhopKit
import BellhopModel
import BellhopTesting
import Foundation
@_spi(Testing) import SwiftUI
import Testing

@testable import BellhopUI

@Suite("Quiet hours, the cap and mutes", .speaking(.english), .timeLimit(.minutes(10))) @MainActor
struct QuietScreenTests {
    /// Returns when BellhopKit has the value that the screen already shows.
    private func kit(of screens: Screens, has isSet: (NotificationPreferences) -> Bool) async {
        for await update in await screens.phone.bellhop.updates() {
            if case .preferences(let preferences) = update, isSet(preferences) { return }
        }
    }

    @Test("The settings open the screen of quiet hours")
    func leads() async throws {
        let screens = try await Screens.paired()
        #expect(await Screen(SettingsScreen(in: screens.app)).press("Quiet Hours and Limits"))
        #expect(screens.app.navigator[.settings] == [.quiet])
    }

    @Test("Quiet hours are switched on for the night, changed and switched off")
    func quietHours() async throws {
        let screens = try await Screens.paired()
        let screen = Screen(QuietScreen(in: screens.app))
        #expect(screen.elements("DatePicker").isEmpty)
        await screen.press("Quiet Hours")
        await until { screens.app.preferences.quietHours == QuietModel.night }
        #expect(screen.elements("DatePicker").map(\.texts) == [["From"], ["Until"]])
        await screen.press("Allow Time-Sensitive Notifications")
        await until { screens.app.preferences.quietHours?.allowTimeSensitive == false }
        #expect(screens.app.preferences.quietHours?.allowAsks == true)
        await screen.press("Allow Requests")
        await until { screens.app.preferences.quietHours?.allowAsks == false }
        await kit(of: screens) { $0.quietHours?.allowAsks == false }
        await screens.phone.bellhop.sendWaiting()
        #expect(await screens.phone.server.preferences.quietHours?.allowAsks == false)
        await screen.press("Quiet Hours")
        await until { screens.app.preferences.quietHours == nil }
        await kit(of: screens) { $0.quietHours == nil }
        await screens.phone.bellhop.sendWaiting()
        #expect(await screens.phone.server.preferences.quietHours == nil)
    }

    @Test("Quiet hours that end when they begin are rejected with a message")
    func noTime() async throws {
        let screens = try await Screens.paired()
        let model = QuietModel(in: screens.app)
        await model.set(.quietHours(QuietModel.night))
        var hours = QuietModel.night
        hours.end = hours.start
        await model.set(.quietHours(hours))
        #expect(model.problem == .noTime && model.quietHours == QuietModel.night)
        await model.set(.quietHours(nil))
        #expect(model.problem == nil)
    }

    @Test("The cap is switched on and changed within the server's limits")
    func cap() async throws {
        let screens = try await Screens.paired()
        let model = QuietModel(in: screens.app)
        let screen = Screen(QuietScreen(in: screens.app))
        await screen.press("Limit Notifications")
        await until { model.cap == QuietModel.cap }
        #expect(await screen.press("At most 10"))
        await until { model.cap?.limit == 11 }
        #expect(screen.texts.contains("At most 11") && screen.texts.contains("1 day"))
        await model.set(.frequencyCap(FrequencyCap(limit: 1, seconds: 600)))
        await model.step(by: -1)
        #expect(model.cap?.limit == 1 && model.problem == nil)
        #expect(screen.texts.contains("600 seconds"))
    }

    @Test("Active mutes are listed by their subjects, and can be removed")
    func muted() async throws {
        let screens = try await Screens.paired()
        let now = screens.phone.clock.now
        let model = QuietModel(in: screens.app)
        let screen = Screen(QuietScreen(in: screens.app))
        #expect(screen.texts.contains("Nothing is muted."))
        await model.set(.mute(Mute(.thread("over"), until: now)))
        await model.set(.mute(Mute(.topic("news"), until: now + .seconds(60))))
        #expect(model.muted.map(\.title) == ["Topic news"])
        await screen.press("Unmute")
        await until { model.muted.isEmpty }
    }

    @Test("A session is muted on its own screen")
    func session() async throws {
        let screens = try await Screens.paired()
        await screens.phone.server.add(
            AgentSession(
                id: "s", userID: Fixture.user, title: "Fix login", startedAt: Fixture.start, updatedAt: Fixture.start))
        let screen = Screen(SessionScreen("s", .look, in: screens.app))
        await screen.run("task")
        #expect(await screen.press("Mute This Session"))
        await until { screens.app.preferences.mutes == [Mute(.session("s"))] }
        #expect(QuietModel(in: screens.app).muted.map(\.title) == ["Session s"])
        await screen.press("Mute This Session")
        await until { screens.app.preferences.mutes.isEmpty }
    }

    @Test("A setting that BellhopKit rejects is not shown as set")
    func rejected() async throws {
        let screens = try await Screens.paired()
        for number in 0..<APILimits.mutes {
            let id = try #require(SessionID("s\(number)"))
            _ = try await screens.phone.bellhop.set(.mute(Mute(.session(id))))
        }
        let model = QuietModel(in: screens.app)
        await model.set(.mute(Mute(.session("one more"))))
        #expect(model.problem == .notPossible)
        #expect(screens.app.preferences.mutes == (await screens.phone.bellhop.notificationPreferences()).mutes)
    }

    @Test("A setting that could not be stored is reported")
    func notStored() async throws {
        let screens = try await Screens.paired()
        await screens.phone.journal.setFull(true)
        let screen = Screen(QuietScreen(in: screens.app))
        await screen.press("Quiet Hours")
        await until { screen.texts.contains("This could not be stored: it applies until the app quits.") }
    }

    @Test("A time of day is the same in every time zone", arguments: ["UTC", "Europe/Berlin", "Asia/Kathmandu"])
    func times(_ zone: String) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        for minutes in [0, 1, 7 * 60, 22 * 60 + 30, 1439] {
            let time = TimeOfDay(minutes: minutes)
            #expect(TimeOfDay(time.date(in: calendar), in: calendar) == time)
        }
    }
}
