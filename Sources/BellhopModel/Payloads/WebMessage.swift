/// A push message for browsers: a declarative push message (W3C Push API, *Declarative push messages*; WebKit, *Meet
/// Declarative Web Push*) with Bellhop's own fields beside it, for a service worker.
///
/// Safari shows the declarative part without a service worker. In other browsers a worker reads the same JSON, shows
/// ``notification``, adds the buttons of `category`, and closes the notification with its tag when the message has the
/// type `clear`.
///
/// Browsers revoke the permission of a site whose pushes show nothing. A clearing message therefore has a silent
/// notification too, which replaces the one on the screen and states the reason.
public struct WebMessage: Hashable, Sendable {
    /// The notification to show; `nil` for a push that only wakes the app, which browsers do not permit.
    public var notification: WebNotification?
    /// The payload's own keys, and `type`, `category`, `threadId` and `interruptionLevel`.
    public var fields: [String: JSONValue]

    public init(notification: WebNotification? = nil, fields: [String: JSONValue] = [:]) {
        self.notification = notification
        self.fields = fields
    }
}

/// The notification of a declarative push message.
public struct WebNotification: Hashable, Sendable {
    public var title: String
    public var body: String?
    /// The path of the page that a click opens, such as `/asks/…`; see ``WebMessage/resolved(_:origin:)``.
    public var navigate: String
    /// A later notification with the same tag replaces this one.
    public var tag: String
    /// `true` if the notification makes no sound.
    public var isSilent: Bool
    /// The app's badge; unchanged when `nil`.
    public var badge: Int?

    public init(
        title: String, body: String? = nil, navigate: String = "/", tag: String, isSilent: Bool = false,
        badge: Int? = nil
    ) {
        self.title = title
        self.body = body
        self.navigate = navigate
        self.tag = tag
        self.isSilent = isSilent
        self.badge = badge
    }

    var json: JSONValue {
        // "auto" makes the browser detect the direction of the text.
        var object: [String: JSONValue] = [
            "title": .string(title), "navigate": .string(navigate), "tag": .string(tag), "dir": "auto",
        ]
        if let body { object["body"] = .string(body) }
        if isSilent { object["silent"] = true }
        // A text inside of the notification, as WebKit reads it.
        if let badge { object["app_badge"] = .string(String(badge)) }
        return .object(object)
    }
}

extension WebMessage {
    /// The maximum size of a message before encryption, in bytes: 4096, less 103 for header, delimiter and tag (RFC 8291
    /// §4), less the longest origin, which ``resolved(_:origin:)`` adds.
    public static let limit = 3993 - 267

    /// The message as JSON. `web_push` marks it as declarative, and `mutable` lets a service worker replace it.
    public var json: JSONValue {
        var object = fields
        if let notification {
            object["web_push"] = 8030
            object["mutable"] = true
            object["notification"] = notification.json
        }
        return .object(object)
    }

    /// The encoded message: ``json`` as canonical JSON.
    ///
    /// - Throws: `EncodingError` for a number without JSON text, such as infinity.
    public func encoded() throws -> [UInt8] { try CanonicalJSON.encode(json) }

    /// Completes the link of an encoded message for one subscriber: declarative push messages need an absolute URL.
    ///
    /// - Parameters:
    ///   - bytes: An encoded message. Others, and those with an absolute link, are returned unchanged.
    ///   - origin: The origin of the subscriber's pages. Without one the message is no longer marked as declarative, and
    ///     a service worker shows it.
    public static func resolved(_ bytes: [UInt8], origin: String?) -> [UInt8] {
        guard var object = (try? CanonicalJSON.decode(JSONValue.self, from: bytes))?.object,
            var notification = object["notification"]?.object, let path = notification["navigate"]?.string,
            path.hasPrefix("/"), !path.hasPrefix("//")
        else { return bytes }
        if let origin {
            notification["navigate"] = .string(origin + path)
            object["notification"] = .object(notification)
        } else {
            object["web_push"] = nil
        }
        return (try? CanonicalJSON.encode(JSONValue.object(object))) ?? bytes
    }
}

extension WebMessage {
    /// Returns whether an encoded message shows a notification by itself, or names the notification to show.
    public static func showsNotification(_ bytes: [UInt8]) -> Bool {
        (try? CanonicalJSON.decode(JSONValue.self, from: bytes))?["notification"]?["title"]?.string?.isEmpty == false
    }

