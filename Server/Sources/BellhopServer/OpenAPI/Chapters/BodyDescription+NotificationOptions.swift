import BellhopModel

extension BodyDescription {
    static let notificationOptions = BodyDescription(
        "NotificationOptions", NotificationOptions.self, "How a notification is shown and sent, beyond its texts.",
        .object([
            .optional("silent", .boolean, "Shows nothing: wakes the app in the background."),
            .optional("sound", .identifier(1...64), "`default`, the name of a sound in the app, or `none`."),
            .optional(
                "badge", .integer(APILimits.badge),
                "The number on the app's icon, instead of the count of what is unread."),
            .optional("image_url", .identifier(1...1024), "HTTPS; fetched and attached on the device."),
            .optional("interruption_level", .choice(of: InterruptionLevel.self), "How loudly it may interrupt."),
            .optional("relevance_score", .number(APILimits.relevance), "The highest comes first in a summary."),
            .optional("priority", .choice(of: DeliveryPriority.self), "How soon, against the device's battery."),
            .optional(
                "collapse_key", .identifier(1...64),
                "A later notification with the same key replaces the one that is shown."),
            .optional("title_localization", .named("Localization"), "A string of the app's, preferred to the title."),
            .optional("subtitle_localization", .named("Localization"), "The same for the subtitle."),
            .optional("body_localization", .named("Localization"), "The same for the body."),
            .optional("item_id", .identifier(1...128), "What it is about, in the application's own ids."),
            .optional("message_id", .identifier(1...128), "The same for a message."),
            .optional(
                "data", .map(of: .anything, names: .identifier(1...64), atMost: APILimits.dataKeys),
                "Passed to the app at the top level of the push, 8 levels deep. Keys that asks are trusted by are refused."
            ),
        ]),
        examples: [
            NotificationOptions(
                isSilent: false, sound: "default", badge: 1, imageURL: "https://ci.example/builds/42.png",
                interruptionLevel: .active, relevanceScore: 0.5, priority: .high, collapseKey: "build",
                titleLocalization: localized, subtitleLocalization: localized, bodyLocalization: localized,
                itemID: "42", messageID: "7", data: ["branch": "main"])
        ])

    static let localization = BodyDescription(
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
