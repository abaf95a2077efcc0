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
    /// - Throws: `APIError`: `forbidden`, `invalid_request`, `payload_too_large`.
    public func send(
        _ request: NotificationRequest, by key: KeyRecord,
        remember: (@Sendable (UserNotification) throws -> IdempotencyRecord)?
    ) async throws -> Acceptance<UserNotification> {
        let notification = try draft(request, by: key)
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

    /// What `request` tells, once all rules are kept.
    func draft(_ request: NotificationRequest, by key: KeyRecord) throws -> UserNotification {
        try key.require([.agent, .admin], to: "send notifications")
        _ = try key.owner(request.userID, to: "send to the devices")
        try NotificationRules.check(request)
        let notification = UserNotification(request, by: key, at: time.now)
        try PayloadRules.check(notification)
        return notification
    }

    /// - Throws: `APIError`: `not_found`; `forbidden` unless the key is of the same user, or an admin's.
    func find(_ id: NotificationID, for key: KeyRecord) async throws -> UserNotification {
        guard let notification = try await store.notification(id) else {
            throw APIError(.notFound, "There is no notification \(id).")
        }
        if key.role != .admin { try key.require(notification.userID, owning: "notification") }
        return notification
    }
}
