#if canImport(UIKit) && !os(watchOS)
import BellhopKit
import BellhopModel
import BellhopSystem
import Foundation
public import UIKit
public import UserNotifications
public import UserNotificationsUI

/// The body of a notification content extension: what a notification shows when it is expanded.
///
/// Its buttons are those of its category. What they do is done by the app, to which every action is forwarded: an
/// extension that acted too would act twice.
open class BellhopContentExtension: UIViewController, UNNotificationContentExtension {
    private let card = NotificationCardView()

    /// How long a confirmation is seen before the notification goes.
    open var confirmationTime: Duration { .milliseconds(700) }

    open override func loadView() { view = card }

    open func didReceive(_ notification: UNNotification) {
        loadViewIfNeeded()
        card.show(NotificationCard(DeliveredNotification(notification).payload))
        preferredContentSize = card.systemLayoutSizeFitting(
            CGSize(width: view.bounds.width, height: 0))
    }

    nonisolated open func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion: @escaping @Sendable (UNNotificationContentExtensionResponseOption) -> Void
    ) {
        let completion = CompletionOnce(otherwise: .dismissAndForwardAction) { completion($0) }
        let tap = NotificationResponse(response)
        let confirmation = ActionConfirmation(tap.action, in: tap.notification.payload.aps.category)
        // Unstructured: the system calls, and learns of the end by its completion handler.
        Task { @MainActor in
            if let confirmation { await confirm(confirmation) }
            completion.call(.dismissAndForwardAction)
        }
    }

    private func confirm(_ confirmation: ActionConfirmation) async {
        card.show(confirmation)
        UIAccessibility.post(notification: .announcement, argument: confirmation.text)
        try? await Task.sleep(for: confirmationTime)
    }
}
#endif
