#if canImport(UIKit) && !os(watchOS)
import BellhopKit
import BellhopModel
import Foundation
import UserNotifications

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
