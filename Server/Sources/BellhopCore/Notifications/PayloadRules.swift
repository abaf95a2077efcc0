import BellhopModel

/// Refuses a notification that no gateway would accept, before it is stored.
enum PayloadRules {
    /// The badge with the most digits.
    static let badge = APILimits.badge.upperBound

    /// Checks that the payload fits for every gateway: the user may register another device before it is sent.
    ///
    /// - Throws: `APIError` `payload_too_large`, with the number of excess bytes and the longest field.
    static func check(_ notification: UserNotification) throws {
        guard try upperBound(of: notification) > PayloadLimits.regular else { return }
        var worst: (error: PayloadTooLarge, form: PayloadFormat)?
        for form in PayloadFormat.allCases {
            do {
                _ = try PayloadRenderer().show(notification, ask: nil, badge: badge, as: form)
            } catch let error as PayloadTooLarge {
                if error.excess > worst?.error.excess ?? 0 { worst = (error, form) }
            }
        }
        guard let (error, form) = worst else { return }
        throw APIError(
            .payloadTooLarge,
            "\(error.excess) bytes over the limit of \(error.limit) bytes for \(form.gateway), even with shortened "
                + "texts; the longest field is \(RequestField.name(for: error.longestField)) with "
                + "\(error.longestFieldSize) bytes")
    }

    /// A size in bytes that no payload of `notification` exceeds. Most are so small that none must be rendered to see
    /// that it fits.
    ///
    /// Texts stand at most twice in a payload, and options as JSON or in a JSON text, whose quotes and backslashes are
    /// escaped once more.
    static func upperBound(of notification: UserNotification) throws -> Int {
        let texts = [
            notification.title, notification.subtitle, notification.body, notification.thread, notification.deepLink,
            notification.sessionID?.description,
        ]
        let options = try notification.options.map { try CanonicalJSON.encode($0) } ?? []
        return fixedSize + 2 * texts.reduce(0) { $0 + escapedSize($1?.utf8) } + 2 * escapedSize(options)
    }

    /// The size of the keys, and of values with a limited length.
    private static let fixedSize = 1200

    private static func escapedSize(_ text: (some Sequence<UInt8>)?) -> Int {
        text?.reduce(0) { $0 + ($1 < 0x20 ? 6 : $1 == 0x22 || $1 == 0x5C ? 2 : 1) } ?? 0
    }
}

extension PayloadTooLarge {
    /// The number of bytes over the limit.
    fileprivate var excess: Int { size - limit }
}

/// The fields of a request by their places in a payload.
enum RequestField {
    private static let apple = [
        "aps.alert.title": "title", "aps.alert.subtitle": "subtitle", "aps.alert.body": "body",
        "aps.category": "category", "aps.thread-id": "thread", "aps.sound": "options.sound",
    ]
    private static let android = [
        "notification.title": "title", "notification.body": "body", "notification.channel_id": "category",
        "notification.tag": "options.collapse_key", "notification.sound": "options.sound",
        "notification.image": "options.image_url", "data.title": "title", "data.subtitle": "subtitle",
        "data.body": "body", "data.category": "category", "data.threadId": "thread", "data.sound": "options.sound",
    ]
    /// Apple's begin with `aps.alert.`, Android's with `notification.` or `data.`.
    private static let localized: [(beginning: String, field: String)] = [
        ("title-loc", "title"), ("subtitle-loc", "subtitle"), ("loc-", "body"), ("title_loc", "title"),
        ("body_loc", "body"), ("titleLoc", "title"), ("subtitleLoc", "subtitle"), ("bodyLoc", "body"),
    ]
    private static let own = [
        "deepLink": "deep_link", "imageURL": "options.image_url", "itemId": "options.item_id",
        "messageId": "options.message_id", "sessionId": "session_id", "threadId": "thread", "category": "category",
    ]

    /// - Parameter path: the place in a payload of any gateway, such as `aps.alert.title`.
    static func name(for path: String) -> String {
        if let field = apple[path] ?? android[path] { return field }
        for prefix in ["aps.alert.", "notification.", "data."] where path.hasPrefix(prefix) {
            let key = path.dropFirst(prefix.count)
            if let text = localized.first(where: { key.hasPrefix($0.beginning) }) {
                return "options.\(text.field)_localization"
            }
        }
        guard !path.hasPrefix("aps.") else { return path }
        let key = path.hasPrefix("data.") ? String(path.dropFirst("data.".count)) : path
        return own[key] ?? "options.data.\(key)"
    }
}
