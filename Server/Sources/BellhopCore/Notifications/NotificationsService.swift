public import BellhopModel
public import BellhopStore
public import Metrics

/// Notifications to users: sends them, and records receipts, reading, snoozing and cancellation.
///
/// Every method throws `APIError` for a caller's error, and rethrows store errors. Returned results are durable.
public struct NotificationsService: Sendable {
    let store: Store
    let workSignal: WorkSignal
    let time: any TimeSource
    let events: EventPublisher
    private let sent: Counter

    /// - Parameter workSignal: notified when deliveries are created.
    public init(
        store: Store, hub: EventHub, workSignal: WorkSignal, time: any TimeSource, metrics: any MetricsFactory
    ) {
        self.store = store
        self.workSignal = workSignal
        self.time = time
        self.events = EventPublisher(store: store, hub: hub, time: time)
        self.sent = Counter(label: "bellhop_notifications_created_total", factory: metrics)
    }

    /// Sends a notification to the key's own user, or with an admin's key to any user.
    ///
    /// - Parameters:
    ///   - key: an agent's or an admin's.
    ///   - recorder: makes the idempotency record of the response; `nil` without an idempotency key.
    /// - Throws: `APIError`: `forbidden`, `invalid_request`, `payload_too_large`.
    public func send(
        _ request: NotificationRequest, by key: KeyRecord,
        recorder: ResponseRecorder<UserNotification>?
    ) async throws -> IdempotentResult<UserNotification> {
        let notification = try draft(request, by: key)
        let submission = Submission(notification: notification, idempotency: try recorder?(notification))
        switch try await store.accept(submission, at: time.now, notifying: workSignal) {
        case .repeated(let record):
            return .repeated(record)
        case .stored:
            sent.increment()
            await events.publish(.notificationCreated(notification), to: notification.userID)
            return .accepted(notification)
        }
    }

    /// Marks a notification as read and clears it on the user's other devices. Repeating it changes nothing. For a
    /// broadcast it counts that the device has opened it.
    ///
    /// The notification of a pending ask stays unread: opening an ask does not answer it, and other devices keep
    /// showing it.
    ///
    /// - Throws: `APIError`: `not_found`; `forbidden` unless the key is a device's of the same user.
    public func markRead(_ id: NotificationID, by key: KeyRecord) async throws {
        try key.require([.device], to: "mark a notification as read")
        guard let notification = try await findOrOpen(id, for: key) else { return }
        if let askID = notification.askID, try await store.ask(askID)?.state == .pending { return }
        let changed = try await store.markRead(id, by: key.deviceID, at: time.now, notifying: workSignal)
        if changed { await events.publish(.notificationRead(id), to: notification.userID) }
    }

    /// The validated notification of `request`.
    func draft(_ request: NotificationRequest, by key: KeyRecord) throws -> UserNotification {
        try key.require([.agent, .admin], to: "send notifications")
        _ = try key.owner(request.userID, to: "send to the devices")
        try NotificationRules.check(request)
        let notification = UserNotification(request, by: key, at: time.now)
        try PayloadRules.check(notification)
        return notification
    }

    /// The notification, unless `id` is a broadcast, which has none.
    ///
    /// - Parameter counts: whether it counts that a broadcast was opened on the key's device.
    /// - Returns: `nil` for a broadcast.
    /// - Throws: as ``find(_:for:)``
    private func findOrOpen(
        _ id: NotificationID, for key: KeyRecord, counts: Bool = true
    ) async throws -> UserNotification? {
        if let notification = try await store.notification(id) { return try check(notification, for: key) }
        if try await store.noteOpening(of: CampaignID(id), on: counts ? key.deviceID : nil) { return nil }
        throw APIError(.notFound, "There is no notification \(id).")
    }

    /// - Throws: `APIError`: `not_found`; `forbidden` unless the key is of the same user, or an admin's.
    func find(_ id: NotificationID, for key: KeyRecord) async throws -> UserNotification {
        guard let notification = try await store.notification(id) else {
            throw APIError(.notFound, "There is no notification \(id).")
        }
        return try check(notification, for: key)
    }

    private func check(_ notification: UserNotification, for key: KeyRecord) throws -> UserNotification {
        if key.role != .admin { try key.require(notification.userID, owning: "notification") }
        return notification
    }
}

extension NotificationsService {
    /// Records an event that happened outside of the server: in the notification's timeline, or for `applied` in the
    /// ask.
    ///
    /// - Parameter key: a device's for `shown` and `opened`, an agent's for `applied`.
    /// - Throws: `APIError`: `not_found`, `forbidden`; `invalid_request` when the receipt has no subject, or the ask
    ///   has no answer that could have been applied.
    public func receive(_ receipt: Receipt, by key: KeyRecord) async throws {
        switch receipt.kind {
        case .shown: try await note(.shown, receipt, by: key)
        case .opened: try await note(.opened, receipt, by: key)
        case .applied: try await applied(receipt, by: key)
        }
    }

    private func note(_ step: TimelineEntry.Step, _ receipt: Receipt, by key: KeyRecord) async throws {
        try key.require([.device], to: "report a notification as \(step.rawValue)")
        guard let id = receipt.notificationID else {
            throw APIError(.invalidRequest, "notification_id: is missing; a receipt of kind \(step.rawValue) needs it")
        }
        guard try await findOrOpen(id, for: key, counts: step == .opened) != nil else { return }
        try await store.record(TimelineEntry(at: time.now, step: step, deviceID: key.deviceID), for: id)
    }

