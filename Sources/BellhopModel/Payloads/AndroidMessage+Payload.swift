extension AndroidMessage {
    /// The same push for Android.
    ///
    /// What is only to be read becomes a notification that the system shows, so that an app without code of its own
    /// shows it as well. What lives from its buttons is left to the app, which alone can add them; so is whatever shows
    /// nothing. Keys that FCM keeps for itself are left out.
    ///
    /// - Parameter tag: under which it is shown, replaced and taken away; stands in `data` too.
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

    /// The payload's own keys. Numbers and flags as JSON writes them, lists and objects as JSON text.
    private static func fields(of payload: PushPayload) -> [String: String] {
        var fields: [String: String] = [:]
        for (key, value) in payload.json.object ?? [:] where key != "aps" {
            let key = isReserved(key) || own.contains(key) ? "data.\(key)" : key
            switch value {
            case .string(let text): fields[key] = text
            case .null: break
            // Encoding fails for numbers that JSON has no text for, and those cannot be sent anywhere.
            default: fields[key] = try? CanonicalJSON.text(value)
            }
        }
        return fields
    }

    /// What is written beside the payload's own keys.
    private static let own: Set = [
        "tag", "category", "threadId", "channelId", "interruptionLevel", "sound", "badge", "title", "subtitle", "body",
        "titleLocKey", "titleLocArgs", "subtitleLocKey", "subtitleLocArgs", "bodyLocKey", "bodyLocArgs",
    ]

    private static func notification(
        _ alert: PushAlert, of payload: PushPayload, tag: String
    ) -> AndroidNotification {
        // Android knows no subtitle: it leads the body.
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
            // A list of texts always has a JSON text.
            if !text.arguments.isEmpty { data["\(name)Args"] = try? CanonicalJSON.text(text.arguments) }
        }
    }
}

extension PushPayload {
    /// Whether it would miss its point without buttons that do more than open or dismiss it. An ask always would.
    fileprivate var needsButtons: Bool {
        if kind == .approval || kind == .question { return true }
        let actions = aps.category.flatMap { CategoryCatalog[$0] }?.actions ?? []
        return actions.contains { ![.open, .view, .dismiss].contains($0.effect) }
    }
}
