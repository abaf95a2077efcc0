import BellhopModel

/// Common values of the tests. `now` is 2026-01-01T00:00:00Z.
enum Sample {
    static let now = Timestamp(milliseconds: 1_767_225_600_000)
    static let deadline = now + .seconds(300)
    static let askID = AskID(high: 0x0192_F0C4_7B1E_7CC3, low: 0x8D2A_1F0E_5A9B_3C4D)
    static let notificationID = NotificationID(high: 0x0192_F0C4_7B1F_7CC3, low: 0x8D2A_0000_0000_0001)
    static let phone = DeviceID(high: 1, low: 1)
    static let tablet = DeviceID(high: 1, low: 2)
    static let digest = String(repeating: "a1", count: 32)

    static func ask(
        questions: [Question] = [], rules: [PermissionRule] = [], tool: String? = "Bash",
        category: CategoryID = .approvalRequest, title: String = "Approval Needed", origin: Origin = Origin(),
        resolution: Resolution? = nil
    ) -> Ask {
        Ask(
            id: askID, userID: "ann", sessionID: "session-789", category: category,
            request: AskRequest.Content(
                title: title, body: "Execute: npm test", toolName: tool, input: "npm test", inputDigest: digest,
                questions: questions, rules: rules, origin: origin),
            createdAt: now, deadline: deadline, resolution: resolution)
    }

    static func notification(
        _ category: CategoryID, title: String, subtitle: String? = nil, body: String, thread: String? = nil
    ) -> UserNotification {
        UserNotification(
            id: notificationID, userID: "ann", category: category, sessionID: "session-789", title: title,
            subtitle: subtitle, body: body, thread: thread, deepLink: "bellhop://asks/\(askID)", createdAt: now,
            expiresAt: deadline)
    }

    /// A notification of category `update` with `options`.
    static func optional(
        _ options: NotificationOptions, title: String = "News", body: String = "There is something new"
    ) -> UserNotification {
        UserNotification(
            id: notificationID, userID: "ann", category: .update, title: title, body: body, thread: "news",
            deepLink: "bellhop://news/7", options: options, createdAt: now, expiresAt: deadline)
    }

    static func signed(_ answer: Answer, by device: DeviceID = phone) -> SignedAnswer {
        SignedAnswer(answer: answer, deviceID: device, deviceName: "phone", signature: "c2ln")
    }
}

extension NotificationOptions {
    /// All options of a visible notification.
    static let everything = NotificationOptions(
        sound: "chime.caf", badge: 7, imageURL: "https://example.com/7.png", interruptionLevel: .timeSensitive,
        relevanceScore: 0.8, filterCriteria: "work", priority: .normal, collapseKey: "news-7",
        titleLocalization: Localization(key: "NEWS_TITLE"),
        subtitleLocalization: Localization(key: "NEWS_SUBTITLE", arguments: ["Bellhop"]),
        bodyLocalization: Localization(key: "NEWS_BODY", arguments: ["ann", "7"]), itemID: "7", messageID: "m-7",
        data: ["section": "news", "tries": 2, "nested": ["on": true, "list": [1, "two", .null]]])

    /// All options of a silent notification.
    static let silent = NotificationOptions(
        isSilent: true, priority: .low, collapseKey: "news-7", itemID: "7", messageID: "m-7", data: ["tries": 2])
}
