import BellhopModel

/// The rules for a notification's `data`, which goes to the top level of the payload, beside Bellhop's own keys.
enum DataRules {
    static func check(_ data: [String: JSONValue], of request: NotificationRequest) throws {
        guard data.count <= APILimits.dataKeys else {
            throw APIError(
                .invalidRequest, "options.data: \(data.count) keys; at most \(APILimits.dataKeys) are taken")
        }
        for (key, value) in data.sorted(by: { $0.key < $1.key }) {
            try FieldRules.identifier(key, "options.data, a key", atMost: 64)
            if let reason = PushPayload.reservedKeyProblem(of: key) {
                throw APIError(.invalidRequest, "options.data.\(key): \(reason); choose another key")
            }
            guard depth(of: value) <= APILimits.dataDepth else {
                throw APIError(
                    .invalidRequest, "options.data.\(key): is nested deeper than \(APILimits.dataDepth) levels")
            }
            try kind(value, key)
        }
        for (key, field, value) in written(for: request) where value != nil && data[key] != nil {
            throw APIError(.invalidRequest, "options.data.\(key): \(field) sets it too; leave one out")
        }
    }

    /// The type by which apps decide what a push is. Asks and what Bellhop tells its own devices cannot be imitated.
    private static func kind(_ value: JSONValue, _ key: String) throws {
        guard key == "type" || key == "notification_type" else { return }
        guard let kind = value.string.map(NotificationKind.init(rawValue:)) else {
            throw APIError(.invalidRequest, "options.data.\(key): a string expected")
        }
        if [.approval, .question].contains(kind) {
            throw APIError(.invalidRequest, "options.data.\(key): \(kind) is for asks; send this to /v1/asks")
        }
        if PushPayload.reservedKinds.contains(kind) {
            throw APIError(.invalidRequest, "options.data.\(key): \(kind) is a type that only Bellhop sends")
        }
    }

    /// The keys of the payload that come from other fields of the request.
    private static func written(for request: NotificationRequest) -> [(key: String, field: String, value: String?)] {
        [
            ("sessionId", "session_id", request.sessionID?.description), ("deepLink", "deep_link", request.deepLink),
            ("itemId", "options.item_id", request.options?.itemID),
            ("messageId", "options.message_id", request.options?.messageID),
            ("imageURL", "options.image_url", request.options?.imageURL),
        ]
    }

    /// 1 for a value that holds no other.
    private static func depth(of value: JSONValue) -> Int {
        switch value {
        case .object(let fields): 1 + (fields.values.map(depth).max() ?? 0)
        case .array(let values): 1 + (values.map(depth).max() ?? 0)
        default: 1
        }
    }
}