    private func applied(_ receipt: Receipt, by key: KeyRecord) async throws {
        try key.require([.agent], to: "report an answer as applied")
        guard let id = receipt.askID else {
            throw APIError(.invalidRequest, "ask_id: is missing; a receipt of kind applied needs it")
        }
        guard let ask = try await store.ask(id) else { throw APIError(.notFound, "There is no ask \(id).") }
        try key.require(ask.userID, owning: "ask")
        guard let applied = try await store.markApplied(id, at: time.now) else {
            throw APIError(.invalidRequest, "ask_id: this ask has no answer that could have been applied")
        }
        // A repeated receipt publishes no event.
        if ask.appliedAt == nil { await events.publish(.askApplied(applied), to: applied.userID) }
    }
}

extension NotificationsService {
    /// Cancels a notification: pending deliveries end, and devices that show it clear it. Repeating it changes nothing.
    ///
    /// - Parameter key: an agent's of the same user, or an admin's.
    /// - Throws: `APIError`: `not_found`, `forbidden`; `invalid_request` for the notification of an ask, which must be
    ///   withdrawn instead.
    public func cancel(_ id: NotificationID, by key: KeyRecord) async throws -> Cancellation {
        try key.require([.agent, .admin], to: "cancel a notification")
        guard let notification = try await store.notification(id) else {
            throw APIError(.notFound, "There is no notification and no schedule \(id).")
        }
        if key.role != .admin { try key.require(notification.userID, owning: "notification") }
        if let ask = notification.askID {
            throw APIError(
                .invalidRequest, "id: this is the notification of an ask; withdraw the ask: DELETE /v1/asks/\(ask)")
        }
        defer { workSignal.notify(.deliveries) }
        guard let cancellation = try await store.cancelNotification(id, at: time.now) else {
            throw APIError(.notFound, "There is no notification and no schedule \(id).")
        }
        if notification.readAt == nil { await events.publish(.notificationRead(id), to: notification.userID) }
        return cancellation
    }

    /// Clears a notification from the screens and shows it again later; it is then valid for a day at least.
    ///
    /// - Parameter key: a device's of the same user.
    /// - Throws: `APIError`: `not_found`, `forbidden`; `invalid_request` when it is silent, was cancelled, or is about
    ///   a completed item or an ask that ends before it would be shown again; `ask_already_answered`, `ask_expired` and
    ///   `ask_withdrawn`.
    public func snooze(
        _ id: NotificationID, _ request: SnoozeRequest, by key: KeyRecord
    ) async throws -> UserNotification {
        try key.require([.device], to: "snooze a notification")
        let minutes = FieldRules.minutes(of: request)
        let notification = try await find(id, for: key)
        guard !notification.isSilent else {
            throw APIError(.invalidRequest, "id: this notification is silent, so it cannot be shown again")
        }
        let now = time.now
        let moment = now + .seconds(minutes * 60)
        if let ask = notification.askID { try await checkOpen(ask, at: moment, now: now) }
        defer { workSignal.notify(.deliveries) }
        let snoozing = try await store.snooze(
            id, until: moment, expiresAt: moment + .seconds(NotificationRules.lifetime), by: key.deviceID, at: now)
        switch snoozing {
        case .done: break
        case .cancelled:
            throw APIError(.invalidRequest, "id: this notification was cancelled; it is not shown again")
        case .itemCompleted(let item):
            throw APIError(.invalidRequest, "id: the item \(item) is complete, and complete items have no reminders")
        case .askEnds, .missing:
            if let ask = notification.askID { try await checkOpen(ask, at: moment, now: now) }
            throw APIError(.notFound, "There is no notification \(id).")
        }
        await events.publish(.notificationRead(id), to: notification.userID)
        return try await find(id, for: key)
    }

    private func checkOpen(_ id: AskID, at moment: Timestamp, now: Timestamp) async throws {
        guard let ask = try await store.ask(id) else { throw APIError(.notFound, "There is no ask \(id).") }
        switch ask.state {
        case .pending where now < ask.deadline: break
        case .pending, .expired: throw APIError(.askExpired, resolution: ask.resolution)
        case .withdrawn: throw APIError(.askWithdrawn, resolution: ask.resolution)
        default: throw APIError(.askAlreadyAnswered, "The ask is \(ask.state.rawValue).", resolution: ask.resolution)
        }
        guard moment < ask.deadline else {
            throw APIError(.invalidRequest, "minutes: the ask expires before that time, at \(ask.deadline)")
        }
    }
}

extension UserNotification {
    init(_ request: NotificationRequest, by key: KeyRecord, at now: Timestamp) {
        self.init(request, for: request.userID ?? key.userID, at: now, plannedFor: now)
    }

    /// - Parameter moment: the start of its lifetime.
    init(_ request: NotificationRequest, for user: UserID, at now: Timestamp, plannedFor moment: Timestamp) {
        self.init(
            id: .make(at: now), userID: user, category: request.category ?? .sessionStatus,
            sessionID: request.sessionID, title: request.title, subtitle: request.subtitle, body: request.body,
            thread: request.thread ?? request.sessionID?.description, deepLink: request.deepLink,
            options: request.options, createdAt: now,
            expiresAt: moment + .seconds(request.expiresIn ?? NotificationRules.lifetime))
    }
}
