#if canImport(UIKit) && !os(watchOS)
package import BellhopKit
package import BellhopModel
import Foundation
package import UserNotifications

// Kit values from the system's objects, created on the thread that the system calls: its classes are not sendable.

extension DeliveredNotification {
    package init(_ notification: UNNotification) {
        self.init(
            id: notification.request.identifier, deliveredAt: Timestamp(notification.date),
            payload: PushPayload(notification.request.content))
    }
}

extension NotificationResponse {
    package init(_ response: UNNotificationResponse) {
        let action: ActionID =
            switch response.actionIdentifier {
            case UNNotificationDefaultActionIdentifier: .opened
            case UNNotificationDismissActionIdentifier: .dismissed
            default: ActionID(rawValue: response.actionIdentifier)
            }
        self.init(
            to: DeliveredNotification(response.notification), action,
            text: (response as? UNTextInputNotificationResponse)?.userText)
    }
}

extension PushPayload {
    init(_ content: UNNotificationContent) {
        self.init(
            userInfo: content.userInfo,
            shown: ShownContent(
                title: content.title, subtitle: content.subtitle, body: content.body,
                category: content.categoryIdentifier, thread: content.threadIdentifier))
    }
}

// The system's objects from kit values.

extension UNNotificationRequest {
    convenience init(_ notification: LocalNotification, _ trigger: UNNotificationTrigger?) {
        self.init(
            identifier: notification.id, content: UNMutableNotificationContent(notification.payload), trigger: trigger)
    }
}

extension UNMutableNotificationContent {
    /// The content that the system creates from a push with this payload.
    convenience init(_ payload: PushPayload) {
        self.init()
        let aps = payload.aps
        title = aps.alert?.title ?? ""
        subtitle = aps.alert?.subtitle ?? ""
        body = aps.alert?.body ?? ""
        badge = aps.badge.map { NSNumber(value: $0) }
        sound = EnrichedSound(payload).map(UNNotificationSound.of)
        threadIdentifier = aps.threadID ?? ""
        categoryIdentifier = aps.category?.rawValue ?? ""
        targetContentIdentifier = aps.targetContentID
        interruptionLevel = UNNotificationInterruptionLevel(aps.interruptionLevel ?? .active)
        relevanceScore = min(max(aps.relevanceScore ?? 0, 0), 1)
        filterCriteria = aps.filterCriteria
        userInfo = payload.userInfo
    }
}

extension UNNotificationInterruptionLevel {
    package init(_ level: InterruptionLevel) {
        self =
            switch level {
            case .passive: .passive
            case .active: .active
            case .timeSensitive: .timeSensitive
            }
    }
}

extension UNNotificationSound {
    package static func of(_ sound: EnrichedSound) -> UNNotificationSound {
        switch sound {
        case .standard: .default
        case .named(let name): UNNotificationSound(named: UNNotificationSoundName(rawValue: name))
        }
    }
}
#endif
