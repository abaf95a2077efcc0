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
            let notification = submission.notification
            state.notifications[notification.id] = notification
            if let ask = submission.ask {
                state.asks[ask.id] = ask
                state.makeLiveActivitiesDue(with: ask, at: ask.createdAt)
            }
            state.note(.accepted, notification.id, at: notification.createdAt)
            let preferences = state.preferences[notification.userID] ?? .default
            if let refusal = submission.refusal(by: preferences) {
                state.note(refusal, for: notification.id)
                return .stored(deliveries: 0)
            }
            let devices = state.devices.filter { $0.userID == notification.userID && $0.state == .active }
            for device in devices { state.deliver(.show, notification.id, to: device.id, at: notification.createdAt) }
            return .stored(deliveries: devices.count)
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
    func badge(of user: UserID, at time: Timestamp) -> Int {
        notifications.values.count { $0.userID == user && $0.readAt == nil && $0.expiresAt > time }
    }
}
