public import BellhopModel
public import BellhopStore

extension MemoryStore {
    public func history(
        of user: UserID, _ filter: HistoryFilter, from start: HistoryStart, limit: Int, at time: Timestamp
    ) async throws -> HistoryPage {
        try run { state in
            let all = state.notifications.values.filter { $0.userID == user && filter.lets($0) }
                .sorted { $0.id > $1.id }
            let unread = state.badge(of: user, at: time)
            switch start {
            case .before(let cursor):
                let earlier = all.filter { notification in cursor.map { notification.id < $0 } ?? true }
                return HistoryPage(items: Array(earlier.prefix(limit)), total: nil, unread: unread)
            case .page(let page):
                let (skipped, overflow) = (page - 1).multipliedReportingOverflow(by: limit)
                let items = overflow ? [] : Array(all.dropFirst(skipped).prefix(limit))
                return HistoryPage(items: items, total: all.count, unread: unread)
            }
        }
    }

    public func markAllRead(
        of user: UserID, _ filter: HistoryFilter, upTo last: NotificationID, by device: DeviceID?, at time: Timestamp,
        limit: Int
    ) async throws -> [NotificationID] {
        try run { state in
            let ids = state.notifications.values.filter { notification in
                notification.userID == user && filter.lets(notification) && notification.readAt == nil
                    && notification.id <= last && notification.askID.flatMap { state.asks[$0]?.state } != .pending
            }.map(\.id).sorted().prefix(limit)
            for id in ids {
                state.note(.read, id, at: time, device: device)
                _ = state.settle(id, except: device, at: time)
            }
            return Array(ids)
        }
    }

    public func forgetNotifications(before moment: Timestamp, at time: Timestamp, limit: Int) async throws -> Int {
        try run { state in
            let old = state.notifications.values.filter { notification in
                notification.id < .first(at: moment) && notification.expiresAt <= time
                    && notification.askID.flatMap { state.asks[$0]?.state } != .pending
                    && !state.deliveries.contains { $0.notificationID == notification.id && $0.ending == nil }
                    && !state.notifications.values.contains {
                        state.summaries[$0.id] == notification.id && $0.readAt == nil && $0.expiresAt > time
                    }
            }.sorted { $0.id < $1.id }.prefix(limit)
            for notification in old {
                state.notifications[notification.id] = nil
                state.timelines[notification.id] = nil
                if let ask = notification.askID { state.asks[ask] = nil }
                state.forgotten.formUnion(state.deliveries.filter { $0.notificationID == notification.id }.map(\.id))
                state.deliveries.removeAll { $0.notificationID == notification.id }
            }
            return old.count
        }
    }

    public func deliveries(of id: NotificationID) async throws -> [DeliveryStatus] {
        try run { state in
            let rows = state.deliveries.filter { $0.notificationID == id }
            // A device that clears again has its row anew.
            let latest = Dictionary(rows.map { (Place($0), $0) }, uniquingKeysWith: { _, last in last }).values
            return latest.sorted {
                ($0.purpose == .show ? 0 : 1, $0.deviceID) < ($1.purpose == .show ? 0 : 1, $1.deviceID)
            }
            .map(DeliveryStatus.init)
        }
    }

    private struct Place: Hashable {
        var purpose: DeliveryPurpose
        var device: DeviceID

        init(_ row: DeliveryRow) { (purpose, device) = (row.purpose, row.deviceID) }
    }
}

extension HistoryFilter {
    fileprivate func lets(_ notification: UserNotification) -> Bool {
        (categories?.contains(notification.category) ?? true)
            && (session == nil || session == notification.sessionID) && (thread == nil || thread == notification.thread)
            && (isRead == nil || isRead == (notification.readAt != nil))
            && since.map { notification.id >= .first(at: $0) } ?? true
            && until.map { notification.id < .first(at: $0) } ?? true
    }
}

extension DeliveryStatus {
    fileprivate init(_ row: DeliveryRow) {
        let state: State =
            switch row.ending {
            case .sent: .sent
            case .cancelled: .cancelled
            case .failed: .failed
            case nil: row.lease == nil ? .waiting : .claimed
            }
        self.init(
            deviceID: row.deviceID, purpose: Purpose(rawValue: row.purpose.rawValue), state: state,
            attempts: row.attempts, nextAttemptAt: row.ending == nil ? row.lease ?? row.due : nil)
    }
}
