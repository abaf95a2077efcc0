/// The user's notification settings (`UNNotificationSettings`).
public struct NotificationSettings: Hashable, Sendable {
    public var authorization: AuthorizationState
    public var alert: Switch
    public var sound: Switch
    public var badge: Switch
    public var lockScreen: Switch
    /// Delivery to Notification Center (`notificationCenterSetting`).
    public var notificationCenter: Switch
    /// Time-sensitive notifications break through a Focus.
    public var timeSensitive: Switch
    /// Notifications are collected in the scheduled summary.
    public var scheduledSummary: Switch
    public var previews: Previews
    /// The system's settings link to the app's settings.
    public var showsAppSettings: Bool

    public init(
        authorization: AuthorizationState, alert: Switch = .on, sound: Switch = .on, badge: Switch = .on,
        lockScreen: Switch = .on, notificationCenter: Switch = .on, timeSensitive: Switch = .on,
        scheduledSummary: Switch = .off, previews: Previews = .always, showsAppSettings: Bool = false
    ) {
        self.authorization = authorization
        self.alert = alert
        self.sound = sound
        self.badge = badge
        self.lockScreen = lockScreen
        self.notificationCenter = notificationCenter
        self.timeSensitive = timeSensitive
        self.scheduledSummary = scheduledSummary
        self.previews = previews
        self.showsAppSettings = showsAppSettings
    }

    /// One of the user's switches (`UNNotificationSetting`).
    public enum Switch: String, Hashable, Sendable, CaseIterable {
        /// The app did not request it, or the device does not support it.
        case notSupported
        case off, on
    }

    /// The setting for showing a notification's text (`UNShowPreviewsSetting`).
    public enum Previews: String, Hashable, Sendable, CaseIterable {
        case always
        /// Only while the device is unlocked.
        case whenAuthenticated
        case never
    }
}

/// The authorization to notify (`UNAuthorizationStatus`).
public enum AuthorizationState: String, Hashable, Sendable, Codable, CaseIterable {
    case notDetermined, denied, authorized
    /// Delivered quietly to Notification Center, until the user decides.
    case provisional
    /// For an App Clip, for a limited time.
    case ephemeral
}

/// The authorizations to request. The raw value is that of `UNAuthorizationOptions`.
public struct AuthorizationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let badge = Self(rawValue: 1 << 0)
    public static let sound = Self(rawValue: 1 << 1)
    public static let alert = Self(rawValue: 1 << 2)
    /// The app has its own notification settings, which the system's settings link to.
    public static let providesAppNotificationSettings = Self(rawValue: 1 << 5)
    /// Authorization without asking: notifications are delivered quietly until the user decides.
    public static let provisional = Self(rawValue: 1 << 6)

    public static let standard: Self = [.badge, .sound, .alert, .providesAppNotificationSettings]
}

/// The result of a silent push (`UIBackgroundFetchResult`).
public enum BackgroundResult: String, Hashable, Sendable, CaseIterable {
    case newData, noData, failed
}
