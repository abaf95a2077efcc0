import BellhopCore
import BellhopModel

extension Resource {
    static let notifications = Resource(
        "Notifications", "Notifications for users, and their history.",
        operations: [
            Operation(
                API.sendNotification, details: "Durable before the response, pushed after it.",
                body: "NotificationRequest",
                .json(
                    "Notification", status: 202, "Accepted.",
                    leadsTo: ["getNotification", "readNotification"]), accept: NotificationHandlers.send),
            Operation(
                API.validateNotification, details: "A dry run. It keeps to the same rules.",
                body: "NotificationRequest",
                .json("NotificationPreview", "The payloads, and the number of devices."),
                reply: NotificationHandlers.validate),
            Operation(
                API.notificationHistory, query: historyQuery,
                .json("NotificationPage", "The user's notifications, newest first, those of asks included."),
                handle: NotificationHandlers.history),
            Operation(
                API.getNotification,
                .json("NotificationTimeline", "The notification and everything that happened to it."),
                handle: NotificationHandlers.get),
            Operation(
                API.readNotifications, details: "Pending asks stay as they are.", body: "ReadRequest",
                orEmpty: ReadRequest(), .json("ReadResult", "Read, and off the user's other devices."),
                handle: NotificationHandlers.readAll),
            Operation(
                API.readNotification, details: "A pending ask stays as it is.",
                .noContent("Read, and off the user's other devices."), handle: NotificationHandlers.read),
            Operation(API.sendReceipt, body: "Receipt", .noContent("Noted."), handle: NotificationHandlers.receive),
        ],
        components: [
            request, .notificationOptions, .localization, .preview, .payloadPreview, .payloadFinding, notification,
            page, readRequest, readResult, timeline, entry, delivery, receipt,
        ])

    private static let historyQuery: [Parameter] = [
        .query("page", .integer(1...Int.max), "The page, starting at 1. Not together with `before`."),
        .query("before", .id, "Go on after this one, the last of the page before, without gaps."), .limit,
        .query("user", .name, "The user, for an admin; the key's own unless given."),
        .query("category", .category, "Only of this category."),
        .query(
            "type", .choice(PreferenceType.known.map(\.rawValue)).titled("PreferenceType"), "Only of this type."),
        .query("session", .name, "Only of this session."),
        .query("thread", .identifier(1...128), "Only of this thread."),
        .query("read", .boolean, "Only what was read, or was not."),
        .query("since", .time, "Only what was made at this moment or later."),
        .query("until", .time, "Only what was made before this moment."),
    ]

    private static let readRequest = Component(
        "ReadRequest", ReadRequest.self, "A filter of notifications: all of the user's unless a field is given.",
        .object([
            .optional("up_to", .id, "This one and those made before it."),
            .optional("session_id", .name, "Only of this session."),
            .optional("thread", .identifier(1...128), "Only of this thread."),
        ]),
        examples: [ReadRequest(upTo: Sample.notification, sessionID: Sample.session, thread: "bellhop")])

    private static let readResult = Component(
        "ReadResult", ReadResult.self, "The result of marking notifications as read.",
        .object([
            .required("read", .integer(0...Int.max), "The number of notifications that were unread before."),
            .required(
                "unread", .integer(0...Int.max), "The number of unread notifications that are still of use: the badge."),
        ]),
        examples: [ReadResult(read: 12, unread: 1)])

    private static let request = Component(
        "NotificationRequest", NotificationRequest.self, "Something to tell the user.",
        .object([
            .optional("user_id", .name, "The user; the key's own unless given by an admin."),
            .requiredConditionally(
                "title", .text(0...APILimits.title),
                "The title. Empty, or left out, only when it is `silent`."),
            .optional("subtitle", .text(0...APILimits.title), "A second line."),
            .requiredConditionally(
                "body", .text(0...APILimits.text), "The text. It is left out only when it is `silent`."),
            .optional("category", .category, "Its kind, one that asks nothing; `SESSION_STATUS` unless given."),
            .optional("session_id", .name, "The run of the agent that it belongs to."),
            .optional("thread", .identifier(1...128), "Groups notifications on the device; by default the session."),
            .optional("deep_link", .identifier(1...1024), "Opened when it is tapped."),
            .optional(
                "expires_in", .integer(APILimits.notificationSeconds),
                "The lifetime in seconds; a day unless given."),
            .optional(
                "options", .named("NotificationOptions"),
                "Options of display and delivery; the category's defaults apply otherwise."),
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
            .required("category", .category, "Its kind."),
            .sometimes("session_id", .name, "The run of the agent that it belongs to."),
            .sometimes("ask_id", .id, "The ask it is about."),
            .sometimes("campaign_id", .id, "The campaign it is part of."),
            .required("title", .text, "The title."),
            .sometimes("subtitle", .text, "A second line."),
            .required("body", .text, "The text."),
            .sometimes("thread", .text, "Groups notifications on the device."),
            .sometimes("deep_link", .text, "Opened when it is tapped."),
            .sometimes(
                "options", .named("NotificationOptions"),
                "Options of display and delivery; the category's defaults apply otherwise."),
            .required("created_at", .time, "The time of its creation."),
            .required("expires_at", .time, "The end of its lifetime."),
            .sometimes("read_at", .time, "The time when the user read it."),
            .sometimes("snoozed_until", .time, "Until then it is on no screen, and not counted as unread."),
        ]),
        examples: [sampleNotification])

    private static let page = Component.page(
        "NotificationPage", of: notification, sampleNotification, hasNumbers: true)

    private static let timeline = Component(
        "NotificationTimeline", NotificationTimeline.self, "A notification and everything that happened to it.",
        .object([
            .required("notification", .named("Notification"), "The notification."),
            .required("timeline", .list(of: .named("TimelineEntry")), "Oldest first."),
            .required("deliveries", .list(of: .named("DeliveryStatus")), "The state of its deliveries."),
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
                deliveries: [sampleDelivery], ask: Component.approvedAsk)
        ])

