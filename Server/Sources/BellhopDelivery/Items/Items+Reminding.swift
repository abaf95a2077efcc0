public import BellhopModel
public import BellhopStore

extension Items {
    /// Reminds subscribers of an item, at a moment or now.
    ///
    /// - Parameters:
    ///   - key: an admin's.
    ///   - remember: makes the record of the response, which is stored with the reminder.
    /// - Throws: `APIError`: `forbidden`, `not_found`; `invalid_request`, also when the item is complete.
    public func remind(
        _ reminder: ItemReminderRequest, of id: TopicID, by key: KeyRecord,
        remember: (@Sendable (Schedule) throws -> IdempotencyRecord)?
    ) async throws -> Acceptance<Schedule> {
        try key.require([.admin], to: "remind of items")
        let item = try await find(id, for: key)
        let moment = try ItemRules.check(reminder, of: item, at: time.now)
        let schedule = Schedule(
            item.notification(.reminder, title: reminder.title, body: reminder.body),
            to: Self.audience(reminder.users, of: id), at: moment, by: key, now: time.now)
        defer { wake.signal() }
        switch try await store.add(schedule, about: id, idempotency: try remember?(schedule)) {
        case .stored: return .accepted(schedule)
        case .repeated(let record): return .repeated(record)
        case nil: throw try await refusal(of: id, for: key)
        }
    }

    /// Clears the notifications about an item from the user's devices and reminds them later. Again, the later moment
    /// counts.
    ///
    /// - Parameter key: a device's whose user subscribes to the item.
    /// - Throws: `APIError`: `forbidden`, `not_found`; `invalid_request`, also when the item is complete.
    public func snooze(_ id: TopicID, _ request: SnoozeRequest, by key: KeyRecord) async throws -> Schedule {
        try key.require([.device], to: "snooze items")
        let minutes = FieldRules.minutes(of: request)
        let item = try await find(id, for: key)
        let now = time.now
        let schedule = Schedule(
            item.notification(.reminder), to: .user(key.userID), at: now + .seconds(minutes * 60), by: key, now: now)
        defer { wake.signal() }
        guard let cleared = try await store.snoozeItem(id, until: schedule, by: key.deviceID, at: now) else {
            throw try await refusal(of: id, for: key)
        }
        for notification in cleared { await announcer.announce(.notificationRead(notification), to: key.userID) }
        return schedule
    }
}

extension Schedule {
    fileprivate init(
        _ notification: NotificationRequest, to audience: Audience, at moment: Timestamp, by key: KeyRecord,
        now: Timestamp
    ) {
        self.init(
            id: .make(at: now), to: audience, notification: notification, when: ScheduleTiming(at: .moment(moment)),
            next: moment, createdBy: key.id, creator: key.userID, createdAt: now)
    }
}
