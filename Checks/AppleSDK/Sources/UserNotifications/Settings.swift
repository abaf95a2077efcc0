// developer.apple.com/documentation/usernotifications/unnotificationsettings and its enumerations

public enum UNAuthorizationStatus: Int, Sendable { case notDetermined = 0, denied, authorized, provisional, ephemeral }
public enum UNShowPreviewsSetting: Int, Sendable { case always = 0, whenAuthenticated, never }
public enum UNNotificationSetting: Int, Sendable { case notSupported = 0, disabled, enabled }
public enum UNAlertStyle: Int, Sendable { case none = 0, banner, alert }

open class UNNotificationSettings: NSObject, NSCopying {
    let values: Values

    @available(*, unavailable)
    public override init() { fatalError("only the system makes these") }

    init(_ values: Values) {
        self.values = values
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open var authorizationStatus: UNAuthorizationStatus { values.authorizationStatus }
    open var soundSetting: UNNotificationSetting { values.sound }
    open var badgeSetting: UNNotificationSetting { values.badge }
    open var alertSetting: UNNotificationSetting { values.alert }
    open var notificationCenterSetting: UNNotificationSetting { values.notificationCenter }
    open var lockScreenSetting: UNNotificationSetting { values.lockScreen }
    open var carPlaySetting: UNNotificationSetting { values.carPlay }
    open var alertStyle: UNAlertStyle { values.alertStyle }
    open var showPreviewsSetting: UNShowPreviewsSetting { values.showPreviews }
    open var criticalAlertSetting: UNNotificationSetting { values.criticalAlert }
    open var providesAppNotificationSettings: Bool { values.providesAppNotificationSettings }
    open var announcementSetting: UNNotificationSetting { values.announcement }
    open var timeSensitiveSetting: UNNotificationSetting { values.timeSensitive }
    open var scheduledDeliverySetting: UNNotificationSetting { values.scheduledDelivery }
    open var directMessagesSetting: UNNotificationSetting { values.directMessages }
}

@_spi(Testing)
extension UNNotificationSettings {
    /// What a test may set.
    public struct Values: Sendable {
        public var authorizationStatus: UNAuthorizationStatus = .notDetermined
        public var sound: UNNotificationSetting = .enabled
        public var badge: UNNotificationSetting = .enabled
        public var alert: UNNotificationSetting = .enabled
        public var notificationCenter: UNNotificationSetting = .enabled
        public var lockScreen: UNNotificationSetting = .enabled
        public var carPlay: UNNotificationSetting = .notSupported
        public var alertStyle: UNAlertStyle = .banner
        public var showPreviews: UNShowPreviewsSetting = .always
        public var criticalAlert: UNNotificationSetting = .notSupported
        public var providesAppNotificationSettings = false
        public var announcement: UNNotificationSetting = .notSupported
        public var timeSensitive: UNNotificationSetting = .enabled
        public var scheduledDelivery: UNNotificationSetting = .disabled
        public var directMessages: UNNotificationSetting = .notSupported

        public init() {}
    }

    public static func made(_ values: Values) -> UNNotificationSettings { UNNotificationSettings(values) }
}
