import BellhopModel

/// What `NotificationOptions` must keep to. Throws an `APIError` that names the field.
enum OptionsRules {
    static func check(_ options: NotificationOptions, of request: NotificationRequest) throws {
        if options.isSilent == true { try silence(options, of: request) }
        if let sound = options.sound { try self.sound(sound) }
        if let badge = options.badge, !APILimits.badge.contains(badge) {
            let range = APILimits.badge
            throw error("badge", "\(badge); takes \(range.lowerBound) to \(range.upperBound)")
        }
        if let address = options.imageURL { try FieldRules.image(address, "options.image_url") }
        if let score = options.relevanceScore, !APILimits.relevance.contains(score) {
            throw error("relevance_score", "\(score); takes 0 to 1")
        }
        try FieldRules.identifier(options.collapseKey, "options.collapse_key", atMost: PayloadLimits.collapseID)
        if let key = options.collapseKey, CollapseName.isReserved(key) {
            throw error("collapse_key", "is the name under which an ask or a summary is shown; choose another")
        }
        try FieldRules.identifier(options.itemID, "options.item_id", atMost: 128)
        try FieldRules.identifier(options.messageID, "options.message_id", atMost: 128)
        try localization(options.titleLocalization, "title_localization")
        try localization(options.subtitleLocalization, "subtitle_localization")
        try localization(options.bodyLocalization, "body_localization")
        if let data = options.data { try DataRules.check(data, of: request) }
    }

    /// It shows nothing: whatever says how it is shown was not meant.
    private static func silence(_ options: NotificationOptions, of request: NotificationRequest) throws {
        let shown: [(field: String, isGiven: Bool)] = [
            ("title", !request.title.isEmpty), ("subtitle", request.subtitle?.isEmpty == false),
            ("body", !request.body.isEmpty), ("options.sound", options.sound != nil),
            ("options.badge", options.badge != nil), ("options.image_url", options.imageURL != nil),
            ("options.interruption_level", options.interruptionLevel != nil),
            ("options.relevance_score", options.relevanceScore != nil),
            ("options.title_localization", options.titleLocalization != nil),
            ("options.subtitle_localization", options.subtitleLocalization != nil),
            ("options.body_localization", options.bodyLocalization != nil),
            ("options.priority", options.priority == .high),
        ]
        guard let field = shown.first(where: \.isGiven)?.field else { return }
        let reason =
            field == "options.priority"
            ? "a silent notification is never sent with high priority; take normal or low"
            : "a silent notification shows nothing; leave this out, or `silent`"
        throw APIError(.invalidRequest, "\(field): \(reason)")
    }

    /// `default`, `none`, or a file in the app's bundle or its `Library/Sounds`.
    private static func sound(_ name: String) throws {
        try FieldRules.identifier(name, "options.sound", atMost: 64)
        guard !name.contains("/"), !name.hasPrefix(".") else {
            throw error("sound", "must be default, none, or the name of a file in the app, without a folder")
        }
    }

    private static func localization(_ text: NotificationOptions.Localization?, _ name: String) throws {
        guard let text else { return }
        try FieldRules.identifier(text.key, "options.\(name).key", atMost: 128)
        let arguments = text.arguments ?? []
        guard arguments.count <= APILimits.localizationArguments else {
            throw error(
                "\(name).arguments", "\(arguments.count); at most \(APILimits.localizationArguments) are taken")
        }
        for (index, argument) in arguments.enumerated() {
            try FieldRules.text(argument, "options.\(name).arguments[\(index)]", atMost: APILimits.title)
        }
    }

    private static func error(_ field: String, _ reason: String) -> APIError {
        APIError(.invalidRequest, "options.\(field): \(reason)")
    }
}
