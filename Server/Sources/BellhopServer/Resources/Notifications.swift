import BellhopCore
import BellhopModel

extension Resource {
    static let notifications = Resource(
        "Notifications", "Notifications to users, and their history.",
        operations: [
            Operation(
                API.sendNotification, details: "The notification is durable before the response and pushed after it.",
                body: "NotificationRequest",
                .json(
                    "Notification", status: 202, "The accepted notification.",
                    leadsTo: ["getNotification", "readNotification"]), accept: NotificationHandlers.send),
            Operation(
                API.validateNotification, details: "A dry run with the same validation as sending.",
                body: "NotificationRequest",
                .json("NotificationPreview", "The payloads and the number of devices."),
                reply: NotificationHandlers.validate),
            Operation(
                API.notificationHistory, query: historyQuery,
                .json("NotificationPage", "The user's notifications, including those of asks, newest first."),
                handle: NotificationHandlers.history),
            Operation(
                API.getNotification,
                .json("NotificationTimeline", "The notification with its timeline and deliveries."),
                handle: NotificationHandlers.get),
            Operation(
                API.readNotifications, details: "The notifications of pending asks stay unread.", body: "ReadRequest",
                orEmpty: ReadRequest(),
                .json("ReadResult", "The result. The user's other devices clear the notifications."),
                handle: NotificationHandlers.readAll),
            Operation(
                API.readNotification, details: "The notification of a pending ask stays unread.",
                .noContent("The notification was marked as read. The user's other devices clear it."),
                handle: NotificationHandlers.read),
            Operation(
                API.sendReceipt, body: "Receipt", .noContent("The receipt was recorded."),
                handle: NotificationHandlers.receive),
        ],
        components: [
            request, .notificationOptions, .localization, .preview, .payloadPreview, .payloadFinding, notification,
            page, readRequest, readResult, timeline, entry, delivery, receipt,
        ])

    private static let historyQuery: [Parameter] = [
        .query("page", .integer(1...Int.max), "The page, starting at 1. Not together with `before`."),
        .query(
            "before", .id,
            "The cursor: the id of the last notification of the previous page. Stable during concurrent additions."),
        .limit,
        .query("user", .name, "The user; requires an admin's key. Default: the key's user."),
        .query("category", .category, "Returns only notifications of this category."),
        .query(
            "type", .choice(PreferenceType.known.map(\.rawValue)).titled("PreferenceType"),
            "Returns only notifications of this type."),
        .query("session", .name, "Returns only notifications of this session."),
        .query("thread", .identifier(1...128), "Returns only notifications of this thread."),
        .query("read", .boolean, "`true` returns only read notifications, `false` only unread ones."),
        .query(
            "search", .identifier(1...200),
            """
            Returns only notifications with this text in title, subtitle or body. The case of A to Z is ignored. The \
            response has only `items` and `unread`; continue with `before`.
            """),
        .query("since", .time, "Returns only notifications created at or after this time."),
        .query("until", .time, "Returns only notifications created before this time."),
    ]

    private static let readRequest = Component(
        "ReadRequest", ReadRequest.self,
        "A filter of notifications. Without fields it selects all of the user's notifications.",
        .object([
            .optional("up_to", .id, "Selects this notification and all created before it."),
            .optional("session_id", .name, "Selects only notifications of this session."),
            .optional("thread", .identifier(1...128), "Selects only notifications of this thread."),
        ]),
        examples: [ReadRequest(upTo: Sample.notification, sessionID: Sample.session, thread: "bellhop")])

    private static let readResult = Component(
        "ReadResult", ReadResult.self, "The result of marking notifications as read.",
        .object([
            .required("read", .integer(0...Int.max), "The number of notifications that were unread before."),
            .required(
                "unread", .integer(0...Int.max),
                "The badge: the number of unread notifications that are neither expired nor snoozed."),
        ]),
        examples: [ReadResult(read: 12, unread: 1)])

