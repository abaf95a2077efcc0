import BellhopModel
import Foundation

/// What `NotificationPreferences` must keep to, beyond their types. Throws an `APIError` that names the field.
enum PreferencesRules {
    static func check(_ preferences: NotificationPreferences) throws {
        let names = preferences.types.keys.map(\.rawValue) + preferences.others.keys
        let count = names.count + preferences.categories.count + preferences.unknown.count
        guard count <= APILimits.preferences else {
            throw APIError(
                .invalidRequest,
                "preferences and categories: \(count) names; at most \(APILimits.preferences) are taken")
        }
        for name in preferences.unknown.keys { try FieldRules.identifier(name, "the body, a name", atMost: 64) }
        for name in names { try FieldRules.identifier(name, "preferences, a name", atMost: 64) }
        for category in preferences.categories.keys {
            try FieldRules.identifier(category.rawValue, "categories, a name", atMost: 64)
        }
        if let quiet = preferences.quietHours { try check(quiet) }
        try check(preferences.mutes)
        if let cap = preferences.frequencyCap { try check(cap) }
        let size = try CanonicalJSON.encode(preferences).count
        guard size <= APILimits.preferencesSize else {
            throw APIError(
                .invalidRequest,
                "the body: \(size) bytes of preferences; at most \(APILimits.preferencesSize) are taken")
        }
    }

    private static func check(_ quiet: QuietHours) throws {
        guard quiet.start != quiet.end else {
            throw APIError(
                .invalidRequest,
                "quiet_hours: start and end are both \(quiet.start); to hear nothing at all, turn categories off")
        }
        if let days = quiet.days {
            guard !days.isEmpty, Set(days).count == days.count else {
                throw APIError(
                    .invalidRequest,
                    "quiet_hours.days: name each day once, monday to sunday, or leave it out for every day")
            }
        }
        if let name = quiet.timeZone { try FieldRules.timeZone(name, "quiet_hours.time_zone") }
    }

    private static func check(_ mutes: [Mute]) throws {
        guard mutes.count <= APILimits.mutes else {
            throw APIError(.invalidRequest, "mutes: \(mutes.count); at most \(APILimits.mutes) are taken")
        }
        for mute in mutes {
            if case .thread(let name) = mute.subject {
                try FieldRules.identifier(name, "mutes, a thread", atMost: 128)
            }
        }
        guard Set(mutes.map(\.subject)).count == mutes.count else {
            throw APIError(.invalidRequest, "mutes: name each session, topic and thread once")
        }
    }

    private static func check(_ cap: FrequencyCap) throws {
        guard APILimits.capPushes.contains(cap.limit) else {
            throw APIError(
                .invalidRequest,
                "frequency_cap.limit: \(cap.limit); takes \(APILimits.capPushes.lowerBound) to "
                    + "\(APILimits.capPushes.upperBound) pushes")
        }
        guard APILimits.capSeconds.contains(cap.seconds) else {
            throw APIError(
                .invalidRequest,
                "frequency_cap.seconds: \(cap.seconds); takes \(APILimits.capSeconds.lowerBound) to "
                    + "\(APILimits.capSeconds.upperBound) seconds")
        }
    }
}