    /// Converts a push to a message for browsers.
    ///
    /// - Parameter tag: identifies the notification for replacing and closing it.
    public init(_ payload: PushPayload, tag: String) {
        let aps = payload.aps
        fields = [:]
        for (key, value) in payload.json.object ?? [:] where key != "aps" && value != .null {
            fields[Self.own.contains(key) ? "data.\(key)" : key] = value
        }
        fields["type"] = .string(payload.kind.rawValue)
        fields["category"] = aps.category.map { .string($0.rawValue) }
        fields["threadId"] = aps.threadID.map(JSONValue.string)
        fields["interruptionLevel"] = aps.interruptionLevel.map { .string($0.rawValue) }
        guard let text = Self.text(of: payload) else {
            fields["tag"] = .string(tag)
            return
        }
        notification = WebNotification(
            title: text.title, body: text.body, navigate: Self.path(for: payload), tag: tag,
            isSilent: aps.sound == nil, badge: aps.badge)
    }

    /// Keys that this type writes in addition to the payload's own keys.
    private static let own: Set = [
        "web_push", "mutable", "notification", "app_badge", "tag", "category", "threadId", "interruptionLevel",
    ]

    /// Title and body; `nil` for a push that shows nothing. Browsers know no localisation keys, so the texts are used.
    private static func text(of payload: PushPayload) -> (title: String, body: String?)? {
        if let alert = payload.aps.alert {
            // A web notification has no subtitle, so the subtitle precedes the body.
            let texts = [alert.title, alert.subtitle, alert.body].compactMap(\.self).filter { !$0.isEmpty }
            let body = texts.dropFirst().joined(separator: "\n")
            return (texts.first ?? NotificationCategory.summary(of: 1), body.isEmpty ? nil : body)
        }
        guard payload.kind == .clear else { return nil }
        if let count = payload.summaryCount, count > 0 {
            let category = payload.summaryCategory.flatMap { CategoryCatalog[CategoryID($0)] }
            return (category?.summary(of: count) ?? NotificationCategory.summary(of: count), payload.summary)
        }
        return (outcomes[payload.reason ?? ""] ?? "No longer open", nil)
    }

    /// The texts that replace a cleared notification, by ``ClearReason``.
    private static let outcomes = [
        ClearReason.approvedElsewhere.rawValue: "Approved on another device",
        ClearReason.deniedElsewhere.rawValue: "Denied on another device",
        ClearReason.answeredElsewhere.rawValue: "Answered on another device",
        ClearReason.expired.rawValue: "Expired without an answer",
        ClearReason.withdrawn.rawValue: "Withdrawn",
        "read_on_other_device": "Read on another device",
    ]

    /// The page of the notification's subject. Only Bellhop's own links are used: any sender can set a link, and a click
    /// must not lead to a foreign site.
    private static func path(for payload: PushPayload) -> String {
        let scheme = "bellhop://"
        if let ask = payload.askID { return "/asks/\(ask)" }
        if let link = payload.deepLink, link.hasPrefix(scheme) {
            let path = "/" + link.dropFirst(scheme.count)
            if WebAddress("https://localhost\(path)") != nil, isNormal(path) { return path }
        }
        if let id = payload.notificationID { return "/notifications/\(id)" }
        return "/"
    }

    /// Returns `true` if browsers keep the path unchanged: dot segments and empty segments, which they resolve, can turn a
    /// path into an address on another host.
    private static func isNormal(_ path: String) -> Bool {
        let segments = path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        return segments.dropLast().allSatisfy { !$0.isEmpty }
            && segments.allSatisfy { ![".", ".."].contains($0.lowercased().replacing("%2e", with: ".")) }
    }

    /// Creates the message of ``init(_:tag:)`` with texts shortened until the encoded message has at most `limit` bytes.
    ///
    /// Browsers take less than APNs and FCM. A message that is still too large for them only loses the sender's data and
    /// links, and has `"incomplete": true`: a service worker can fetch the notification from the server.
    ///
    /// - Throws: ``PayloadTooLarge`` when that is not enough; `EncodingError` as ``PushPayload/encoded()``.
    public init(fitting payload: PushPayload, tag: String, to limit: Int = WebMessage.limit) throws {
        do {
            self = try payload.fitted(to: limit, as: { WebMessage($0, tag: tag) }, json: \.json)
        } catch is PayloadTooLarge {
            var shorter = payload
            (shorter.extra, shorter.deepLink, shorter.imageURL) = (["incomplete": true], nil, nil)
            self = try shorter.fitted(to: limit, as: { WebMessage($0, tag: tag) }, json: \.json)
        }
    }
}
