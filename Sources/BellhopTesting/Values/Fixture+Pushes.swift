public import BellhopModel

extension Fixture {
    public static func notification(_ number: UInt64, ask: Ask? = nil, read: Bool = false) -> UserNotification {
        UserNotification(
            id: NotificationID(high: UInt64(start.milliseconds) << 16 | 0x7000, low: 1000 + number), userID: user,
            category: ask?.category ?? .sessionStatus, sessionID: "session-1", askID: ask?.id,
            title: ask?.request.title ?? "Status", body: ask?.request.body ?? "Running tests", createdAt: start,
            expiresAt: ask?.deadline ?? start + .seconds(86_400), readAt: read ? start : nil)
    }

    public static func push(_ ask: Ask, badge: Int? = 1) -> PushPayload {
        PushPayload(notification(ask.id.low, ask: ask), ask: ask, badge: badge)
    }
}
