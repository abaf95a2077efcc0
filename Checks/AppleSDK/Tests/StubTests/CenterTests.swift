import Foundation
@_spi(Testing) import Security
import Testing
@_spi(Testing) import UserNotifications

@Suite("The notification center in memory follows the system's rules")
struct CenterTests {
    private func content(_ title: String) -> UNNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = title
        return content
    }

    private func authorized() -> UNUserNotificationCenter {
        let center = UNUserNotificationCenter.made()
        center.settings.authorizationStatus = .authorized
        return center
    }

    @Test("The user is asked once, and the answer is stored")
    func asksOnce() async throws {
        let center = UNUserNotificationCenter.made()
        center.person = .refuses
        let first = try await center.requestAuthorization(options: [.alert])
        center.person = .allows
        let second = try await center.requestAuthorization(options: [.alert])
        #expect(!first && !second)
        #expect(center.prompts.count == 1)
    }

    @Test("Setting categories replaces all earlier ones")
    func categoriesReplace() async {
        let center = authorized()
        for name in ["a", "b"] {
            center.setNotificationCategories([
                UNNotificationCategory(identifier: name, actions: [], intentIdentifiers: [])
            ])
        }
        let names = await center.notificationCategories().map(\.identifier)
        #expect(names == ["b"])
    }

    @Test("The soonest requests stay when more than 64 are pending")
    func pendingLimit() async throws {
        let center = authorized()
        for minutes in (1...70).reversed() {
            let trigger = UNTimeIntervalNotificationTrigger(timeInterval: Double(minutes) * 60, repeats: false)
            try await center.add(
                UNNotificationRequest(identifier: "\(minutes)", content: content("x"), trigger: trigger))
        }
        let ids = Set(await center.pendingNotificationRequests().map(\.identifier))
        #expect(ids == Set((1...64).map(String.init)))
    }

    @Test("Nothing can be added without permission")
    func needsPermission() async {
        let center = UNUserNotificationCenter.made()
        await #expect(throws: UNError(.notificationsNotAllowed)) {
            try await center.add(UNNotificationRequest(identifier: "a", content: content("x"), trigger: nil))
        }
    }

    @Test("A request keeps a copy of its content")
    func copiesContent() {
        let content = UNMutableNotificationContent()
        content.title = "before"
        let request = UNNotificationRequest(identifier: "a", content: content, trigger: nil)
        content.title = "after"
        #expect(request.content.title == "before")
    }

    @Test("A response removes the notification and waits for the app")
    func responds() async {
        let center = authorized()
        let delegate = Delegate()
        center.delegate = delegate
        let notification = center.arrive(content("x"), id: "a")
        await center.respond(to: notification, action: "reply", text: "yes")
        #expect(delegate.seen == ["reply yes"])
        #expect(center.delivered.isEmpty)
        #expect(center.repeatedCompletions == 1)
    }

    @Test("Each test has a separate center")
    func ownCenter() async {
        await UNUserNotificationCenter.withCenter { center in
            #expect(UNUserNotificationCenter.current() === center)
        }
        #expect(UNUserNotificationCenter.current() === UNUserNotificationCenter.current())
    }
}

private final class Delegate: NSObject, UNUserNotificationCenterDelegate {
    var seen: [String] = []

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) { completionHandler([.banner]) }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        let text = (response as? UNTextInputNotificationResponse)?.userText ?? ""
        seen.append("\(response.actionIdentifier) \(text)")
        completionHandler()
        completionHandler()
    }

    func userNotificationCenter(_ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?) {}
}

@Suite("The keychain in memory follows the system's rules")
struct KeychainTests {
    private func query(_ account: String) -> [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "bellhop",
            kSecAttrAccount as String: account,
        ]
    }

    @Test("An added item is found, changed and removed")
    func roundTrip() {
        KeychainUnderTest.$value.withValue(KeychainUnderTest()) {
            var new = query("key")
            new[kSecValueData as String] = Data([1, 2])
            new[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            #expect(SecItemAdd(new as CFDictionary, nil) == errSecSuccess)
            #expect(SecItemAdd(new as CFDictionary, nil) == errSecDuplicateItem)
            #expect(read("key") == Data([1, 2]))
            let change = [kSecValueData as String: Data([3])]
            #expect(SecItemUpdate(query("key") as CFDictionary, change as CFDictionary) == errSecSuccess)
            #expect(read("key") == Data([3]))
            #expect(read("other") == nil)
            #expect(SecItemDelete(query("key") as CFDictionary) == errSecSuccess)
            #expect(SecItemDelete(query("key") as CFDictionary) == errSecItemNotFound)
        }
    }

    @Test("Every call fails with `locked` before the first unlock")
    func locked() {
        let keychain = KeychainUnderTest()
        keychain.fails = errSecInteractionNotAllowed
        KeychainUnderTest.$value.withValue(keychain) {
            #expect(SecItemCopyMatching(query("key") as CFDictionary, nil) == errSecInteractionNotAllowed)
        }
    }

    private func read(_ account: String) -> Data? {
        var query = query(account)
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var found: CFTypeRef?
        return SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess ? found as? Data : nil
    }
}
