import BellhopModel

extension Chapter {
    static let notifications = Chapter(
        "Notifications", "What users are told, and what became of it.",
        operations: [
            Operation(
                .sendNotification, id: "sendNotification", details: "Durable before the response, pushed after it.",
                body: "NotificationRequest",
                .json(
                    "Notification", status: 202, "Accepted.",
                    leadsTo: ["getNotification", "readNotification"])),
            Operation(
                .notificationHistory, id: "notificationHistory",
                query: [.query("before", .id, "Go on after this one, the last of the page before."), .limit],
                .json("NotificationPage", "The user's notifications, newest first, those of asks included.")),
            Operation(
                .getNotification, id: "getNotification",
                .json("NotificationTimeline", "The notification and everything that happened to it.")),
            Operation(
                .readNotification, id: "readNotification", details: "A pending ask stays as it is.",
                .noContent("Read, and off the user's other devices.")),
            Operation(.sendReceipt, id: "sendReceipt", body: "Receipt", errors: [.notFound], .noContent("Noted.")),
        ],
        bodies: [request, .notificationOptions, .localization, notification, page, timeline, entry, receipt])

    private static let request = BodyDescription(
        "NotificationRequest", NotificationRequest.self, "Something to tell the user.",
        .object([
            .optional("user_id", .name, "Who is told; the key's own user unless given by an admin."),
            .required("title", .title, "What it is about, in a few words."),
            .optional("subtitle", .text(0...APILimits.title), "A second line."),
            .required("body", .text(0...APILimits.text), "The text."),
            .optional("category", .category, "Its kind, one that asks nothing; `SESSION_STATUS` unless given."),
            .optional("session_id", .name, "The run of the agent that it belongs to."),
            .optional("thread", .identifier(1...128), "Groups notifications on the device; by default the session."),
            .optional("deep_link", .identifier(1...1024), "Opened when it is tapped."),
            .optional(
                "expires_in", .integer(APILimits.notificationSeconds),
                "Seconds until nobody needs to see it any more; a day unless given."),
            .optional("options", .named("NotificationOptions"), "How it is shown and sent; else as its category says."),
        ]),
        examples: [
            NotificationRequest(
                userID: Sample.user, title: "Build finished", subtitle: "bellhop", body: "42 tests passed",
                category: .taskComplete,
                sessionID: Sample.session, thread: "bellhop", deepLink: "https://ci.example/builds/42", expiresIn: 3600,
                options: NotificationOptions(sound: "default", interruptionLevel: .active))
        ])

    private static let notification = BodyDescription(
        "Notification", UserNotification.self, "Something that one user is told.",
        .object([
            .required("id", .id, "What it is called from now on."),
            .required("user_id", .name, "Who is told."),
            .required("category", .category, "Its kind."),
            .sometimes("session_id", .name, "The run of the agent that it belongs to."),
            .sometimes("ask_id", .id, "The ask it is about."),
            .required("title", .text, "What it is about."),
            .sometimes("subtitle", .text, "A second line."),
            .required("body", .text, "The text."),
            .sometimes("thread", .text, "Groups notifications on the device."),
            .sometimes("deep_link", .text, "Opened when it is tapped."),
            .sometimes(
                "options", .named("NotificationOptions"), "How it is shown and sent; else as its category says."),
            .required("created_at", .time, "When it was accepted."),
            .required("expires_at", .time, "After this moment nobody needs to see it."),
            .sometimes("read_at", .time, "When the user read it."),
        ]),
        examples: [sampleNotification])

    private static let page = BodyDescription.page(
        "NotificationPage", of: notification, sampleNotification, hasUnread: true)

    private static let timeline = BodyDescription(
        "NotificationTimeline", NotificationTimeline.self, "A notification and everything that happened to it.",
        .object([
            .required("notification", .named("Notification"), "The notification."),
            .required("timeline", .list(of: .named("TimelineEntry")), "Oldest first."),
        ]),
        examples: [
            NotificationTimeline(
                notification: sampleNotification,
                timeline: [
                    TimelineEntry(at: Sample.time(), step: .accepted),
                    TimelineEntry(at: Sample.time(1), step: .sent, deviceID: Sample.device, detail: "accepted by APNs"),
                ])
        ])

    private static let entry = BodyDescription(
        "TimelineEntry", TimelineEntry.self, "One thing that happened to a notification.",
        .object([
            .required("at", .time, "When."),
            .required("step", .choice(of: TimelineEntry.Step.self), "What."),
            .sometimes("device_id", .id, "On which device."),
            .sometimes("detail", .text, "Why, in words."),
        ]),
        examples: [
            TimelineEntry(at: Sample.time(1), step: .sent, deviceID: Sample.device, detail: "accepted by APNs")
        ])

    private static let receipt = BodyDescription(
        "Receipt", Receipt.self, "Something happened where the server cannot see it.",
        .object([
            .required(
                "kind", .choice(of: Receipt.Kind.self),
                "A device says `shown` and `opened`; an agent says `applied` when it went on with an answer."),
            .optional("notification_id", .id, "For `shown` and `opened`."),
            .optional("ask_id", .id, "For `applied`."),
        ]),
        examples: [
            Receipt(kind: .opened, notificationID: Sample.notification), Receipt(kind: .applied, askID: Sample.ask),
        ])

    static let sampleNotification = UserNotification(
        id: Sample.notification, userID: Sample.user, category: .taskComplete, sessionID: Sample.session,
        askID: Sample.ask, title: "Build finished", subtitle: "bellhop", body: "42 tests passed", thread: "bellhop",
        deepLink: "https://ci.example/builds/42", options: NotificationOptions(sound: "default"),
        createdAt: Sample.time(), expiresAt: Sample.time(3600),
        readAt: Sample.time(60))
}
