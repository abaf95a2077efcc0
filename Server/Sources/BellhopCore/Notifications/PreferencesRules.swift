import BellhopFoundation
import BellhopModel

/// The rules of `NotificationPreferences` that span fields. Throws an `APIError` that names the field.
enum PreferencesRules {
    static func check(_ preferences: NotificationPreferences) throws {
        let names = preferences.types.keys.map(\.rawValue) + preferences.others.keys
        let count = names.count + preferences.categories.count + preferences.unknown.count
        guard count <= APILimits.preferences else {
            throw APIError(
                .invalidRequest,
                "preferences and categories: \(count) names; at most \(APILimits.preferences) are accepted")
        }
        if let quiet = preferences.quietHours { try check(quiet) }
        try check(preferences.mutes)
        let size = try CanonicalJSON.encode(preferences).count
        guard size <= APILimits.preferencesSize else {
            throw APIError(
                .invalidRequest,
                "the body: \(size) bytes of preferences; at most \(APILimits.preferencesSize) are accepted")
        }
    }

    private static func check(_ quiet: QuietHours) throws {
        guard quiet.start != quiet.end else {
            throw APIError(
                .invalidRequest,
                "quiet_hours: start and end are both \(quiet.start); to stop notifications, turn categories off")
        }
        if let days = quiet.days {
            guard Set(days).count == days.count else {
                throw APIError(
                    .invalidRequest,
                    "quiet_hours.days: list each day once")
            }
        }
        if let name = quiet.timeZone { try FieldRules.timeZone(name, "quiet_hours.time_zone") }
    }

    private static func check(_ mutes: [Mute]) throws {
        guard Set(mutes.map(\.subject)).count == mutes.count else {
            throw APIError(.invalidRequest, "mutes: list each session, topic and thread once")
        }
    }
}
