import BellhopModel

/// Selects the delivered notifications to remove. Pure.
enum StaleNotifications {
    /// The ids of notifications about `ask`.
    static func ids(in delivered: [DeliveredNotification], about ask: AskID) -> [String] {
        delivered.filter { IncomingNotification($0.payload).notice?.askID == ask }.map(\.id)
    }

    /// The ids of notifications with the server's id `id`.
    static func ids(in delivered: [DeliveredNotification], named id: NotificationID) -> [String] {
        delivered.filter { $0.payload.notificationID == id }.map(\.id)
    }

    /// The ids of notifications that show this summary.
    static func ids(in delivered: [DeliveredNotification], summary id: NotificationID) -> [String] {
        delivered.filter { $0.payload.summaryID == id }.map(\.id)
    }

    /// The ids of notifications from the server or from Bellhop on this device, without those of the app.
    static func idsOfBellhop(in delivered: [DeliveredNotification]) -> [String] {
        let own = delivered.filter {
            $0.payload.notificationID != nil || $0.payload.summaryID != nil || LocalID($0.id) != nil
                || IncomingNotification($0.payload).notice != nil
        }
        return own.map(\.id)
    }

    /// The ids of notifications about asks that have ended, and of all but the last of several about one subject.
    ///
    /// - Parameters:
    ///   - delivered: the notifications before `page` was requested, so that none is newer than the page.
    ///   - page: the open asks, newest first.
    ///   - isComplete: `true` if the page has all open asks. Otherwise asks older than the page are ignored.
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
