public import BellhopModel
import BellhopStore

extension ItemService {
    /// Sends a notification about an item to its subscribers, according to its category and their preferences, and
    /// makes their apps synchronize.
    ///
    /// - Parameters:
    ///   - key: an admin's.
    ///   - recorder: makes the idempotency record of the response.
    /// - Throws: `APIError`: `forbidden`, `not_found`; `invalid_request`, also for a visible notification about a
    ///   completed item.
    public func notify(
        _ notice: ItemNotificationRequest, of id: TopicID, by key: KeyRecord,
        recorder: ResponseRecorder<Campaign>?
    ) async throws -> IdempotentResult<Campaign> {
        try key.require([.admin], to: "send notifications about items")
        let item = try await find(id, for: key)
        let audience = Self.audience(notice.users, of: id)
        defer { workSignal.notify(.campaigns) }
        guard notice.isSilent != true else {
            let sync = Campaign(.itemSync, to: audience, at: time.now)
            return IdempotentResult(try await store.accept(submission(sync, audience, recorder)), sync)
        }
        let notification = item.notification(notice.type ?? .newItem, title: notice.title, body: notice.body)
        let campaign = Campaign(notification, to: audience, at: time.now)
        guard let result = try await store.accept(submission(campaign, audience, recorder), about: id) else {
            throw try await refusal(of: id, for: key)
        }
        if case .stored = result { await sync(audience) }
        return IdempotentResult(result, campaign)
    }

    /// Sends a silent push that makes apps synchronize. It may fail: an app that misses it synchronizes the next time.
    func sync(_ audience: Audience) async {
        let sync = Campaign(.itemSync, to: audience, at: time.now)
        _ = try? await store.accept(CampaignSubmission(campaign: sync, audience: audience))
        workSignal.notify(.campaigns)
    }

    /// The given users, or all subscribers.
    static func audience(_ users: [UserID]?, of item: TopicID) -> Audience {
        guard let users else { return .topic(item) }
        if let user = users.first, users.count == 1 { return .user(user) }
        return .users(users)
    }

    private func submission(
        _ campaign: Campaign, _ audience: Audience, _ recorder: ResponseRecorder<Campaign>?
    ) throws -> CampaignSubmission {
        CampaignSubmission(campaign: campaign, audience: audience, idempotency: try recorder?(campaign))
    }
}

extension Campaign {
    init(_ notification: NotificationRequest, to audience: Audience, at now: Timestamp) {
        self.init(
            id: .make(at: now), to: Target(audience), notification: notification, createdAt: now,
            expiresAt: now + .seconds(notification.expiresIn ?? NotificationRules.lifetime))
    }
}

extension ItemService {
    /// Reminds subscribers of an item, at a moment or now.
    ///
    /// - Parameters:
    ///   - key: an admin's.
    ///   - recorder: makes the idempotency record of the response.
    /// - Throws: `APIError`: `forbidden`, `not_found`; `invalid_request`, also when the item is complete.
    public func remind(
        _ reminder: ItemReminderRequest, of id: TopicID, by key: KeyRecord,
        recorder: ResponseRecorder<Schedule>?
    ) async throws -> IdempotentResult<Schedule> {
        try key.require([.admin], to: "send reminders about items")
        let item = try await find(id, for: key)
        let moment = try ItemRules.check(reminder, of: item, at: time.now)
        let schedule = Schedule(
            item.notification(.reminder, title: reminder.title, body: reminder.body),
            to: Self.audience(reminder.users, of: id), at: moment, by: key, now: time.now)
        defer { workSignal.notify(.schedules) }
        guard let result = try await store.add(schedule, about: id, idempotency: try recorder?(schedule)) else {
            throw try await refusal(of: id, for: key)
        }
        return IdempotentResult(result, schedule)
    }

    /// Clears the notifications about an item from the user's devices and reminds the user later. Of repeated snoozes
    /// the latest moment applies.
    ///
    /// - Parameter key: that of a device whose user subscribes to the item.
    /// - Throws: `APIError`: `forbidden`, `not_found`; `invalid_request`, also when the item is complete.
    public func snooze(_ id: TopicID, _ request: SnoozeRequest, by key: KeyRecord) async throws -> Schedule {
        try key.require([.device], to: "snooze items")
        let minutes = FieldRules.minutes(of: request)
        let item = try await find(id, for: key)
        let now = time.now
        let schedule = Schedule(
            item.notification(.reminder), to: .user(key.userID), at: now + .seconds(minutes * 60), by: key, now: now)
        defer { workSignal.notify([.deliveries, .schedules]) }
        guard let cleared = try await store.snoozeItem(id, until: schedule, by: key.deviceID, at: now) else {
            throw try await refusal(of: id, for: key)
        }
        for notification in cleared { await events.publish(.notificationRead(notification), to: key.userID) }
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

extension Item {
    /// The lifetime of a notification about an item, in seconds: a week.
    private static let lifetime = 604_800

    /// The notification about the item for its subscribers.
    ///
    /// - Parameters:
    ///   - title: the item's title by default.
    ///   - body: the item's body by default.
    func notification(
        _ kind: ItemNotificationRequest.Kind, title: String? = nil, body: String? = nil
    ) -> NotificationRequest {
        NotificationRequest(
            title: title ?? self.title, body: body ?? self.body, category: kind.category, thread: id.description,
            expiresIn: Self.lifetime,
            options: NotificationOptions(
                imageURL: imageURL, collapseKey: collapseKey(kind), itemID: id.description,
                // The keys expected by apps that were not written for Bellhop.
                data: ["notification_type": .string(kind.rawValue), "item_id": .string(id.description)]))
    }

    /// A notification replaces earlier ones of the same kind about the same item. `nil` where the item's id makes the
    /// key too long.
    private func collapseKey(_ kind: ItemNotificationRequest.Kind) -> String? {
        let key =
            kind == .newItem
            ? Item.announcementKey(id.description) : "\(kind.rawValue)/\(PercentEncoding.segment(id.description))"
        return key.utf8.count <= 64 ? key : nil
    }
}

extension ItemNotificationRequest.Kind {
    fileprivate var category: CategoryID {
        switch self {
        case .newItem: .newItem
        case .update: .update
        case .reminder: .reminder
        }
    }
}

extension NotificationRequest {
    /// Makes an app fetch changed items. Of several for an offline device the last is enough.
    ///
    /// Its category cannot be disabled in the preferences, because it displays nothing.
    static let itemSync = NotificationRequest(
        title: "", body: "", category: CategoryID("sync"), expiresIn: 86_400,
        options: NotificationOptions(isSilent: true, collapseKey: "bellhop/items", data: ["silent": true]))
}
