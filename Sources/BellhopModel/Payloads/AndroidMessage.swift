/// A message for Android devices: the part of FCM's `AndroidConfig` that all devices of a user share (FCM HTTP v1,
/// *projects.messages*).
///
/// The gateway adds recipient, priority and time to live.
public struct AndroidMessage: Hashable, Sendable {
    /// The payload's own keys and some keys of `aps`, for the app. FCM takes text values only.
    public var data: [String: String]
    /// The notification that the system shows even when the app is not running; `nil` leaves the display to the app.
    public var notification: AndroidNotification?

    public init(data: [String: String] = [:], notification: AndroidNotification? = nil) {
        self.data = data
        self.notification = notification
    }

    /// Returns whether FCM reserves `key` in ``data`` (*About FCM messages*; *projects.messages*, `data`).
    public static func isReserved(_ key: String) -> Bool {
        ["from", "message_type", "collapse_key"].contains(key) || key.hasPrefix("google.") || key.hasPrefix("gcm.")
    }
}

extension AndroidMessage {
    /// An `AndroidConfig` with `data` and `notification`; empty fields are left out.
    public var json: JSONValue {
        var object: [String: JSONValue] = [:]
        if !data.isEmpty { object["data"] = .object(data.mapValues(JSONValue.string)) }
        if let notification { object["notification"] = notification.json }
        return .object(object)
    }

    /// The encoded message: ``json`` as canonical JSON.
    ///
    /// - Throws: errors of `JSONEncoder`, which texts do not cause.
    public func encoded() throws -> [UInt8] { try CanonicalJSON.encode(json) }
}

extension AndroidMessage {
    /// FCM's maximum storage time for offline devices: four weeks.
    public static let longestLifetime = Duration.seconds(2_419_200)

    /// The duration in a `ttl` field: seconds with up to nine decimals and an `s` (protobuf, `Duration` in JSON).
    ///
    /// - Returns: `nil` when `ttl` is malformed or exceeds ``longestLifetime``.
    public static func lifetime(_ ttl: String?) -> Duration? {
        guard let ttl, ttl.last == "s" else { return nil }
        let parts = ttl.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        let isNumeric = parts.allSatisfy {
            (1...9).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        guard isNumeric, (1...2).contains(parts.count), let seconds = Int64(parts[0]) else { return nil }
        let fraction =
            parts.count == 2 ? Int64(String(parts[1]) + String(repeating: "0", count: 9 - parts[1].utf8.count)) : 0
        let lifetime = Duration.seconds(seconds) + .nanoseconds(fraction ?? 0)
        return lifetime <= longestLifetime ? lifetime : nil
    }
}

extension AndroidMessage {
    /// Converts a push to a message for Android.
    ///
    /// A notification without action buttons is shown by the system, even for an app without code for it.
    /// Notifications with action buttons and silent pushes are left to the app, because only the app can add buttons.
    /// Keys that FCM reserves are left out.
    ///
    /// - Parameter tag: identifies the notification for replacing and removing it; also in ``data``.
    public init(_ payload: PushPayload, tag: String) {
        data = Self.fields(of: payload)
        let aps = payload.aps
        write(["tag": tag, "category": aps.category?.rawValue, "threadId": aps.threadID])
        if let alert = aps.alert, !payload.needsButtons, aps.liveActivity == nil {
            notification = Self.notification(alert, of: payload, tag: tag)
        } else if let alert = aps.alert {
            write(alert)
            write([
                "channelId": aps.category?.rawValue, "interruptionLevel": aps.interruptionLevel?.rawValue,
                "sound": aps.sound?.name, "badge": aps.badge.map(String.init),
            ])
        }
    }

    /// The payload's own keys. Numbers and flags are written as JSON text, arrays and objects too.
    private static func fields(of payload: PushPayload) -> [String: String] {
        var fields: [String: String] = [:]
        for (key, value) in payload.json.object ?? [:] where key != "aps" {
            let key = isReserved(key) || own.contains(key) ? "data.\(key)" : key
            switch value {
            case .string(let text): fields[key] = text
            case .null: break
            // Encoding fails for numbers without JSON text, which cannot be sent in any case.
            default: fields[key] = try? CanonicalJSON.text(value)
            }
        }
        return fields
    }

