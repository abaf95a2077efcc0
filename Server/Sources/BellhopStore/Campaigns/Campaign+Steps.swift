public import BellhopModel

extension Campaign {
    /// What `user` is told by a step at `time`.
    public func notification(for user: UserID, at time: Timestamp) -> UserNotification {
        UserNotification(
            id: .make(at: time), userID: user, category: notification.category ?? .sessionStatus,
            sessionID: notification.sessionID, campaignID: id, title: notification.title,
            subtitle: notification.subtitle, body: notification.body,
            thread: notification.thread ?? notification.sessionID?.description, deepLink: notification.deepLink,
            options: notification.options, createdAt: time, expiresAt: expiresAt)
    }

    /// Notes a step at `time`.
    ///
    /// - Parameters:
    ///   - recipients: how many users it told.
    ///   - isLast: nobody is left.
    public mutating func advance(
        recipients: Int, deliveries: Int, refused: Int, isLast: Bool, at time: Timestamp
    ) {
        self.recipients += recipients
        self.deliveries += deliveries
        self.refused += refused
        begunAt = begunAt ?? time
        state = .sending
        if isLast { end(.done, at: time) }
    }

    /// Ends it, unless it has been stopped or has expired.
    public mutating func end(_ end: State, at time: Timestamp) {
        guard state != .stopped, state != .expired else { return }
        state = end
        endedAt = endedAt ?? time
    }
}
