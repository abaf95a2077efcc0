import BellhopCore
import BellhopModel

extension Resource {
    static let preferences = Resource(
        "Preferences",
        "The notifications that users want, and their quiet hours. Everything is on unless it is turned off.",
        operations: [
            Operation(
                API.getPreferences, query: [user], .json("Preferences", "Everything, with what is on by default."),
                handle: PreferencesHandlers.get),
            Operation(
                API.putPreferences, details: "Replaces the whole document; the last one wins.", query: [user],
                body: "Preferences", .json("Preferences", "The stored preferences."), handle: PreferencesHandlers.put),
        ],
        components: [document, quietHours, mute, frequencyCap])

    private static let user = Parameter.query("user", .name, "The user; the key's own unless given by an admin.")

    private static let document = Component(
        "Preferences", NotificationPreferences.self,
        "Switches, quiet hours, mutes and a cap: at most 256 names and 16 KiB in all.",
        .object(
            [
                .optional(
                    "preferences",
                    .object(
                        [
                            .sometimes("new_items", .boolean, "New items."),
                            .sometimes("reminders", .boolean, "Reminders."),
                            .sometimes("updates", .boolean, "Updates."),
                            .sometimes("messages", .boolean, "Messages."),
                        ], others: .anything, names: .identifier(1...64)
                    ).titled("PreferenceSwitches"),
                    "By type. Other names are the app's own and kept as they are, at most 64 bytes each."),
                .optional(
                    "categories", .map(of: .boolean, names: .category, atMost: APILimits.preferences), "By category."),
                .optional("quiet_hours", .named("QuietHours"), "The hours without interruptions."),
                .optional(
                    "mutes", .list(of: .named("Mute"), atMost: APILimits.mutes),
                    "Sessions, topics and threads that are not pushed, each once."),
                .optional("frequency_cap", .named("FrequencyCap"), "The maximum number of pushes in a period."),
            ]),
        examples: [
            NotificationPreferences(
                types: [.reminders: false], categories: [.taskComplete: false], quietHours: night,
                mutes: [Mute(.session(Sample.session), until: Sample.time(7200))], frequencyCap: cap)
        ])

    private static let quietHours = Component(
        "QuietHours", QuietHours.self,
        "Daily hours in which notifications wait until the end, if they are still of use then.",
        .object([
            .required("start", .timeOfDay, "The start, in the user's time zone."),
            .required(
                "end", .timeOfDay, "The end: another time than the start; an earlier one is on the next day."),
            .optional(
                "days", .list(of: .choice(of: Weekday.self), atLeast: 1, atMost: 7),
                "The days on which they begin, each once; every day unless given."),
            .optional(
                "time_zone", .identifier(1...64),
                "An IANA name, such as `Europe/Berlin`; that of the newest device unless given."),
            .optional(
                "allow_time_sensitive", .boolean,
                "`false` holds time-sensitive notifications back too; `true` unless given."),
            .optional("allow_asks", .boolean, "`false` holds asks back too; as `allow_time_sensitive` unless given."),
        ]),
        examples: [night])

    private static let mute = Component(
        "Mute", Mute.self, "Something that is not pushed, asks included.",
        .alternatives([
            muted("session", .name, "A run of an agent.").titled("MuteSession"),
            muted("topic", .name, "A topic, or an item.").titled("MuteTopic"),
            muted("thread", .identifier(1...128), "The notifications grouped under this name.").titled("MuteThread"),
        ]),
        examples: [
            Mute(.session(Sample.session), until: Sample.time(7200)), Mute(.topic("releases")),
            Mute(.thread("bellhop")),
        ])

    private static func muted(_ name: String, _ schema: Schema, _ note: String) -> Schema {
        .object([.required(name, schema, note), .optional("until", .time, "The end of the mute; never unless given.")])
    }

    private static let frequencyCap = Component(
        "FrequencyCap", FrequencyCap.self,
        "At most so many pushes in any stretch of time; asks neither count nor wait.",
        .object([
            .required("limit", .integer(APILimits.capPushes), "The maximum number of pushes."),
            .required("seconds", .integer(APILimits.capSeconds), "In how long."),
        ]),
        examples: [cap])

    private static let cap = FrequencyCap(limit: 10, seconds: 3600)
    private static let night = QuietHours(
        start: TimeOfDay(minutes: 22 * 60), end: TimeOfDay(minutes: 7 * 60), days: [.friday, .saturday],
        timeZone: "Europe/Berlin", allowAsks: false)
}

private enum PreferencesHandlers {
    @Sendable static func get(_ call: Call) async throws -> NotificationPreferences {
        try await call.services.preferences.preferences(of: call.query("user"), for: call.key())
    }

    @Sendable static func put(
        _ preferences: NotificationPreferences, _ call: Call
    ) async throws -> NotificationPreferences {
        try await call.services.preferences.put(preferences, of: call.query("user"), by: call.key())
    }
}
