// developer.apple.com/documentation/usernotifications/unnotificationsettings and its enumerations
// developer.apple.com/documentation/usernotifications/unauthorizationoptions,
// …/unnotificationpresentationoptions, …/unnotificationcategoryoptions, …/unnotificationactionoptions

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
    /// The settings under test.
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

public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let badge = Self(rawValue: 1 << 0)
    public static let sound = Self(rawValue: 1 << 1)
    public static let alert = Self(rawValue: 1 << 2)
    public static let carPlay = Self(rawValue: 1 << 3)
    public static let criticalAlert = Self(rawValue: 1 << 4)
    public static let providesAppNotificationSettings = Self(rawValue: 1 << 5)
    public static let provisional = Self(rawValue: 1 << 6)
    @available(*, deprecated, message: "Always included")
    public static let announcement = Self(rawValue: 1 << 7)
    @available(*, deprecated, message: "Use the time-sensitive entitlement")
    public static let timeSensitive = Self(rawValue: 1 << 8)
}

public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let badge = Self(rawValue: 1 << 0)
    public static let sound = Self(rawValue: 1 << 1)
    @available(*, deprecated, message: "Use list and banner")
    public static let alert = Self(rawValue: 1 << 2)
    public static let list = Self(rawValue: 1 << 3)
    public static let banner = Self(rawValue: 1 << 4)
}

public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let customDismissAction = Self(rawValue: 1 << 0)
    public static let allowInCarPlay = Self(rawValue: 1 << 1)
    public static let hiddenPreviewsShowTitle = Self(rawValue: 1 << 2)
    public static let hiddenPreviewsShowSubtitle = Self(rawValue: 1 << 3)
    @available(*, deprecated, message: "Ignored")
    public static let allowAnnouncement = Self(rawValue: 1 << 4)
}

public struct UNNotificationActionOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let authenticationRequired = Self(rawValue: 1 << 0)
    public static let destructive = Self(rawValue: 1 << 1)
    public static let foreground = Self(rawValue: 1 << 2)
}
