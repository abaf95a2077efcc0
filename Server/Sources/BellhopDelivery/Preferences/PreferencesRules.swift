import BellhopModel

/// What `NotificationPreferences` must keep to, beyond their types. Throws an `APIError` that names the field.
enum PreferencesRules {
    static func check(_ preferences: NotificationPreferences) throws {
        let names = preferences.types.keys.map(\.rawValue) + preferences.others.keys
        let count = names.count + preferences.categories.count
        guard count <= APILimits.preferences else {
            throw APIError(
                .invalidRequest,
                "preferences and categories: \(count) names; at most \(APILimits.preferences) are taken")
        }
        for name in names { try FieldRules.identifier(name, "preferences, a name", atMost: 64) }
        for category in preferences.categories.keys {
            try FieldRules.identifier(category.rawValue, "categories, a name", atMost: 64)
        }
        let size = try CanonicalJSON.encode(preferences).count
        guard size <= APILimits.preferencesSize else {
            throw APIError(
                .invalidRequest,
                "the body: \(size) bytes of preferences; at most \(APILimits.preferencesSize) are taken")
        }
    }
}
