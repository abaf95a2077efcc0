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
    /// - Returns: how many devices it is on its way to, now or later.
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
        case .keep:
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
