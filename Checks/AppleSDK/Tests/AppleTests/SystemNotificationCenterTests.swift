import BellhopKit
import BellhopModel
import BellhopTesting
import Testing
@_spi(Testing) import UserNotifications

@testable import BellhopSystem

@Suite("The adapter of the notification center")
struct SystemNotificationCenterTests {
    @Test("Categories are merged with those of the app, and those of an earlier version are removed")
    func union() async {
        await UNUserNotificationCenter.withCenter { center in
            center.setNotificationCategories([
                UNNotificationCategory(identifier: "HOST", actions: [], intentIdentifiers: []),
                UNNotificationCategory(identifier: "APPROVAL_REQUEST", actions: [], intentIdentifiers: []),
            ])
            let adapter = SystemNotificationCenter()
            await adapter.register(CategoryCatalog.all)
            let names = Set(center.categories.map(\.identifier))
            #expect(names == Set(CategoryCatalog.all.map(\.id.rawValue) + ["HOST"]))
            let registered = await adapter.registered()
            #expect(registered.first { $0.id == .approvalRequest }?.actions == ["APPROVE_ACTION", "DENY_ACTION"])
        }
    }

    @Test("Concurrent registrations keep each other's categories")
    func concurrently() async {
        await UNUserNotificationCenter.withCenter { center in
            let adapter = SystemNotificationCenter()
            async let agent: Void = adapter.register(CategoryCatalog.agent)
            async let content: Void = adapter.register(CategoryCatalog.content)
            _ = await (agent, content)
            #expect(center.categories.count == CategoryCatalog.all.count)
        }
    }

    @Test("Buttons keep their ids, options and text fields", arguments: CategoryCatalog.all)
    func buttons(_ category: NotificationCategory) throws {
        let made = UNNotificationCategory(category)
        #expect(made.hiddenPreviewsBodyPlaceholder == category.hiddenPreviewPlaceholder)
        #expect(made.options.rawValue == category.options.rawValue)
        try #require(made.actions.count == category.actions.count)
        for (button, action) in zip(made.actions, category.actions) {
            #expect(button.identifier == action.id.rawValue && button.title == action.title)
            #expect(button.options.rawValue == action.options.rawValue)
            #expect((button as? UNTextInputNotificationAction)?.textInputPlaceholder == action.textInput?.placeholder)
        }
    }

    @Test("A delivered notification is read back unchanged")
    func delivered() async throws {
        try await UNUserNotificationCenter.withCenter { center in
            center.settings.authorizationStatus = .authorized
            let adapter = SystemNotificationCenter()
            let push = Fixture.push(Fixture.ask())
            try await adapter.schedule(LocalNotification(id: "a", payload: push), .after(.seconds(90), repeats: false))
            let pending = await adapter.pending()
            #expect(pending.first?.trigger == .after(.seconds(90), repeats: false))
            #expect(pending.first?.payload == push)
            center.fire("a")
            let delivered = await adapter.delivered()
            #expect(delivered.first?.payload == push)
            await adapter.removeDelivered(["a"])
            #expect(center.delivered.isEmpty)
        }
    }

    @Test("A calendar trigger is read back unchanged")
    func calendar() async throws {
        try await UNUserNotificationCenter.withCenter { center in
            center.settings.authorizationStatus = .authorized
            let adapter = SystemNotificationCenter()
            let trigger = LocalTrigger.calendar(
                CalendarMoment(weekday: 2, hour: 9, minute: 30, timeZone: "Europe/Zurich"), repeats: true)
            let push = Fixture.push(Fixture.ask())
            try await adapter.schedule(LocalNotification(id: "a", payload: push), trigger)
            let pending = await adapter.pending()
            #expect(pending.first?.trigger == trigger)
            #expect(pending.first?.next != nil)
            await adapter.removePending(["a"])
            #expect(center.pending.isEmpty)
        }
    }

    @Test("requestAuthorization returns the user's answer, and a negative badge is set to zero")
    func authorization() async throws {
        try await UNUserNotificationCenter.withCenter { center in
            center.person = .refuses
            let adapter = SystemNotificationCenter()
            let refused = try await adapter.requestAuthorization(.standard)
            #expect(refused == .denied)
            #expect(center.prompts == [[.badge, .sound, .alert, .providesAppNotificationSettings]])
            center.settings.authorizationStatus = .authorized
            try await adapter.setBadge(-3)
            #expect(center.badge == 0)
        }
    }

    @Test("A tap has its action, its text, and the time of its notification")
    func tap() {
        let request = UNNotificationRequest(
            identifier: "m", content: UNMutableNotificationContent(PushPayload()), trigger: nil)
        let notification = UNNotification(request: request, date: Date(timeIntervalSince1970: 1_772_000_000.25))
        let typed = NotificationResponse(
            UNTextInputNotificationResponse(notification: notification, actionIdentifier: "REPLY", userText: "Yes."))
        #expect(typed.action == "REPLY" && typed.text == "Yes.")
        #expect(typed.notification.deliveredAt == Timestamp(milliseconds: 1_772_000_000_250))
        let dismissed = NotificationResponse(
            UNNotificationResponse(
                notification: notification, actionIdentifier: UNNotificationDismissActionIdentifier))
        #expect(dismissed.action == .dismissed && dismissed.text == nil)
    }
}
