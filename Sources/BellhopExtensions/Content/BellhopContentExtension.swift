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
/// extension that acted too would act twice. Only Snooze is answered here first, with the times to choose from.
open class BellhopContentExtension: UIViewController, UNNotificationContentExtension {
    private let card = NotificationCardView()

    /// How long a confirmation is seen before the notification goes.
    open var confirmationTime: Duration { .milliseconds(700) }

    open override func loadView() { view = card }

    open func didReceive(_ notification: UNNotification) {
        loadViewIfNeeded()
        card.show(
            NotificationCard(DeliveredNotification(notification).payload),
            picture: UIImage.picture(in: notification.request.content.attachments))
        fit()
    }

    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        fit()
    }

    nonisolated open func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion: @escaping @Sendable (UNNotificationContentExtensionResponseOption) -> Void
    ) {
        let completion = CompletionOnce(otherwise: .dismissAndForwardAction) { completion($0) }
        let tap = NotificationResponse(response)
        let choices = SnoozeTime.choices(after: tap.action)
        let confirmation = ActionConfirmation(tap.action, in: tap.notification.payload.aps.category)
        // Unstructured: the system calls, and learns of the end by its completion handler.
        Task { @MainActor in
            if !choices.isEmpty {
                extensionContext?.notificationActions = choices.map(UNNotificationAction.of)
                return completion.call(.doNotDismiss)
            }
            if let confirmation { await confirm(confirmation) }
            completion.call(.dismissAndForwardAction)
        }
    }

    private func confirm(_ confirmation: ActionConfirmation) async {
        card.show(confirmation)
        fit()
        UIAccessibility.post(notification: .announcement, argument: confirmation.text)
        try? await Task.sleep(for: confirmationTime)
    }

    /// Asks for the height that the whole text needs at the width that the system gives. Without a required width a
    /// long command would be measured as one line, and cut off.
    private func fit() {
        let width = view.bounds.width
        guard width > 0 else { return }
        let size = view.systemLayoutSizeFitting(
            CGSize(width: width, height: UIView.layoutFittingCompressedSize.height),
            withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
        if size != preferredContentSize { preferredContentSize = size }
    }
}
#endif