    /// Keys that this type writes in addition to the payload's own keys.
    private static let own: Set = [
        "tag", "category", "threadId", "channelId", "interruptionLevel", "sound", "badge", "title", "subtitle", "body",
        "titleLocKey", "titleLocArgs", "subtitleLocKey", "subtitleLocArgs", "bodyLocKey", "bodyLocArgs",
    ]

    private static func notification(
        _ alert: PushAlert, of payload: PushPayload, tag: String
    ) -> AndroidNotification {
        // Android has no subtitle, so the subtitle precedes the body.
        let body = [alert.subtitle, alert.body].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n")
        var notification = AndroidNotification(
            title: alert.title, body: body.isEmpty ? nil : body, channelID: payload.aps.category?.rawValue, tag: tag)
        notification.localizedTitle = alert.localizedTitle
        notification.localizedBody = alert.localizedBody
        notification.sound = payload.aps.sound?.name
        notification.image = payload.imageURL.flatMap { $0.lowercased().hasPrefix("https://") ? $0 : nil }
        notification.count = payload.aps.badge
        return notification
    }

    private mutating func write(_ fields: [String: String?]) {
        for (key, value) in fields { if let value { data[key] = value } }
    }

    private mutating func write(_ alert: PushAlert) {
        write(["title": alert.title, "subtitle": alert.subtitle, "body": alert.body])
        let localized = [
            ("titleLoc", alert.localizedTitle), ("subtitleLoc", alert.localizedSubtitle),
            ("bodyLoc", alert.localizedBody),
        ]
        for (name, text) in localized {
            guard let text else { continue }
            data["\(name)Key"] = text.key
            // An array of texts always encodes.
            if !text.arguments.isEmpty { data["\(name)Args"] = try? CanonicalJSON.text(text.arguments) }
        }
    }
}

extension PushPayload {
    /// `true` if the notification needs buttons other than open, view and dismiss. Asks always do.
    fileprivate var needsButtons: Bool {
        if kind == .approval || kind == .question { return true }
        let actions = aps.category.flatMap { CategoryCatalog[$0] }?.actions ?? []
        return actions.contains { ![.open, .view, .dismiss].contains($0.effect) }
    }
}

extension AndroidMessage {
    /// Creates the message of ``init(_:tag:)`` with texts shortened until the encoded message has at most `limit`
    /// bytes. Texts and order are those of ``PushPayload/fitted(to:)``.
    ///
    /// - Parameter limit: in bytes. FCM takes 4096 for data and notification together (*About FCM messages*).
    /// - Throws: ``PayloadTooLarge`` when shortening is not enough; `EncodingError` as ``PushPayload/encoded()``.
    public init(fitting payload: PushPayload, tag: String, to limit: Int = PayloadLimits.regular) throws {
        self = try payload.fitted(to: limit, as: { AndroidMessage($0, tag: tag) }, json: \.json)
    }
}

/// The notification that Android shows (FCM HTTP v1, *projects.messages*, `AndroidNotification`).
public struct AndroidNotification: Hashable, Sendable {
    public var title: String?
    public var body: String?
    /// A key in the app's string resources, which has precedence over the text.
    public var localizedTitle: PushAlert.LocalizedText?
    public var localizedBody: PushAlert.LocalizedText?
    /// The notification channel, whose importance and sound the user controls. The app's default channel replaces a
    /// channel that the app has not created.
    public var channelID: String?
    /// A later notification with the same tag replaces this one; the app cancels it by this tag.
    public var tag: String?
    /// The sound before Android 8; later versions use the channel's sound.
    public var sound: String?
    /// An HTTPS address; the device fetches the image.
    public var image: String?
    /// The badge count, for launchers that show it.
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