    private static let request = Component(
        "NotificationRequest", NotificationRequest.self, "A notification to send.",
        .object([
            .optional(
                "user_id", .name, "The user; another than the key's requires an admin's key. Default: the key's user."),
            .requiredConditionally(
                "title", .text(0...APILimits.title),
                "The title. Required and not empty unless `silent`."),
            .optional("subtitle", .text(0...APILimits.title), "The subtitle, a second line."),
            .requiredConditionally(
                "body", .text(0...APILimits.text), "The text. Required unless `silent`."),
            .optional("category", .category, "The category, except those of asks. Default: `SESSION_STATUS`."),
            .optional("session_id", .name, "The agent's session that the notification belongs to."),
            .optional(
                "thread", .identifier(1...128),
                "The thread, which groups notifications on the device. Default: the session."),
            .optional("deep_link", .identifier(1...1024), "The link that a tap on the notification opens."),
            .optional(
                "expires_in", .integer(APILimits.notificationSeconds),
                "The lifetime, in seconds. Default: 86,400 (one day)."),
            .optional(
                "options", .named("NotificationOptions"),
                "Display and delivery options. Default: those of the category."),
        ]),
        examples: [
            NotificationRequest(
                userID: Sample.user, title: "Build finished", subtitle: "bellhop", body: "42 tests passed",
                category: .taskComplete,
                sessionID: Sample.session, thread: "bellhop", deepLink: "https://ci.example/builds/42", expiresIn: 3600,
                options: NotificationOptions(sound: "default", interruptionLevel: .active))
        ])

    private static let notification = Component(
        "Notification", UserNotification.self, "A notification for one user.",
        .object([
            .required("id", .id, "The notification's id."),
            .required("user_id", .name, "The user."),
            .required("category", .category, "The category."),
            .sometimes("session_id", .name, "The agent's session that the notification belongs to."),
            .sometimes("ask_id", .id, "The ask that the notification shows."),
            .sometimes("campaign_id", .id, "The campaign that the notification belongs to."),
            .required("title", .text, "The title."),
            .sometimes("subtitle", .text, "The subtitle, a second line."),
            .required("body", .text, "The text."),
            .sometimes("thread", .text, "The thread, which groups notifications on the device."),
            .sometimes("deep_link", .text, "The link that a tap on the notification opens."),
            .sometimes(
                "options", .named("NotificationOptions"),
                "Display and delivery options. Default: those of the category."),
            .required("created_at", .time, "The time of its creation."),
            .required("expires_at", .time, "The time at which it expires."),
            .sometimes("read_at", .time, "The time when the user read it."),
            .sometimes(
                "snoozed_until", .time,
                "The end of the snooze. Until then the notification is hidden and not counted as unread."),
        ]),
        examples: [sampleNotification])

    private static let page = Component.page(
        "NotificationPage", of: notification, sampleNotification, hasNumbers: true)

    private static let timeline = Component(
        "NotificationTimeline", NotificationTimeline.self, "A notification with its timeline and deliveries.",
        .object([
            .required("notification", .named("Notification"), "The notification."),
            .required("timeline", .list(of: .named("TimelineEntry")), "The events, oldest first."),
            .required("deliveries", .list(of: .named("DeliveryStatus")), "The state of its deliveries."),
            .required(
                "devices", .list(of: .named("Device")),
                "The user's devices, and other devices that received the notification."),
            .sometimes("ask", .named("Ask"), "The ask that the notification shows."),
        ]),
        examples: [
            NotificationTimeline(
                notification: sampleNotification,
                timeline: [
                    TimelineEntry(at: Sample.time(), step: .accepted),
                    TimelineEntry(at: Sample.time(1), step: .sent, deviceID: Sample.device, detail: sampleGatewayID),
                ],
                deliveries: [sampleDelivery], ask: Component.approvedAsk)
        ])

    /// The `apns-id` of a sent push.
    private static let sampleGatewayID = "5D1F6C5E-7F0A-4B6E-9D5A-0C2F7B8A1E34"

    private static let sampleDelivery = DeliveryStatus(
        deviceID: Sample.device, purpose: .show, state: .waiting, attempts: 1, nextAttemptAt: Sample.time(30))

