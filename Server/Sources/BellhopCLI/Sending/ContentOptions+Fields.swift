extension ContentOptions {
    /// Each option by the field of a notification that it becomes.
    static let arguments = [
        "body": "<text>", "title": "--title", "subtitle": "--subtitle", "category": "--category", "thread": "--thread",
        "deep_link": "--link", "expires_in": "--expires-in", "options.sound": "--sound", "options.badge": "--badge",
        "options.image_url": "--image", "options.interruption_level": "--level",
        "options.relevance_score": "--relevance", "options.priority": "--priority",
        "options.collapse_key": "--collapse", "options.title_localization.key": "--title-key",
        "options.title_localization.arguments": "--title-argument",
        "options.title_localization.arguments[]": "--title-argument", "options.body_localization.key": "--body-key",
        "options.body_localization.arguments": "--body-argument",
        "options.body_localization.arguments[]": "--body-argument", "options.item_id": "--item",
        "options.message_id": "--message", "options.data": "--field",
    ]
}

extension AudienceOptions {
    static let arguments = [
        "user_id": "--user", "to.user": "--user", "to.users": "--users", "to.users[]": "--users", "to.topic": "--topic",
    ]
}
