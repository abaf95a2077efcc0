import BellhopModel

extension NotificationOptions {
    /// Everything that can be said of one that is shown.
    static let everything = NotificationOptions(
        sound: "chime.caf", badge: 7, imageURL: "https://example.com/7.png", interruptionLevel: .timeSensitive,
        relevanceScore: 0.8, priority: .normal, collapseKey: "news-7",
        titleLocalization: Localization(key: "NEWS_TITLE"),
        subtitleLocalization: Localization(key: "NEWS_SUBTITLE", arguments: ["Bellhop"]),
        bodyLocalization: Localization(key: "NEWS_BODY", arguments: ["ann", "7"]), itemID: "7", messageID: "m-7",
        data: ["section": "news", "tries": 2, "nested": ["on": true, "list": [1, "two", .null]]])

    /// Everything that can be said of one that is not.
    static let silent = NotificationOptions(
        isSilent: true, priority: .low, collapseKey: "news-7", itemID: "7", messageID: "m-7", data: ["tries": 2])
}
