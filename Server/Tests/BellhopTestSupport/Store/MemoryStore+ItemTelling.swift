public import BellhopModel
public import BellhopStore

extension MemoryStore {
    public func subscribe(
        _ users: [UserID], toItem id: TopicID, at time: Timestamp
    ) async throws -> SubscriptionResult? {
        try run { state in state.items[id] == nil ? nil : state.subscribe(users, to: id, at: time) }
    }

    public func accept(
        _ submission: CampaignSubmission, about id: TopicID
    ) async throws -> IdempotentWriteResult? {
        try run { state in
            state.isOpen(id) || state.isRepetition(submission.idempotency) ? state.accept(submission) : nil
        }
    }

    public func add(
        _ reminder: Schedule, about id: TopicID, idempotency: IdempotencyRecord?
    ) async throws -> IdempotentWriteResult? {
        try run { state in
            state.isOpen(id) || state.isRepetition(idempotency) ? state.add(reminder, idempotency) : nil
        }
    }

    public func snoozeItem(
        _ id: TopicID, until reminder: Schedule, by device: DeviceID?, at time: Timestamp
    ) async throws -> [NotificationID]? {
        try run { state in
            let user = reminder.creator
            guard state.isOpen(id), state.subscriptions[id]?[user] != nil else { return nil }
            state.cancelReminders(of: id, at: time) { $0.user == user && $0.creator == user }
            state.schedules[reminder.id] = reminder
            state.snoozes.insert(reminder.id)
            return state.clear(state.unread(id).filter { $0.userID == user }, at: time, on: device).keys.sorted()
        }
    }
}

extension MemoryStore.State {
    func isAboutCompleteItem(_ notification: NotificationRequest) -> Bool {
        items.contains { $0.key.description == notification.options?.itemID && $0.value.completedAt != nil }
    }

    func unread(_ item: TopicID) -> [UserNotification] {
        notifications.values.filter { $0.readAt == nil && $0.options?.itemID == item.description }
    }

    mutating func cancelReminders(of id: TopicID, at time: Timestamp, where isMeant: (Schedule) -> Bool) {
        for (key, schedule) in schedules
        where schedule.next != nil && schedule.notification.options?.itemID == id.description && isMeant(schedule) {
            schedules[key] = schedule.cancelled(at: time)
        }
    }

    mutating func clear(
        _ unread: some Sequence<UserNotification>, at time: Timestamp, on device: DeviceID?
    ) -> [NotificationID: UserID] {
        var cleared: [NotificationID: UserID] = [:]
        for notification in unread {
            note(.read, notification.id, at: time, device: device)
            _ = settle(notification.id, except: device, at: time)
            cleared[notification.id] = notification.userID
        }
        return cleared
    }

    fileprivate func isOpen(_ item: TopicID) -> Bool { items[item].map { $0.completedAt == nil } ?? false }

    fileprivate func isRepetition(_ record: IdempotencyRecord?) -> Bool {
        record.map { idempotency[MemoryStore.Scope(key: $0.scope, text: $0.key)] != nil } ?? false
    }
}
