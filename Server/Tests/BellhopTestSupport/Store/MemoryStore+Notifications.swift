public import BellhopModel
public import BellhopStore

extension MemoryStore {
    public func accept(_ submission: Submission) async throws -> SubmissionResult {
        try run { state in
            if let record = submission.idempotency {
                let scope = Scope(key: record.scope, text: record.key)
                if let first = state.idempotency[scope] { return .repeated(first) }
                state.idempotency[scope] = record
            }
            return .stored(deliveries: try state.submit(submission))
        }
    }

    public func notifications(
        of user: UserID, before cursor: NotificationID?, limit: Int
    ) async throws -> [UserNotification] {
        try run { state in
            let earlier = state.notifications.values.filter { notification in
                notification.userID == user && cursor.map { notification.id < $0 } ?? true
            }
            return Array(earlier.sorted { $0.id > $1.id }.prefix(limit))
        }
    }

    public func notification(_ id: NotificationID) async throws -> UserNotification? {
        try run { $0.notifications[id] }
    }

    public func timeline(of id: NotificationID) async throws -> [TimelineEntry] { try run { $0.timelines[id] ?? [] } }

    public func markRead(_ id: NotificationID, by device: DeviceID?, at time: Timestamp) async throws -> Bool {
        try run { state in
            guard let notification = state.notifications[id], notification.readAt == nil else { return false }
            state.note(.read, id, at: time, device: device)
            _ = state.settle(id, except: device, at: time)
            return true
        }
    }

    public func record(_ entry: TimelineEntry, for id: NotificationID) async throws {
        try run { $0.note(entry, for: id) }
    }

    public func badge(of user: UserID, at time: Timestamp) async throws -> Int {
        try run { $0.badge(of: user, at: time) }
    }
}

extension MemoryStore.State {
    /// - Returns: the number of devices that it is, or will be, sent to.
    mutating func submit(_ submission: Submission) throws -> Int {
        let notification = submission.notification
        notifications[notification.id] = notification
        if let ask = submission.ask {
            asks[ask.id] = ask
            holdEnds[ask.id] = submission.heldUntil
            inputHashes[ask.id] = submission.inputHash
            makeLiveActivitiesDue(with: ask, heldUntil: submission.heldUntil)
        }
        note(.accepted, notification.id, at: notification.createdAt)
        let facts = MemoryFacts(state: self, user: notification.userID)
        let decision = try PushPolicy.decision(
            on: notification, about: submission.topics, heldUntil: submission.heldUntil,
            bypassesPreferences: submission.bypassesPreferences, facts: facts)
        for line in decision.lines(at: notification.createdAt) { note(line, for: notification.id) }
        if !notification.isSilent { due[notification.id] = decision.due }
        summaries[notification.id] = decision.summary
        let isBulk = notification.campaignID != nil
        switch decision {
        case .suppress:
            return 0
        case .fold(let summary, let due, _, _):
            return grow(summary, of: notification.userID, due: due, isBulk: isBulk)
        case .push(let due, _):
            let devices = activeDevices(of: notification.userID, answering: submission.ask != nil)
            for device in devices { deliver(.show, notification.id, to: device, at: due, isBulk: isBulk) }
            return devices.count
        }
    }

    func badge(of user: UserID, at time: Timestamp) -> Int {
        notifications.values.count {
            $0.userID == user && $0.readAt == nil && $0.expiresAt > time && ($0.snoozedUntil.map { $0 <= time } ?? true)
        }
    }
}

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
            // A device that is cleared again has a new row.
            let latest = Dictionary(rows.map { (RowKey($0), $0) }, uniquingKeysWith: { _, last in last }).values
            return latest.sorted {
                ($0.purpose == .show ? 0 : 1, $0.deviceID) < ($1.purpose == .show ? 0 : 1, $1.deviceID)
            }
            .map(DeliveryStatus.init)
        }
    }

    private struct RowKey: Hashable {
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
