import BellhopModel

/// What a gateway would refuse is refused when it is accepted, not when it is sent.
enum PayloadRules {
    /// A badge of as many digits as it may come to have.
    static let badge = OptionsRules.badge.upperBound

    /// - Throws: `APIError` `payload_too_large`, with how many bytes are too many, and the longest field.
    static func check(_ notification: UserNotification) throws {
        do {
            _ = try StandardPayloads().show(notification, ask: nil, badge: badge)
        } catch let error as PayloadTooLarge {
            let field = FieldNames.request(for: error.longestField)
            throw APIError(
                .payloadTooLarge,
                "\(error.size - error.limit) bytes over the \(error.limit) that fit into a push, with its texts "
                    + "shortened; the longest field is \(field) with \(error.longestFieldSize)")
        }
    }
}

/// The fields of a request by where they stand in a payload.
private enum FieldNames {
    static func request(for path: String) -> String {
        switch path {
        case "aps.alert.title": "title"
        case "aps.alert.subtitle": "subtitle"
        case "aps.alert.body": "body"
        case "aps.category": "category"
        case "aps.thread-id": "thread"
        case "aps.sound": "options.sound"
        case "deepLink": "deep_link"
        case "imageURL": "options.image_url"
        case "itemId": "options.item_id"
        case "messageId": "options.message_id"
        case "sessionId": "session_id"
        default: localized(path) ?? (path.hasPrefix("aps.") ? path : "options.data.\(path)")
        }
    }

    private static func localized(_ path: String) -> String? {
        guard path.hasPrefix("aps.alert.") else { return nil }
        let key = path.dropFirst("aps.alert.".count)
        if key.hasPrefix("title-loc") { return "options.title_localization" }
        if key.hasPrefix("subtitle-loc") { return "options.subtitle_localization" }
        return key.hasPrefix("loc-") ? "options.body_localization" : nil
    }
}
