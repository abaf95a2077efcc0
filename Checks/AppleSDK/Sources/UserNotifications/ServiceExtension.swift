// developer.apple.com/documentation/usernotifications/unnotificationserviceextension

open class UNNotificationServiceExtension: NSObject {
    public override init() { super.init() }

    open func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {}

    open func serviceExtensionTimeWillExpire() {}
}
