import BellhopModel

extension Chapter {
    static let events = Chapter(
        "Events", "What happens, as it happens. Events are hints: a client that missed some reads the lists again.",
        operations: [
            Operation(
                .events, id: "events",
                details: """
                    Upgrades to a WebSocket (RFC 6455, version 13). Each text frame is one `Event`; the first is the badge. \
                    A client that reads too slowly is closed with 1013, a stopping server closes with 1001: connect again.
                    """,
                errors: [.invalidRequest],
                Success(status: 101, note: "The connection is a WebSocket."))
        ],
        bodies: [event])

    private static let event = BodyDescription(
        "Event", Event.self,
        "Something that connected clients are told at once. Types that are not known are to be ignored.",
        .alternatives([
            .object([
                .required(
                    "type", .choice(["ask_created", "ask_resolved", "ask_applied"]).titled("AskEventType"),
                    "What happened to the ask."),
                .required("ask", .named("Ask"), "The ask as it stands."),
            ]).titled("AskEvent"),
            .object([
                .required("type", .choice(["notification_created"]), "The user is told something."),
                .required("notification", .named("Notification"), "What."),
            ]).titled("NotificationCreatedEvent"),
            .object([
                .required("type", .choice(["notification_read"]), "It was read."),
                .required("notification_id", .id, "Which."),
            ]).titled("NotificationReadEvent"),
            .object([
                .required("type", .choice(["notifications_read"]), "Many were read at once."),
                .required("notification_ids", .list(of: .id), "Which."),
            ]).titled("NotificationsReadEvent"),
            .object([
                .required("type", .choice(["session_updated"]), "An agent goes on."),
                .required("session", .named("Session"), "The session as it stands."),
            ]).titled("SessionEvent"),
            .object([
                .required("type", .choice(["badge"]), "The number on the app's icon."),
                .required("count", .integer(0...Int.max), "Unread and still of use."),
            ]).titled("BadgeEvent"),
        ]),
        examples: [
            Event.badge(3), Event.askResolved(BodyDescription.approvedAsk),
            Event.notificationCreated(sampleNotification),
            Event.notificationRead(Sample.notification), Event.notificationsRead([Sample.notification]),
            Event.sessionUpdated(sampleSession),
        ])
}