    private static let delivery = Component(
        "DeliveryStatus", DeliveryStatus.self, "The state of one delivery of a notification.",
        .object([
            .required("device_id", .id, "The device."),
            .required("purpose", .text, "The purpose: `show` or `clear`. Further values may be added."),
            .required("state", .choice(of: DeliveryStatus.State.self), "The delivery's state."),
            .required("attempts", .integer(0...Int.max), "The number of attempts."),
            .sometimes("next_attempt_at", .time, "The time of the next attempt; absent when the delivery has ended."),
        ]),
        examples: [sampleDelivery])

    private static let entry = Component(
        "TimelineEntry", TimelineEntry.self, "An event in the timeline of a notification.",
        .object([
            .required("at", .time, "The time of the event."),
            .required("step", .choice(of: TimelineEntry.Step.self), "The event."),
            .sometimes("device_id", .id, "The device on which it happened."),
            .sometimes(
                "detail", .text, "The gateway's id of a sent push, such as the `apns-id`; otherwise the reason."),
        ]),
        examples: [
            TimelineEntry(at: Sample.time(1), step: .sent, deviceID: Sample.device, detail: sampleGatewayID)
        ])

    private static let receipt = Component(
        "Receipt", Receipt.self, "A client's report about a notification or an ask.",
        .object([
            .required(
                "kind", .choice(of: Receipt.Kind.self),
                "The event: devices report `shown` and `opened`; an agent reports `applied` when it applied an answer."),
            .optional("notification_id", .id, "The notification; required for `shown` and `opened`."),
            .optional("ask_id", .id, "The ask; required for `applied`."),
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

private enum NotificationHandlers {
    @Sendable static func send(
        _ request: NotificationRequest, _ call: Call, _ recorder: ResponseRecorder<UserNotification>?
    ) async throws -> IdempotentResult<UserNotification> {
        try await call.services.notifications.send(request, by: call.key(), recorder: recorder)
    }

    /// The reply is not recorded for its idempotency key: a repeated request is evaluated again, because a preview has no
    /// side effects.
    @Sendable static func validate(_ call: Call) async throws -> Reply {
        var reply = try Reply.json(try await call.services.notifications.preview(call.decode(), by: call.key()))
        reply.isKept = true
        return reply
    }

    @Sendable static func history(_ call: Call) async throws -> Page<UserNotification> {
        var request = HistoryRequest(
            page: try call.query("page"), before: try call.query("before"), limit: try call.limit())
        request.user = try call.query("user")
        request.category = try call.query("category")
        request.type = try call.query("type").map { PreferenceType(rawValue: $0) }
        request.session = try call.query("session")
        request.thread = try call.query("thread")
        request.isRead = try call.query("read")
        request.text = try call.query("search")
        request.since = try call.query("since")
        request.until = try call.query("until")
        return try await call.services.notifications.history(request, for: call.key())
    }

    @Sendable static func get(_ call: Call) async throws -> NotificationTimeline {
        try await call.services.notifications.timeline(call.id(), for: call.key())
    }

    @Sendable static func read(_ call: Call) async throws -> EmptyBody {
        try await call.services.notifications.markRead(call.id(), by: call.key())
        return EmptyBody()
    }

    @Sendable static func readAll(_ request: ReadRequest, _ call: Call) async throws -> ReadResult {
        try await call.services.notifications.markAllRead(request, by: call.key())
    }

    @Sendable static func receive(_ receipt: Receipt, _ call: Call) async throws -> EmptyBody {
        try await call.services.notifications.receive(receipt, by: call.key())
        return EmptyBody()
    }
}

extension Component {
    static let notificationOptions = Component(
        "NotificationOptions", NotificationOptions.self, "Display and delivery options of a notification.",
        .object([
            .optional("silent", .boolean, "`true` to wake the app in the background without showing a notification."),
            .optional("sound", .soundName, "The sound: `default`, the name of a sound file in the app, or `none`."),
            .optional(
                "badge", .integer(APILimits.badge),
                "The number on the app's icon. Default: the number of unread notifications."),
            .optional("image_url", .httpsURL, "The HTTPS URL of an image, which the device downloads and attaches."),
            .optional("interruption_level", .choice(of: InterruptionLevel.self), "The interruption level."),
            .optional(
                "relevance_score", .number(APILimits.relevance),
                "The relevance score; the notification with the highest score comes first in the system's summary."),
            .optional(
                "filter_criteria", .identifier(1...128), "The text that the app's Focus filter is evaluated against."),
            .optional(
                "priority", .choice(of: DeliveryPriority.self), "The delivery priority; a high priority costs battery."),
            .optional(
                "collapse_key", .identifier(1...64),
                "A later notification with the same key replaces the one that is shown."),
            .optional(
                "title_localization", .named("Localization"), "A localized string of the app, which replaces the title."
            ),
            .optional(
                "subtitle_localization", .named("Localization"),
                "A localized string of the app, which replaces the subtitle."),
            .optional(
                "body_localization", .named("Localization"), "A localized string of the app, which replaces the body."),
            .optional("item_id", .identifier(1...128), "The id of the related item in the application."),
            .optional("message_id", .identifier(1...128), "The id of the related message in the application."),
            .optional(
                "data", .map(of: .anything, names: .identifier(1...64), atMost: APILimits.dataKeys),
                "Custom data at the top level of the payload, nested at most 8 levels deep. Keys "
                    + "that Bellhop or a gateway reserves are rejected."
            ),
        ]),
        examples: [
            NotificationOptions(
                isSilent: false, sound: "default", badge: 1, imageURL: "https://ci.example/builds/42.png",
                interruptionLevel: .active, relevanceScore: 0.5, filterCriteria: "work", priority: .high,
                collapseKey: "build",
                titleLocalization: localized, subtitleLocalization: localized, bodyLocalization: localized,
                itemID: "42", messageID: "7", data: ["branch": "main"])
        ])

    static let localization = Component(
        "Localization", NotificationOptions.Localization.self,
        "The key of a localized string in the app, with arguments.",
        .object([
            .required("key", .identifier(1...128), "The string's key."),
            .optional(
                "arguments", .list(of: .text(0...APILimits.title), atMost: APILimits.localizationArguments),
                "The values of the placeholders."),
        ]),
        examples: [localized])

    private static let localized = NotificationOptions.Localization(key: "BUILD_DONE", arguments: ["42"])
}

extension Component {
    static let preview = Component(
        "NotificationPreview", NotificationPreview.self,
        "The payloads of a notification and the number of devices.",
        .object([
            .required("payloads", .list(of: .named("PayloadPreview")), "One payload for each kind of gateway."),
            .required("devices", .integer(0...Int.max), "The number of the user's devices that would receive it."),
            .sometimes("reason", .text, "The reason if `devices` is 0."),
        ]),
        examples: [NotificationPreview(payloads: [samplePayload], devices: 0, reason: "the user has no device")])

    static let payloadPreview = Component(
        "PayloadPreview", PayloadPreview.self, "A payload as sent to a gateway, without tokens.",
        .object([
            .required("gateway", .text, "The gateway, such as `apns`."),
            .required("payload", .object([], others: .anything), "The payload."),
            .required("size", .integer(0...Int.max), "The payload's size, in bytes."),
            .required("limit", .integer(0...Int.max), "The gateway's maximum payload size, in bytes."),
            .required("findings", .list(of: .named("PayloadFinding")), "Problems of the payload, errors first."),
        ]),
        examples: [samplePayload])

    static let payloadFinding = Component(
        "PayloadFinding", PayloadFinding.self, "A problem of a payload.",
        .object([
            .required("rule", .choice(of: PayloadFinding.Rule.self), "The violated rule."),
            .required("path", .text, "The path of the field, such as `aps.badge`; empty for the whole payload."),
            .required("message", .text, "The problem and its solution, in words."),
        ]),
        examples: [finding])

    private static let finding = PayloadFinding(
        .unknownCategory, at: "aps.category", "\"MINE\" is not registered: it has no buttons")

    private static let samplePayload = PayloadPreview(
        gateway: "apns", payload: ["aps": ["alert": ["title": "News", "body": "There is something new"]]], size: 68,
        limit: PayloadLimits.regular, findings: [finding])
}