    private static let sampleDelivery = DeliveryStatus(
        deviceID: Sample.device, purpose: .show, state: .waiting, attempts: 1, nextAttemptAt: Sample.time(30))

    private static let delivery = Component(
        "DeliveryStatus", DeliveryStatus.self, "The state of one delivery of a notification.",
        .object([
            .required("device_id", .id, "To which device."),
            .required("purpose", .text, "`show` or `clear`; more may come."),
            .required("state", .choice(of: DeliveryStatus.State.self), "The delivery's state."),
            .required("attempts", .integer(0...Int.max), "The number of attempts."),
            .sometimes("next_attempt_at", .time, "The time of the next attempt, unless it has ended."),
        ]),
        examples: [sampleDelivery])

    private static let entry = Component(
        "TimelineEntry", TimelineEntry.self, "One thing that happened to a notification.",
        .object([
            .required("at", .time, "The time."),
            .required("step", .choice(of: TimelineEntry.Step.self), "The event."),
            .sometimes("device_id", .id, "On which device."),
            .sometimes("detail", .text, "Why, in words."),
        ]),
        examples: [
            TimelineEntry(at: Sample.time(1), step: .sent, deviceID: Sample.device, detail: "accepted by APNs")
        ])

    private static let receipt = Component(
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

private enum NotificationHandlers {
    @Sendable static func send(
        _ request: NotificationRequest, _ call: Call, _ recorder: ResponseRecorder<UserNotification>?
    ) async throws -> IdempotentResult<UserNotification> {
        try await call.services.notifications.send(request, by: call.key(), recorder: recorder)
    }

    /// A repetition is evaluated again, because a preview has no side effects.
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
        "NotificationOptions", NotificationOptions.self, "Options of display and delivery of a notification.",
        .object([
            .optional("silent", .boolean, "Shows nothing: wakes the app in the background."),
            .optional("sound", .soundName, "`default`, the name of a sound in the app, or `none`."),
            .optional(
                "badge", .integer(APILimits.badge),
                "The number on the app's icon, instead of the count of what is unread."),
            .optional("image_url", .httpsURL, "HTTPS; fetched and attached on the device."),
            .optional("interruption_level", .choice(of: InterruptionLevel.self), "The interruption level."),
            .optional("relevance_score", .number(APILimits.relevance), "The highest comes first in a summary."),
            .optional(
                "filter_criteria", .identifier(1...128), "The text that the app's Focus filter is evaluated against."),
            .optional(
                "priority", .choice(of: DeliveryPriority.self), "The delivery priority; a high priority costs battery."),
            .optional(
                "collapse_key", .identifier(1...64),
                "A later notification with the same key replaces the one that is shown."),
            .optional("title_localization", .named("Localization"), "A string of the app's, preferred to the title."),
            .optional("subtitle_localization", .named("Localization"), "The same for the subtitle."),
            .optional("body_localization", .named("Localization"), "The same for the body."),
            .optional("item_id", .identifier(1...128), "The application's id of its item."),
            .optional("message_id", .identifier(1...128), "The same for a message."),
            .optional(
                "data", .map(of: .anything, names: .identifier(1...64), atMost: APILimits.dataKeys),
                "Passed to the app at the top level of the push, 8 levels deep. Keys that asks are trusted by are refused."
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
        "Localization", NotificationOptions.Localization.self, "The key of a string in the app, and its arguments.",
        .object([
            .required("key", .identifier(1...128), "The string's key."),
            .optional(
                "arguments", .list(of: .text(0...APILimits.title), atMost: APILimits.localizationArguments),
                "The values of its placeholders."),
        ]),
        examples: [localized])

    private static let localized = NotificationOptions.Localization(key: "BUILD_DONE", arguments: ["42"])
}

extension Component {
    static let preview = Component(
        "NotificationPreview", NotificationPreview.self,
        "The payloads of a notification, and the number of its devices.",
        .object([
            .required("payloads", .list(of: .named("PayloadPreview")), "One for each kind of gateway."),
            .required("devices", .integer(0...Int.max), "The number of the user's devices that would get it."),
            .sometimes("reason", .text, "Why there are none."),
        ]),
        examples: [NotificationPreview(payloads: [samplePayload], devices: 0, reason: "the user has no device")])

    static let payloadPreview = Component(
        "PayloadPreview", PayloadPreview.self, "A payload as a gateway would get it, without any token.",
        .object([
            .required("gateway", .text, "Such as `apns`."),
            .required("payload", .object([], others: .anything), "The payload."),
            .required("size", .integer(0...Int.max), "In bytes."),
            .required("limit", .integer(0...Int.max), "In bytes: what the gateway takes at most."),
            .required("findings", .list(of: .named("PayloadFinding")), "Findings for the sender; errors first."),
        ]),
        examples: [samplePayload])

    static let payloadFinding = Component(
        "PayloadFinding", PayloadFinding.self, "Something about a payload that its sender should know.",
        .object([
            .required("rule", .choice(of: PayloadFinding.Rule.self), "The rule that it breaks."),
            .required("path", .text, "The place, such as `aps.badge`; empty for the payload as a whole."),
            .required("message", .text, "The problem and its solution."),
        ]),
        examples: [finding])

    private static let finding = PayloadFinding(
        .unknownCategory, at: "aps.category", "\"MINE\" is not registered: it has no buttons")

    private static let samplePayload = PayloadPreview(
        gateway: "apns", payload: ["aps": ["alert": ["title": "News", "body": "There is something new"]]], size: 68,
        limit: PayloadLimits.regular, findings: [finding])
}
