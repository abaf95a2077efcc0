#if canImport(UIKit) && !os(watchOS)
import BellhopKit
import UserNotifications

extension NotificationSettings {
    init(_ settings: UNNotificationSettings) {
        self.init(
            authorization: AuthorizationState(settings.authorizationStatus), alert: Switch(settings.alertSetting),
            sound: Switch(settings.soundSetting), badge: Switch(settings.badgeSetting),
            lockScreen: Switch(settings.lockScreenSetting),
            notificationCenter: Switch(settings.notificationCenterSetting),
            timeSensitive: Switch(settings.timeSensitiveSetting),
            scheduledSummary: Switch(settings.scheduledDeliverySetting),
            previews: Previews(settings.showPreviewsSetting),
            showsAppSettings: settings.providesAppNotificationSettings)
    }
}

extension AuthorizationState {
    init(_ status: UNAuthorizationStatus) {
        self =
            switch status {
            case .notDetermined: .notDetermined
            case .denied: .denied
            case .authorized: .authorized
            case .provisional: .provisional
            case .ephemeral: .ephemeral
            // One that this version does not know says neither yes nor no.
            @unknown default: .notDetermined
            }
    }
}

extension NotificationSettings.Switch {
    fileprivate init(_ setting: UNNotificationSetting) {
        self =
            switch setting {
            case .enabled: .on
            case .disabled: .off
            case .notSupported: .notSupported
            @unknown default: .notSupported
            }
    }
}

extension NotificationSettings.Previews {
    fileprivate init(_ setting: UNShowPreviewsSetting) {
        self =
            switch setting {
            case .always: .always
            case .whenAuthenticated: .whenAuthenticated
            case .never: .never
            @unknown default: .whenAuthenticated
            }
    }
}
#endif
