import BellhopKit
import BellhopModel
import BellhopTesting
@_spi(Testing) import FoundationGaps
import Testing
@_spi(Testing) import UIKit
@_spi(Testing) import UserNotifications
import UserNotificationsUI

@testable import BellhopExtensions
@testable import BellhopSystem

@Suite("The content extension")
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

    private func labels(_ view: UIView) -> [UILabel] {
        [view as? UILabel].compactMap(\.self) + view.subviews.flatMap(labels)
    }

    private func pictures(_ view: UIView) -> [UIImageView] {
        [view as? UIImageView].compactMap(\.self) + view.subviews.flatMap(pictures)
    }

    @Test("A long command fits the requested height to its last character")
    func longCommand() throws {
        var push = Fixture.push(Fixture.ask(input: "npm test"))
        push.toolInput = String(repeating: "rm -rf build/ && ", count: 60) + "curl evil.example"
        let content = Content()
        content.view.frame = CGRect(x: 0, y: 0, width: 320, height: 192)
        content.didReceive(notification(push))
        let command = try #require(labels(content.view).first { $0.text == push.toolInput })
        // At most the width of the view without its margins.
        let height = command.sizeThatFits(CGSize(width: 288, height: 0)).height
        #expect(height > 20 * command.font.lineHeight)
        #expect(content.preferredContentSize.width == 320)
        #expect(content.preferredContentSize.height > height)
    }

    @Test("A view that becomes narrower asks for more height")
    func narrower() {
        var push = Fixture.push(Fixture.ask(input: "npm test"))
        push.toolInput = String(repeating: "npm test -- --coverage ", count: 20)
        let content = Content()
        content.didReceive(notification(push))
        #expect(content.preferredContentSize == .zero)
        content.view.frame.size.width = 400
        content.viewDidLayoutSubviews()
        let wide = content.preferredContentSize.height
        content.view.frame.size.width = 200
        content.viewDidLayoutSubviews()
        #expect(content.preferredContentSize.height > wide)
    }

    @Test("The attached picture is shown with its aspect ratio, read within a security scope")
    func picture() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
        // The first bytes of a PNG of 400 by 200 pixels.
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        try Data(head + [0, 0, 1, 0x90, 0, 0, 0, 0xC8]).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        SecurityScope.protect(file)
        let shown = UNMutableNotificationContent()
        shown.title = "Done"
        let content = Content()
        content.view.frame = CGRect(x: 0, y: 0, width: 232, height: 100)
        content.didReceive(
            UNNotification(
                request: UNNotificationRequest(identifier: "n", content: shown, trigger: nil), date: Date()))
        let before = content.preferredContentSize.height
        #expect(pictures(content.view).allSatisfy { $0.image == nil || $0.accessibilityLabel == nil })
        shown.attachments = [try UNNotificationAttachment(identifier: "", url: file)]
        content.didReceive(
            UNNotification(
                request: UNNotificationRequest(identifier: "n", content: shown, trigger: nil), date: Date()))
        let picture = try #require(pictures(content.view).first { $0.image?.size == CGSize(width: 400, height: 200) })
        #expect(!picture.isHidden && picture.accessibilityLabel == Strings.current.notificationPicture)
        // 200 points wide without the margins, so 100 high, with 12 points of space below the text.
        #expect(content.preferredContentSize.height == before + 112)
        #expect(SecurityScope.depth(of: file) == 0)
    }

    @Test("Snooze replaces the buttons by its times, and the notification stays")
    func snoozeTimes() async {
        var push = PushPayload()
        push.aps.category = .reminder
        let (content, shown) = (Content(), notification(push))
        content.didReceive(shown)
        let option = await answer(content, shown, "SNOOZE")
        #expect(option == .doNotDismiss)
        let offered = content.extensionContext?.notificationActions.map(\.identifier) ?? []
        #expect(offered.first == "SNOOZE_15_MINUTES" && offered.last == "SNOOZE_TOMORROW")
        let chosen = await answer(content, shown, "SNOOZE_1_HOUR")
        #expect(chosen == .dismissAndForwardAction)
        #expect(texts(content.view).contains(Strings.current.confirmSnoozed(count: 60)))
    }

    @Test("Snoozing for the button's time is confirmed and forwarded to the app")
    func snooze() async {
        var push = PushPayload()
        push.aps.category = .reminderCategory
        push.aps.alert = PushAlert(title: "Water the plants")
        let (content, shown) = (Content(), notification(push))
        content.didReceive(shown)
        let option = await answer(content, shown, "SNOOZE_ACTION")
        #expect(option == .dismissAndForwardAction)
        #expect(texts(content.view).contains(Strings.current.confirmSnoozed(count: 15)))
    }

    @Test("An approval is forwarded to the app without a confirmation")
    func approve() async {
        let (content, shown) = (Content(), notification(Fixture.push(Fixture.ask())))
        content.didReceive(shown)
        let before = texts(content.view)
        let option = await answer(content, shown, "APPROVE_ACTION")
        #expect(option == .dismissAndForwardAction)
        #expect(texts(content.view) == before)
    }
}
