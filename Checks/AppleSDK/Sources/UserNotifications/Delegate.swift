// developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate
//
// On Apple platforms these methods are optional. Here they are required and have no default, so that a misspelt label
// does not compile instead of never being called. The async forms are left out on purpose; see the README.

public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void)

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void)

    @available(iOS 12.0, *)
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?)
}
