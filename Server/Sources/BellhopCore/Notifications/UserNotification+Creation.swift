import BellhopModel

extension UserNotification {
    init(_ request: NotificationRequest, by key: KeyRecord, at now: Timestamp) {
        self.init(request, for: request.userID ?? key.userID, at: now, plannedFor: now)
    }

    /// - Parameter moment: from which its life counts.
    init(_ request: NotificationRequest, for user: UserID, at now: Timestamp, plannedFor moment: Timestamp) {
        self.init(
            id: .make(at: now), userID: user, category: request.category ?? .sessionStatus,
            sessionID: request.sessionID, title: request.title, subtitle: request.subtitle, body: request.body,
            thread: request.thread ?? request.sessionID?.description, deepLink: request.deepLink,
            options: request.options, createdAt: now,
            expiresAt: moment + .seconds(request.expiresIn ?? NotificationRules.lifetime))
    }
}
