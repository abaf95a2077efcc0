/// What Android shows by itself (FCM HTTP v1, *projects.messages*, `AndroidNotification`).
public struct AndroidNotification: Hashable, Sendable {
    public var title: String?
    public var body: String?
    /// From the app's string resources; the system prefers them to the texts.
    public var localizedTitle: PushAlert.LocalizedText?
    public var localizedBody: PushAlert.LocalizedText?
    /// The channel, whose importance and sound the person decides on. One that the app has not made yet is replaced by
    /// the app's default channel.
    public var channelID: String?
    /// A later notification with the same tag replaces this one; the app cancels it by this tag.
    public var tag: String?
    /// Only heard before Android 8: later the channel decides.
    public var sound: String?
    /// Fetched by the device; https.
    public var image: String?
    /// The number on the app's icon, where the launcher shows one.
    public var count: Int?

    public init(title: String? = nil, body: String? = nil, channelID: String? = nil, tag: String? = nil) {
        self.title = title
        self.body = body
        self.channelID = channelID
        self.tag = tag
    }

    var json: JSONValue {
        var object: [String: JSONValue] = [:]
        let texts = [
            ("title", title), ("body", body), ("title_loc_key", localizedTitle?.key),
            ("body_loc_key", localizedBody?.key), ("channel_id", channelID), ("tag", tag), ("sound", sound),
            ("image", image),
        ]
        for (key, text) in texts { object[key] = text.map(JSONValue.string) }
        for (key, text) in [("title_loc_args", localizedTitle), ("body_loc_args", localizedBody)] {
            guard let text, !text.arguments.isEmpty else { continue }
            object[key] = .array(text.arguments.map(JSONValue.string))
        }
        if let count { object["notification_count"] = .integer(Int64(count)) }
        return .object(object)
    }
}
