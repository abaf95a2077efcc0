import BellhopModel

extension UserNotification {
    init(_ request: NotificationRequest, by key: KeyRecord, at now: Timestamp) {
        self.init(
            id: .make(at: now), userID: request.userID ?? key.userID, category: request.category ?? .sessionStatus,
            sessionID: request.sessionID, title: request.title, subtitle: request.subtitle, body: request.body,
            thread: request.thread ?? request.sessionID?.description, deepLink: request.deepLink,
            options: request.options, createdAt: now,
            expiresAt: now + .seconds(request.expiresIn ?? NotificationRules.lifetime))
    }
}
