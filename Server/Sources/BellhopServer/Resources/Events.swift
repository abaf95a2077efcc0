import BellhopModel

extension Resource {
    static let events = Resource(
        "Events", "Real-time events. Delivery is best effort: after a reconnect, a client must fetch the lists again.",
        operations: [
            Operation(
                API.events,
                details: """
                    Upgrades the connection to a WebSocket (RFC 6455, version 13). Each text frame is one `Event`; the \
                    first is the badge. The close code is 1013 if the client reads too slowly and 1001 if the server \
                    stops; connect again in both cases.
                    """, Success(status: 101, note: "The connection is upgraded to a WebSocket."),
                reply: EventHandlers.requireUpgrade)
        ],
        components: [event])

    private static let event = Component(
        "Event", ServerEvent.self,
        "An event for connected clients. Ignore unknown types.",
        .alternatives([
            .object([
                .required(
                    "type", .choice(["ask_created", "ask_resolved", "ask_applied"]).titled("AskEventType"),
                    "The change of the ask."),
                .required("ask", .named("Ask"), "The ask."),
            ]).titled("AskEvent"),
            .object([
                .required("type", .choice(["notification_created"]), "A new notification."),
                .required("notification", .named("Notification"), "The notification."),
            ]).titled("NotificationCreatedEvent"),
            .object([
                .required("type", .choice(["notification_read"]), "A notification was marked as read."),
                .required("notification_id", .id, "The notification's id."),
            ]).titled("NotificationReadEvent"),
            .object([
                .required("type", .choice(["notifications_read"]), "Several notifications were marked as read."),
                .required("notification_ids", .list(of: .id), "The notifications' ids."),
            ]).titled("NotificationsReadEvent"),
            .object([
                .required("type", .choice(["session_updated"]), "A session was updated."),
                .required("session", .named("Session"), "The session."),
            ]).titled("SessionEvent"),
            .object([
                .required("type", .choice(["badge"]), "The badge changed."),
                .required(
                    "count", .integer(0...Int.max),
                    "The number of unread notifications that are neither expired nor snoozed."),
            ]).titled("BadgeEvent"),
        ]),
        examples: [
            ServerEvent.badge(3), ServerEvent.askResolved(Component.approvedAsk),
            ServerEvent.notificationCreated(sampleNotification),
            ServerEvent.notificationRead(Sample.notification), ServerEvent.notificationsRead([Sample.notification]),
            ServerEvent.sessionUpdated(sampleSession),
        ])
}

private enum EventHandlers {
    /// Called only without an upgrade or with a declined one, and only for an authenticated caller.
    @Sendable static func requireUpgrade(_ call: Call) async throws -> Reply {
        throw APIError(
            .invalidRequest,
            "This route is a WebSocket: send `Connection: Upgrade`, `Upgrade: websocket` and "
                + "`Sec-WebSocket-Version: 13`.")
    }
}
