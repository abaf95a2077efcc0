import BellhopKit
import BellhopModel
import BellhopTesting
import Testing
@_spi(Testing) import UIKit
@_spi(Testing) import UserNotifications
import UserNotificationsUI

@testable import BellhopExtensions
@testable import BellhopSystem

@Suite("The body of a content extension")
@MainActor
struct ContentExtensionTests {
    private final class Content: BellhopContentExtension {
        override var confirmationTime: Duration { .zero }
    }

    private func texts(_ view: UIView) -> [String] {
        let own = (view as? UILabel).flatMap { $0.isHidden ? nil : $0.text }
        return [own].compactMap(\.self) + view.subviews.flatMap(texts)
    }

    private func notification(_ payload: PushPayload) -> UNNotification {
        UNNotification(
            request: UNNotificationRequest(
                identifier: "n", content: UNMutableNotificationContent(payload), trigger: nil), date: Date())
    }

    private func answer(_ content: Content, _ notification: UNNotification, _ action: String) async
        -> UNNotificationContentExtensionResponseOption
    {
        await withCheckedContinuation { continuation in
            content.didReceive(UNNotificationResponse(notification: notification, actionIdentifier: action)) {
                continuation.resume(returning: $0)
            }
        }
    }

    @Test("The whole command is shown")
    func command() {
        var push = Fixture.push(Fixture.ask(input: "npm test"))
        push.toolInput = "npm test -- --coverage"
        let content = Content()
        content.didReceive(notification(push))
        #expect(texts(content.view).contains("npm test -- --coverage"))
    }

    @Test("Snoozing is confirmed, and the app is told")
    func snooze() async {
        var push = PushPayload()
        push.aps.category = .reminder
        push.aps.alert = PushAlert(title: "Water the plants")
        let (content, shown) = (Content(), notification(push))
        content.didReceive(shown)
        let option = await answer(content, shown, "SNOOZE")
        #expect(option == .dismissAndForwardAction)
        #expect(texts(content.view).contains(Words.current.confirmSnoozed(count: 15)))
    }

    @Test("Approving is not confirmed before the server has it, and the app is told")
    func approve() async {
        let (content, shown) = (Content(), notification(Fixture.push(Fixture.ask())))
        content.didReceive(shown)
        let before = texts(content.view)
        let option = await answer(content, shown, "APPROVE_ACTION")
        #expect(option == .dismissAndForwardAction)
        #expect(texts(content.view) == before)
    }
}
