import BellhopModel

/// What a `NotificationRequest` must keep to. Throws an `APIError` that names the field.
enum NotificationRules {
    static let lifetime = 86_400

    static func check(_ request: NotificationRequest) throws {
        if request.options?.isSilent != true { try FieldRules.title(request.title) }
        try FieldRules.text(request.subtitle, "subtitle", atMost: APILimits.title)
        try FieldRules.text(request.body, "body")
        try FieldRules.identifier(request.thread, "thread", atMost: 128)
        try FieldRules.identifier(request.deepLink, "deep_link", atMost: 1024)
        try FieldRules.category(request.category)
        try kind(of: request.category)
        try FieldRules.seconds(request.expiresIn ?? lifetime, in: APILimits.notificationSeconds)
        if let options = request.options { try OptionsRules.check(options, of: request) }
    }

    /// A notification that asks nothing must not come with buttons that answer.
    private static func kind(of category: CategoryID?) throws {
        guard let category, let kind = CategoryCatalog[category]?.kind, [.approval, .question].contains(kind) else {
            return
        }
        throw APIError(.invalidRequest, "category: \(category) is for asks; send this to /v1/asks")
    }
}
