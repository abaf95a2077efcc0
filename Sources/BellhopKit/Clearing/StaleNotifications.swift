import BellhopModel

/// Which of the delivered notifications are to go. Pure.
enum StaleNotifications {
    /// Those about `ask`.
    static func ids(in delivered: [DeliveredNotification], about ask: AskID) -> [String] {
        delivered.filter { IncomingNotification($0.payload).notice?.askID == ask }.map(\.id)
    }

    /// The one with this id of the server's.
    static func ids(in delivered: [DeliveredNotification], named id: NotificationID) -> [String] {
        delivered.filter { $0.payload.notificationID == id }.map(\.id)
    }

    /// Those that show this summary.
    static func ids(in delivered: [DeliveredNotification], summary id: NotificationID) -> [String] {
        delivered.filter { $0.payload.summaryID == id }.map(\.id)
    }

    /// All that came from the server or were made here; not those that the app made by itself.
    static func idsOfBellhop(in delivered: [DeliveredNotification]) -> [String] {
        let own = delivered.filter {
            $0.payload.notificationID != nil || $0.payload.summaryID != nil || LocalID($0.id) != nil
                || IncomingNotification($0.payload).notice != nil
        }
        return own.map(\.id)
    }

    /// Those about asks that are no longer open, and all but the last of several about the same thing.
    ///
    /// - Parameters:
    ///   - delivered: what stood there before `page` was asked for, so that nothing newer than it is in there.
    ///   - page: the open asks, newest first.
    ///   - isComplete: whether these are all. Otherwise asks older than the page are not judged.
    static func ids(
        in delivered: [DeliveredNotification], notIn page: [Ask], isComplete: Bool, at now: Timestamp
    ) -> [String] {
        let open = Set(page.map(\.id))
        let oldest = page.map(\.id).min()
        var last: [String: DeliveredNotification] = [:]
        var stale: [String] = []
        for notification in delivered.sorted(by: { $0.deliveredAt < $1.deliveredAt }) {
            if let notice = IncomingNotification(notification.payload).notice, !open.contains(notice.askID) {
                let isLate = notice.deadline.map { $0 <= now } ?? false
                if isComplete || isLate || oldest.map({ notice.askID > $0 }) ?? true {
                    stale.append(notification.id)
                    continue
                }
            }
            if case .summary(let summary) = IncomingNotification(notification.payload), isComplete,
                summary.isAboutAsks, !page.contains(where: { $0.sessionID == summary.sessionID })
            {
                stale.append(notification.id)
                continue
            }
            if let former = last.updateValue(notification, forKey: SeenLog.name(of: notification)) {
                stale.append(former.id)
            }
        }
        return stale
    }
}
