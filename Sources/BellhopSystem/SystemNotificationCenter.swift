#if canImport(UIKit) && !os(watchOS)
package import BellhopKit
package import BellhopModel
import Foundation
package import UserNotifications

/// The system's notification center.
///
/// `UNUserNotificationCenter` is neither sendable nor isolated, so each call gets it again, it never leaves this actor,
/// and its objects are converted to values here.
package actor SystemNotificationCenter: NotificationCenterPort {
    private let center: @Sendable () -> UNUserNotificationCenter
    /// The categories registered here since the launch: concurrent calls must not undo each other.
    private var ours: [NotificationCategory] = []

    /// - Parameter center: the center, for tests.
    package init(center: @escaping @Sendable () -> UNUserNotificationCenter = { .current() }) { self.center = center }

    package func settings() async -> NotificationSettings {
        NotificationSettings(await center().notificationSettings())
    }

    package func requestAuthorization(_ options: AuthorizationOptions) async throws -> AuthorizationState {
        let center = center()
        _ = try await center.requestAuthorization(options: UNAuthorizationOptions(rawValue: options.rawValue))
        return AuthorizationState(await center.notificationSettings().authorizationStatus)
    }

    // MARK: Categories

    package func register(_ categories: [NotificationCategory]) async {
        ours = CategoryUnion.of(present: ours, ours: categories) { $0.id.rawValue }
        let center = center()
        let present = await center.notificationCategories()
        let union = CategoryUnion.of(
            present: Array(present), ours: ours.map { UNNotificationCategory($0) }, id: { $0.identifier })
        center.setNotificationCategories(Set(union))
        // The set takes effect later; reading it back waits for that.
        _ = await center.notificationCategories()
    }

    package func registered() async -> [RegisteredCategory] {
        await center().notificationCategories().map(RegisteredCategory.init).sorted { $0.id.rawValue < $1.id.rawValue }
    }

    // MARK: Showing

    package func deliver(_ notification: LocalNotification) async throws {
        try await center().add(UNNotificationRequest(notification, nil))
    }

    package func schedule(_ notification: LocalNotification, _ trigger: LocalTrigger) async throws {
        try await center().add(UNNotificationRequest(notification, UNNotificationTrigger.of(trigger)))
    }

    package func pending() async -> [PendingNotification] {
        await center().pendingNotificationRequests().map(PendingNotification.init)
    }

    package func removePending(_ ids: [String]) {
        center().removePendingNotificationRequests(withIdentifiers: ids)
    }

    package func removeAllPending() { center().removeAllPendingNotificationRequests() }

    package func delivered() async -> [DeliveredNotification] {
        await center().deliveredNotifications().map(DeliveredNotification.init)
    }

    package func removeDelivered(_ ids: [String]) {
        center().removeDeliveredNotifications(withIdentifiers: ids)
    }

    package func setBadge(_ count: Int) async throws { try await center().setBadgeCount(max(0, count)) }
}

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
            // A status unknown to this version is neither a yes nor a no.
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

extension UNNotificationCategory {
    convenience init(_ category: NotificationCategory) {
        self.init(
            identifier: category.id.rawValue, actions: category.actions.map(UNNotificationAction.of),
            intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: category.hiddenPreviewPlaceholder,
            categorySummaryFormat: category.summaryFormat,
            options: UNNotificationCategoryOptions(rawValue: category.options.rawValue))
    }
}

extension UNNotificationAction {
    package static func of(_ action: CategoryAction) -> UNNotificationAction {
        let options = UNNotificationActionOptions(rawValue: action.options.rawValue)
        guard let input = action.textInput else {
            return UNNotificationAction(identifier: action.id.rawValue, title: action.title, options: options)
        }
        return UNTextInputNotificationAction(
            identifier: action.id.rawValue, title: action.title, options: options, textInputButtonTitle: input.button,
            textInputPlaceholder: input.placeholder)
    }
}

extension RegisteredCategory {
    init(_ category: UNNotificationCategory) {
        self.init(
            id: CategoryID(rawValue: category.identifier),
            actions: category.actions.map { ActionID(rawValue: $0.identifier) })
    }
}

extension UNNotificationTrigger {
    static func of(_ trigger: LocalTrigger) -> UNNotificationTrigger {
        switch trigger {
        case .after(let interval, let repeats):
            UNTimeIntervalNotificationTrigger(
                timeInterval: Double(interval.wholeMilliseconds) / 1000, repeats: repeats)
        case .calendar(let moment, let repeats):
            UNCalendarNotificationTrigger(dateMatching: DateComponents(moment), repeats: repeats)
        }
    }
}

extension PendingNotification {
    init(_ request: UNNotificationRequest) {
        var trigger: LocalTrigger?
        var next: Date?
        switch request.trigger {
        case let interval as UNTimeIntervalNotificationTrigger:
            trigger = .after(.milliseconds(Int64(interval.timeInterval * 1000)), repeats: interval.repeats)
            next = interval.nextTriggerDate()
        case let calendar as UNCalendarNotificationTrigger:
            trigger = .calendar(CalendarMoment(calendar.dateComponents), repeats: calendar.repeats)
            next = calendar.nextTriggerDate()
        default: break
        }
        self.init(
            id: request.identifier, payload: PushPayload(request.content), trigger: trigger,
            next: next.map(Timestamp.init(_:)))
    }
}

extension DateComponents {
    fileprivate init(_ moment: CalendarMoment) {
        self.init(
            calendar: Calendar(identifier: .gregorian),
            timeZone: moment.timeZone.flatMap { TimeZone(identifier: $0) }, year: moment.year, month: moment.month,
            day: moment.day, hour: moment.hour, minute: moment.minute, second: moment.second,
            weekday: moment.weekday)
    }
}

extension CalendarMoment {
    fileprivate init(_ components: DateComponents) {
        self.init(
            year: components.year, month: components.month, day: components.day, weekday: components.weekday,
            hour: components.hour, minute: components.minute, second: components.second,
            timeZone: components.timeZone?.identifier)
    }
}

extension Timestamp {
    init(_ date: Date) { self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded())) }
}
#endif
