import BellhopModel

extension Chapter {
    static let notifications = Chapter(
        "Notifications", "What users are told, and what became of it.",
        operations: [
            Operation(
                .sendNotification, id: "sendNotification", details: "Durable before the response, pushed after it.",
                body: "NotificationRequest", errors: [.payloadTooLarge],
                .json(
                    "Notification", status: 202, "Accepted.",
                    leadsTo: ["getNotification", "readNotification"])),
            Operation(
                .validateNotification, id: "validateNotification", details: "A dry run. It keeps to the same rules.",
                body: "NotificationRequest", errors: [.payloadTooLarge],
                .json("NotificationPreview", "What would be sent, and to how many devices.")),
            Operation(
                .notificationHistory, id: "notificationHistory",
                query: historyQuery,
                .json("NotificationPage", "The user's notifications, newest first, those of asks included.")),
            Operation(
                .getNotification, id: "getNotification",
                .json("NotificationTimeline", "The notification and everything that happened to it.")),
            Operation(
                .readNotifications, id: "readNotifications", details: "Pending asks stay as they are.",
                body: "ReadRequest", isBodyRequired: false,
                .json("ReadResult", "Read, and off the user's other devices.")),
            Operation(
                .readNotification, id: "readNotification", details: "A pending ask stays as it is.",
                .noContent("Read, and off the user's other devices.")),
            Operation(.sendReceipt, id: "sendReceipt", body: "Receipt", errors: [.notFound], .noContent("Noted.")),
        ],
        bodies: [
            request, .notificationOptions, .localization, .preview, .payloadPreview, .payloadFinding, notification,
            page, readRequest, readResult, timeline, entry, delivery, receipt,
        ])

    private static let historyQuery: [Parameter] = [
        .query("page", .integer(1...Int.max), "Which page; 1 is the first. Not together with `before`."),
        .query("before", .id, "Go on after this one, the last of the page before, without gaps."), .limit,
        .query("user", .name, "Whose, for an admin; the key's own user unless given."),
        .query("category", .category, "Only of this category."),
        .query(
            "type", .choice(PreferenceType.known.map(\.rawValue)).titled("PreferenceType"), "Only of this type."),
        .query("session", .name, "Only of this session."),
        .query("thread", .identifier(1...128), "Only of this thread."),
        .query("read", .boolean, "Only what was read, or was not."),
        .query("since", .time, "Only what was made at this moment or later."),
        .query("until", .time, "Only what was made before this moment."),
    ]

    private static let readRequest = BodyDescription(
        "ReadRequest", ReadRequest.self, "Which notifications: all of the user's unless something is given.",
        .object([
            .optional("up_to", .id, "This one and those made before it."),
            .optional("session_id", .name, "Of this session."),
            .optional("thread", .identifier(1...128), "Of this thread."),
        ]),
        examples: [ReadRequest(upTo: Sample.notification, sessionID: Sample.session, thread: "bellhop")])

    private static let readResult = BodyDescription(
        "ReadResult", ReadResult.self, "What came of it.",
        .object([
            .required("read", .integer(0...Int.max), "How many were unread before."),
            .required("unread", .integer(0...Int.max), "How many are unread and still of use now: the badge."),
        ]),
        examples: [ReadResult(read: 12, unread: 1)])

    private static let request = BodyDescription(
        "NotificationRequest", NotificationRequest.self, "Something to tell the user.",
        .object([
            .optional("user_id", .name, "Who is told; the key's own user unless given by an admin."),
            .required(
                "title", .text(0...APILimits.title),
                "What it is about, in a few words. Empty, or left out, only when it is `silent`."),
            .optional("subtitle", .text(0...APILimits.title), "A second line."),
            .required("body", .text(0...APILimits.text), "The text. It is left out only when it is `silent`."),
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
            .sometimes("campaign_id", .id, "The campaign it is part of."),
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
            .sometimes("snoozed_until", .time, "Until then it is on no screen, and not counted as unread."),
        ]),
        examples: [sampleNotification])

    private static let page = BodyDescription.page(
        "NotificationPage", of: notification, sampleNotification, hasNumbers: true)

    private static let timeline = BodyDescription(
        "NotificationTimeline", NotificationTimeline.self, "A notification and everything that happened to it.",
        .object([
            .required("notification", .named("Notification"), "The notification."),
            .required("timeline", .list(of: .named("TimelineEntry")), "Oldest first."),
            .required("deliveries", .list(of: .named("DeliveryStatus")), "Where its deliveries stand."),
            .required("devices", .list(of: .named("Device")), "The user's, and any other that it went to."),
            .sometimes("ask", .named("Ask"), "The ask it is about."),
        ]),
        examples: [
            NotificationTimeline(
                notification: sampleNotification,
                timeline: [
                    TimelineEntry(at: Sample.time(), step: .accepted),
                    TimelineEntry(at: Sample.time(1), step: .sent, deviceID: Sample.device, detail: "accepted by APNs"),
                ],
                deliveries: [sampleDelivery], ask: BodyDescription.approvedAsk)
        ])

    private static let sampleDelivery = DeliveryStatus(
        deviceID: Sample.device, purpose: .show, state: .waiting, attempts: 1, nextAttemptAt: Sample.time(30))

    private static let delivery = BodyDescription(
        "DeliveryStatus", DeliveryStatus.self, "Where one delivery of a notification stands.",
        .object([
            .required("device_id", .id, "To which device."),
            .required("purpose", .text, "`show` or `clear`; more may come."),
            .required("state", .choice(of: DeliveryStatus.State.self), "How far it is."),
            .required("attempts", .integer(0...Int.max), "How often it was attempted."),
            .sometimes("next_attempt_at", .time, "When it is due again, unless it has ended."),
        ]),
        examples: [sampleDelivery])

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
