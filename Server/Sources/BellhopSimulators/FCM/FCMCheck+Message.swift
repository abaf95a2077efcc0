import BellhopModel

/// The rules about the message (FCM HTTP v1, *projects.messages*; *About FCM messages*).
extension FCMCheck {
    static func form(_ inspection: FCMInspection) -> FCMRefusal? {
        guard let body = inspection.json?.object else { return .invalidArgument("", "Invalid JSON payload received.") }
        guard let message = inspection.message else {
            return .invalidArgument("message", "The message is not set.")
        }
        return unknown(body, [("message"), "validate_only", "validateOnly"], at: "")
            ?? unknown(message, messageKeys, at: "message")
            ?? inspection.android.flatMap { unknown($0, androidKeys, at: "message.android") }
    }

    static func target(_ inspection: FCMInspection) -> FCMRefusal? {
        let targets = ["token", "topic", "condition", "fid"].filter { inspection.message?[$0] != nil }
        return targets.count == 1
            ? nil
            : .invalidArgument(
                "message", "Recipient of the message is not set, or set more than once.")
    }

    static func dataTexts(_ inspection: FCMInspection) -> FCMRefusal? {
        for (field, data) in maps(inspection) {
            guard let fields = data.object else { return .invalidArgument(field, "Invalid value at '\(field)' (map)") }
            if let wrong = fields.first(where: { $0.value.string == nil }) {
                return .invalidArgument(
                    "\(field)[\(wrong.key)]", "Invalid value at '\(field)[\(wrong.key)].value' (TYPE_STRING)")
            }
        }
        return nil
    }

    static func dataKeys(_ inspection: FCMInspection) -> FCMRefusal? {
        for (field, data) in maps(inspection) {
            if let key = data.object?.keys.first(where: AndroidMessage.isReserved) {
                return .invalidArgument("\(field)[\(key)]", "Invalid data payload key: \(key)")
            }
        }
        return nil
    }

    static func options(_ inspection: FCMInspection) -> FCMRefusal? {
        guard let android = inspection.android else { return nil }
        if let ttl = android["ttl"], AndroidMessage.lifetime(ttl.string) == nil {
            return .invalidArgument("message.android.ttl", "Invalid value at 'message.android.ttl' (Duration)")
        }
        if let priority = android["priority"], !["HIGH", "NORMAL", "high", "normal"].contains(priority.string) {
            return .invalidArgument("message.android.priority", "Invalid value at 'message.android.priority'")
        }
        if let key = android["collapse_key"], key.string == nil {
            return .invalidArgument("message.android.collapse_key", "Invalid value at 'message.android.collapse_key'")
        }
        return nil
    }

    static func notification(_ inspection: FCMInspection) -> FCMRefusal? {
        guard let notification = inspection.notification else { return nil }
        let at = "message.android.notification"
        if let refusal = unknown(notification, notificationKeys, at: at) { return refusal }
        for (key, value) in notification {
            let isGood =
                switch key {
                case "title_loc_args", "body_loc_args": value.array?.allSatisfy { $0.string != nil } ?? false
                case "notification_count": value.integer.map { $0 >= 0 } ?? false
                case "sticky", "local_only", "default_sound", "default_vibrate_timings", "default_light_settings":
                    value.bool != nil
                case "vibrate_timings", "light_settings": true
                default: value.string != nil
                }
            if !isGood { return .invalidArgument("\(at).\(key)", "Invalid value at '\(at).\(key)'") }
        }
        return nil
    }

    static func size(_ inspection: FCMInspection) -> FCMRefusal? {
        var content: [String: JSONValue] = [:]
        if !inspection.data.isEmpty { content["data"] = .object(inspection.data) }
        if let notification = inspection.notification { content["notification"] = .object(notification) }
        let size = (try? CanonicalJSON.encode(JSONValue.object(content)).count) ?? 0
        return size > PayloadLimits.regular ? .invalidArgument("message", "Android message is too big") : nil
    }

    private static func maps(_ inspection: FCMInspection) -> [(String, JSONValue)] {
        [
            ("message.data", inspection.message?["data"]), ("message.android.data", inspection.android?["data"]),
        ].compactMap { field, data in data.map { (field, $0) } }
    }

    private static func unknown(_ object: [String: JSONValue], _ known: Set<String>, at field: String) -> FCMRefusal? {
        guard let key = object.keys.filter({ !known.contains($0) }).min() else { return nil }
        return .invalidArgument(
            field, "Invalid JSON payload received. Unknown name \"\(key)\" at '\(field)': Cannot find field.")
    }

    private static let messageKeys: Set = [
        "name", "data", "notification", "android", "android_v2", "webpush", "apns", "fcm_options", "token", "fid",
        "topic", "condition",
    ]
    private static let androidKeys: Set = [
        "collapse_key", "priority", "ttl", "restricted_package_name", "data", "notification", "fcm_options",
        "direct_boot_ok", "bandwidth_constrained_ok", "restricted_satellite_ok",
    ]
    private static let notificationKeys: Set = [
        "title", "body", "icon", "color", "sound", "tag", "click_action", "body_loc_key", "body_loc_args",
        "title_loc_key", "title_loc_args", "channel_id", "ticker", "sticky", "event_time", "local_only",
        "notification_priority", "default_sound", "default_vibrate_timings", "default_light_settings",
        "vibrate_timings", "visibility", "notification_count", "light_settings", "image", "proxy",
    ]
}
