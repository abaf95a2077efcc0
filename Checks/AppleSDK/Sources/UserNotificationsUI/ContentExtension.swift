// developer.apple.com/documentation/usernotificationsui/unnotificationcontentextension and NSExtensionContext.
// The second method is optional on Apple platforms; here it is required, so that a misspelt label does not compile.

@_exported import Foundation
@_exported import FoundationGaps
public import UserNotifications

public enum UNNotificationContentExtensionMediaPlayPauseButtonType: UInt, Sendable { case none = 0, `default`, overlay }

public enum UNNotificationContentExtensionResponseOption: UInt, Sendable {
    case doNotDismiss = 0, dismiss, dismissAndForwardAction
}

public protocol UNNotificationContentExtension: NSObjectProtocol {
    @MainActor func didReceive(_ notification: UNNotification)

    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion: @escaping @Sendable (UNNotificationContentExtensionResponseOption) -> Void)
}

extension NSExtensionContext {
    @available(iOS 12.0, *)
    public var notificationActions: [UNNotificationAction] {
        get { extras["actions"] as? [UNNotificationAction] ?? [] }
        set { extras["actions"] = newValue }
    }
    @available(iOS 12.0, *)
    public func performNotificationDefaultAction() { calls.append("performNotificationDefaultAction") }
    @available(iOS 12.0, *)
    public func dismissNotificationContentExtension() { calls.append("dismissNotificationContentExtension") }
    public func mediaPlayingStarted() {}
    public func mediaPlayingPaused() {}
}
