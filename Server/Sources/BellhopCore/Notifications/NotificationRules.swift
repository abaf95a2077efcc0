import BellhopModel

/// The rules of a `NotificationRequest` that span fields. Throws an `APIError` that names the field.
enum NotificationRules {
    /// The lifetime of a notification unless given, in seconds.
    static let lifetime = 86_400

    static func check(_ request: NotificationRequest) throws {
        if request.options?.isSilent != true, !request.title.contains(where: { !$0.isWhitespace }) {
            throw APIError(.invalidRequest, "title: is empty")
        }
        try kind(of: request.category)
        if let options = request.options { try OptionsRules.check(options, of: request) }
    }

    /// A notification without an ask must not have buttons that answer.
    private static func kind(of category: CategoryID?) throws {
        guard let category, let kind = CategoryCatalog[category]?.kind, [.approval, .question].contains(kind) else {
            return
        }
        throw APIError(.invalidRequest, "category: \(category) is for asks; send this to /v1/asks")
    }
}

/// The rules of `NotificationOptions` that span fields. Throws an `APIError` that names the field.
enum OptionsRules {
    static func check(_ options: NotificationOptions, of request: NotificationRequest) throws {
        if options.isSilent == true { try silence(options, of: request) }
        if let key = options.collapseKey, CollapseName.isReserved(key) {
            throw error("collapse_key", "is reserved for asks and summaries; choose another key")
        }
        if let data = options.data { try DataRules.check(data, of: request) }
    }

    /// A silent notification must not say how it is shown.
    private static func silence(_ options: NotificationOptions, of request: NotificationRequest) throws {
        let shown: [(field: String, isGiven: Bool)] = [
            ("title", !request.title.isEmpty), ("subtitle", request.subtitle?.isEmpty == false),
            ("body", !request.body.isEmpty), ("options.sound", options.sound != nil),
            ("options.badge", options.badge != nil), ("options.image_url", options.imageURL != nil),
            ("options.interruption_level", options.interruptionLevel != nil),
            ("options.relevance_score", options.relevanceScore != nil),
            ("options.filter_criteria", options.filterCriteria != nil),
            ("options.title_localization", options.titleLocalization != nil),
            ("options.subtitle_localization", options.subtitleLocalization != nil),
            ("options.body_localization", options.bodyLocalization != nil),
            ("options.priority", options.priority == .high),
        ]
        guard let field = shown.first(where: \.isGiven)?.field else { return }
        let reason =
            field == "options.priority"
            ? "a silent notification cannot have high priority; use normal or low"
            : "not allowed in a silent notification; omit this field or `silent`"
        throw APIError(.invalidRequest, "\(field): \(reason)")
    }

    private static func error(_ field: String, _ reason: String) -> APIError {
        APIError(.invalidRequest, "options.\(field): \(reason)")
    }
}

/// The rules for a notification's `data`, which goes to the top level of the payload, beside Bellhop's own keys.
enum DataRules {
    static func check(_ data: [String: JSONValue], of request: NotificationRequest) throws {
        for (key, value) in data.sorted(by: { $0.key < $1.key }) {
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
            throw APIError(.invalidRequest, "options.data.\(key): \(field) sets this key too; omit one of them")
        }
    }

    /// Rejects the types of asks and of Bellhop's own pushes, by which apps decide how to handle a push.
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

    /// The payload's keys that other fields of the request set.
    private static func written(for request: NotificationRequest) -> [(key: String, field: String, value: String?)] {
        [
            ("sessionId", "session_id", request.sessionID?.description), ("deepLink", "deep_link", request.deepLink),
            ("itemId", "options.item_id", request.options?.itemID),
            ("messageId", "options.message_id", request.options?.messageID),
            ("imageURL", "options.image_url", request.options?.imageURL),
        ]
    }

    /// The depth of a value: 1 for a scalar.
    private static func depth(of value: JSONValue) -> Int {
        switch value {
        case .object(let fields): 1 + (fields.values.map(depth).max() ?? 0)
        case .array(let values): 1 + (values.map(depth).max() ?? 0)
        default: 1
        }
    }
}
