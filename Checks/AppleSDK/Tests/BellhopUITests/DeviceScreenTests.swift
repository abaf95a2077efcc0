import BellhopKit
import BellhopModel
import BellhopTesting
import Foundation
@_spi(Testing) import SwiftUI
import Testing
import UIKit

@testable import BellhopUI

@Suite("Settings, permission, pairing and diagnostics", .speaking(.english), .timeLimit(.minutes(10))) @MainActor
struct DeviceScreenTests {
    nonisolated static let switches: [(String, [PreferenceSwitch])] = [
        ("New items", [.type(.newItems)]), ("Reminders", [.type(.reminders)]), ("Updates", [.type(.updates)]),
        ("Messages", [.type(.messages)]),
        ("Approvals", [.category(.approvalRequest), .category(.permissionRequest)]),
        ("Questions", [.category(.questionAsked)]), ("Finished tasks", [.category(.taskComplete)]),
        ("Errors", [.category(.taskError)]), ("Paused tasks", [.category(.taskPaused)]),
        ("Progress", [.category(.sessionStatus)]),
    ]

    @Test("Each switch changes only its own setting", arguments: switches)
    func setsOne(_ title: String, _ names: [PreferenceSwitch]) async throws {
        let screens = try await Screens.paired()
        let screen = Screen(SettingsScreen(in: screens.app))
        #expect(await screen.press(title))
        await until { names.allSatisfy { !screens.app.preferences[$0] } }
        for other in Self.switches where other.0 != title {
            #expect(other.1.allSatisfy { screens.app.preferences[$0] })
        }
        #expect(await screen.press(title))
        await until { names.allSatisfy { screens.app.preferences[$0] } }
    }

    @Test("A setting that could not be stored is reported")
    func notStored() async throws {
        let screens = try await Screens.paired()
        await screens.phone.journal.setFull(true)
        let screen = Screen(SettingsScreen(in: screens.app))
        await screen.press("Updates")
        await until { screen.texts.contains("The switch could not be stored: it applies until the app quits.") }
    }

    @Test("Clear All asks for confirmation, and then nothing is scheduled")
    func clear() async throws {
        let screens = try await Screens.paired()
        let payload = PushPayload(aps: APS(alert: PushAlert(title: "Tea")), type: .reminder)
        try await screens.phone.bellhop.schedule(payload, for: "tea", .after(.seconds(60), repeats: false))
        let screen = Screen(SettingsScreen(in: screens.app))
        #expect(!screen.buttons.contains("Clear All"))
        await screen.run("task")
        #expect(screen.texts.contains("1") && screen.buttons.contains("Clear All"))
        await screen.press("Clear All")
        #expect(
            screen.texts(of: "confirmationDialog") == ["All scheduled reminders on this device are removed."])
        #expect(await screens.phone.bellhop.scheduled().count == 1)
        await screen.press("Clear All")
        await until { screen.texts.contains("0") }
        #expect(await screens.phone.bellhop.scheduled().isEmpty)
    }

    @Test("A restriction of the system is shown, with a link to its settings")
    func systemRestriction() async throws {
        let screens = try await Screens.paired()
        await screens.phone.center.setState(.denied)
        var opened: [URL] = []
        let screen = Screen(SettingsScreen(in: screens.app)) {
            $0.openURL = OpenURLAction {
                opened.append($0)
                return .handled
            }
        }
        await screens.running {
            await screens.phone.bellhop.becameActive()
            let note = "The system does not show this app's notifications. Requests are still shown in the app."
            await until { screen.texts.contains(note) }
            #expect(!screen.buttons.contains("Allow Notifications"))
            await screen.press("Settings of the System")
            #expect(opened.map(\.absoluteString) == [UIApplication.openNotificationSettingsURLString])
        }
    }

    @Test("Settings link to pairing, diagnostics and, until it is decided, the permission")
    func links() async throws {
        let screens = try await Screens.paired()
        let screen = Screen(SettingsScreen(in: screens.app))
        await screens.running {
            await until { screen.buttons.contains("Allow Notifications") && screen.buttons.contains("Paired") }
            for title in ["Allow Notifications", "Paired", "Diagnostics"] { #expect(await screen.press(title)) }
            #expect(screens.app.navigator[.settings] == [.permission, .pairing, .diagnostics])
        }
    }

    @Test("The reasons for the permission are shown before the system's dialog")
    func permission() async throws {
        let screens = try await Screens.paired()
        await screens.running {
            let screen = Screen(PermissionScreen(in: screens.app))
            await until { screen.buttons == ["Allow Notifications", "Deliver Quietly", "Not Now"] }
            #expect(screen.texts.contains("You choose which notifications you get"))
            await screen.run("task")
            #expect(await screens.phone.center.asked.isEmpty)
            await screen.press("Allow Notifications")
            await until { screen.texts.contains("Notifications are on") }
            #expect(await screens.phone.center.asked == [.standard] && screen.buttons.isEmpty)
        }
    }

    @Test("Provisional permission shows no dialog and can be upgraded later")
    func provisional() async throws {
        let screens = try await Screens.paired()
        await screens.phone.center.setReply(.provisional)
        await screens.running {
            let screen = Screen(PermissionScreen(in: screens.app))
            await until { screen.buttons.contains("Deliver Quietly") }
            await screen.press("Deliver Quietly")
            await until {
                screen.texts.contains("Notifications are delivered quietly")
                    && screen.buttons == ["Allow Notifications", "Not Now"]
            }
            #expect(await screens.phone.center.asked == [[.standard, .provisional]])
        }
    }

    @Test("After a denial only the system's settings are offered")
    func denied() async throws {
        let screens = try await Screens.paired()
        await screens.phone.center.setState(.denied)
        await screens.running {
            var opened: [URL] = []
            let screen = Screen(PermissionScreen(in: screens.app)) {
                $0.openURL = OpenURLAction {
                    opened.append($0)
                    return .handled
                }
            }
            await screens.phone.bellhop.becameActive()
            await until { screen.buttons == ["Settings of the System"] }
            #expect(screen.texts.contains("Notifications are off"))
            await screen.press("Settings of the System")
            #expect(opened.count == 1)
        }
    }

    private func diagnostics(_ screens: Screens, _ body: (Screen) async throws -> Void) async rethrows {
        let view = DiagnosticsScreen(in: screens.app, about: "Bellhop 1.0", delegateOwner: { "Other.Delegate" })
        try await screens.shown(view, body)
    }

    @Test("Diagnostics show each fact and its status, also to VoiceOver")
    func diagnostics() async throws {
        let screens = try await Screens.paired()
        await diagnostics(screens) { screen in
            await until { screen.texts.contains("Ana's iPhone") }
            #expect(screen.texts.contains("Push token") && screen.texts.contains("the server has it"))
            #expect(screen.texts(of: "accessibilityLabel").contains("Push token, the server has it"))
            #expect(screen.texts(of: "accessibilityLabel").contains("Delegate, Other.Delegate"))
            let values = screen.texts(of: "accessibilityValue")
            #expect(values.count == 9 && Set(values) == ["OK", "Needs attention"])
            #expect(screen.elements("ShareLink").map(\.texts) == [["Export as Text"]])
        }
    }
}
