#if canImport(UIKit) && !os(watchOS)
import BellhopKit
import BellhopModel
import BellhopSystem
import Foundation
import ImageIO
public import UIKit
public import UserNotifications
public import UserNotificationsUI

/// The base class of a notification content extension, which shows the expanded notification.
///
/// The buttons are those of the category. Every action is forwarded to the app, which performs it; for Snooze the
/// extension first offers the times to choose from.
open class BellhopContentExtension: UIViewController, UNNotificationContentExtension {
    private let card = NotificationCardView()

    /// The time that a confirmation is shown before the notification closes.
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
        // Unstructured: the system calls and does not wait; the completion handler reports the end.
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

    /// Requests the height of the whole text at the system's width. Without a required width a long command would be
    /// measured as one line and truncated.
    private func fit() {
        let width = view.bounds.width
        guard width > 0 else { return }
        let size = view.systemLayoutSizeFitting(
            CGSize(width: width, height: UIView.layoutFittingCompressedSize.height),
            withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
        if size != preferredContentSize { preferredContentSize = size }
    }
}

extension UIImage {
    /// The maximum length of the longer side, in pixels: an extension has 24 MB, and a photograph takes twice that.
    private static let longestSide = 1200

    /// The first attachment that is a picture, or the first frame of an animated one.
    ///
    /// The files belong to the system: they are read within a security scope.
    static func picture(in attachments: [UNNotificationAttachment]) -> UIImage? {
        attachments.lazy.compactMap { attachment in
            let isOpen = attachment.url.startAccessingSecurityScopedResource()
            defer { if isOpen { attachment.url.stopAccessingSecurityScopedResource() } }
            return thumbnail(of: attachment.url)
        }.first
    }

    private static func thumbnail(of file: URL) -> UIImage? {
        let reading = [kCGImageSourceShouldCache as String: false]
        let drawing: [String: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways as String: true,
            kCGImageSourceCreateThumbnailWithTransform as String: true,
            kCGImageSourceThumbnailMaxPixelSize as String: longestSide,
        ]
        guard let source = CGImageSourceCreateWithURL(file as CFURL, reading as CFDictionary),
            let image = CGImageSourceCreateThumbnailAtIndex(source, 0, drawing as CFDictionary)
        else { return nil }
        return UIImage(cgImage: image)
    }
}
#endif
