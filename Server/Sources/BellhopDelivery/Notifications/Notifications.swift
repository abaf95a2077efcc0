public import BellhopModel
public import BellhopStore
public import Metrics

/// What users are told, and what became of it.
///
/// Every method throws `APIError` for what its caller did wrong, and passes on what the store throws when it cannot do
/// its work. What a method returns is durable.
public struct Notifications: Sendable {
    let store: any Store
    let wake: Wake
    let time: any TimeSource
    let announcer: Announcer
    private let sent: Counter

    /// - Parameter wake: rung whenever there are deliveries to send.
    public init(store: any Store, hub: EventHub, wake: Wake, time: any TimeSource, metrics: any MetricsFactory) {
        self.store = store
        self.wake = wake
        self.time = time
        self.announcer = Announcer(store: store, hub: hub, time: time)
        self.sent = Counter(label: "bellhop_notifications_created_total", factory: metrics)
    }

    /// Tells somebody something: the key's own user, or with an admin's key anyone.
    ///
    /// - Parameters:
    ///   - key: an agent's or an admin's.
    ///   - remember: makes the record of the response, which is stored together with the notification. `nil` when the
    ///     request named no idempotency key.
    /// - Throws: `APIError`: `forbidden`, `invalid_request`.
    public func send(
        _ request: NotificationRequest, by key: KeyRecord,
        remember: (@Sendable (UserNotification) throws -> IdempotencyRecord)?
    ) async throws -> Acceptance<UserNotification> {
        try key.require([.agent, .admin], to: "send notifications")
        if let user = request.userID, user != key.userID { try key.require([.admin], to: "send to another user") }
        try NotificationRules.check(request)
        let notification = UserNotification(request, by: key, at: time.now)
        let submission = Submission(notification: notification, idempotency: try remember?(notification))
        switch try await store.accept(submission, waking: wake) {
        case .repeated(let record):
            return .repeated(record)
        case .stored:
            sent.increment()
            await announcer.announce(.notificationCreated(notification), to: notification.userID)
            return .accepted(notification)
        }
    }

    /// The user's notifications, newest first, those of asks included.
    ///
    /// - Parameters:
    ///   - cursor: the last one of the page before.
    ///   - limit: at most so many; 1 to 200, and what is beyond is brought into that range.
    /// - Throws: `APIError` `forbidden`.
    public func history(
        for key: KeyRecord, before cursor: NotificationID?, limit: Int
    ) async throws -> [UserNotification] {
        try key.require([.agent, .device], to: "read notifications")
        return try await store.notifications(of: key.userID, before: cursor, limit: PageLimit.clamp(limit))
    }

    /// One notification and everything that happened to it, oldest first.
    ///
    /// - Throws: `APIError`: `not_found`, `forbidden`.
    public func timeline(_ id: NotificationID, for key: KeyRecord) async throws -> NotificationTimeline {
        try key.require([.agent, .device], to: "read notifications")
        let notification = try await find(id, for: key)
        return NotificationTimeline(notification: notification, timeline: try await store.timeline(of: id))
    }

    /// Marks a notification as read and takes it off the user's other devices. Again changes nothing.
    ///
    /// A pending ask stays as it is: to have looked at a question is not to have answered it, and the user's other
    /// devices go on showing it.
    ///
    /// - Throws: `APIError`: `not_found`; `forbidden` unless the key is a device's of the same user.
    public func markRead(_ id: NotificationID, by key: KeyRecord) async throws {
        try key.require([.device], to: "mark a notification as read")
        let notification = try await find(id, for: key)
        if let askID = notification.askID, try await store.ask(askID)?.state == .pending { return }
        let changed = try await store.markRead(id, by: key.deviceID, at: time.now, waking: wake)
        if changed { await announcer.announce(.notificationRead(id), to: notification.userID) }
    }

    func find(_ id: NotificationID, for key: KeyRecord) async throws -> UserNotification {
        guard let notification = try await store.notification(id) else {
            throw APIError(.notFound, "There is no notification \(id).")
        }
        try key.require(notification.userID, owning: "notification")
        return notification
    }
}
