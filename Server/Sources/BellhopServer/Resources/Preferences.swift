import BellhopCore
import BellhopModel

extension Resource {
    static let preferences = Resource(
        "Preferences",
        "Notification preferences and quiet hours of users. All notifications are on by default.",
        operations: [
            Operation(
                API.getPreferences, query: [user], .json("Preferences", "The preferences, including default values."),
                handle: PreferencesHandlers.get),
            Operation(
                API.putPreferences, details: "Replaces the whole document. The last write wins.", query: [user],
                body: "Preferences", .json("Preferences", "The stored preferences."), handle: PreferencesHandlers.put),
        ],
        components: [document, quietHours, mute, frequencyCap])

    private static let user = Parameter.query(
        "user", .name, "The user; another than the key's requires an admin's key. Default: the key's user.")

    private static let document = Component(
        "Preferences", NotificationPreferences.self,
        "Switches, quiet hours, mutes and a cap: at most 256 names and 16 KiB in total.",
        .object(
            [
                .optional(
                    "preferences",
                    .object(
                        [
                            .sometimes("new_items", .boolean, "`false` to turn off new items."),
                            .sometimes("reminders", .boolean, "`false` to turn off reminders."),
                            .sometimes("updates", .boolean, "`false` to turn off updates."),
                            .sometimes("messages", .boolean, "`false` to turn off messages."),
                        ], others: .anything, names: .identifier(1...64)
                    ).titled("PreferenceSwitches"),
                    "Switches by type. Other names, at most 64 bytes each, are the app's own and stored unchanged."
                ),
                .optional(
                    "categories", .map(of: .boolean, names: .category, atMost: APILimits.preferences),
                    "Switches by category."),
                .optional("quiet_hours", .named("QuietHours"), "The quiet hours."),
                .optional(
                    "mutes", .list(of: .named("Mute"), atMost: APILimits.mutes),
                    "The muted sessions, topics and threads, without duplicates."),
                .optional("frequency_cap", .named("FrequencyCap"), "The maximum number of pushes in a period."),
            ]),
        examples: [
            NotificationPreferences(
                types: [.reminders: false], categories: [.taskComplete: false], quietHours: night,
                mutes: [Mute(.session(Sample.session), until: Sample.time(7200))], frequencyCap: cap)
        ])

    private static let quietHours = Component(
        "QuietHours", QuietHours.self,
        "Daily hours in which notifications are held. At the end, those that have not expired are pushed.",
        .object([
            .required("start", .timeOfDay, "The start, in local time."),
            .required(
                "end", .timeOfDay,
                "The end, in local time; must differ from `start`. An end before the start is on the next day."),
            .optional(
                "days", .list(of: .choice(of: Weekday.self), atLeast: 1, atMost: 7),
                "The days on which quiet hours begin, without duplicates. Default: every day."),
            .optional(
                "time_zone", .identifier(1...64),
                "The IANA time zone, such as `Europe/Berlin`. Default: that of the newest active device, or UTC."
            ),
            .optional(
                "allow_time_sensitive", .boolean,
                "`false` to hold time-sensitive notifications too. Default: `true`."),
            .optional(
                "allow_asks", .boolean, "`false` to hold asks too. Default: the value of `allow_time_sensitive`."),
        ]),
        examples: [night])

    private static let mute = Component(
        "Mute", Mute.self, "A session, topic or thread that is not pushed, asks included.",
        .alternatives([
            muted("session", .name, "The muted session.").titled("MuteSession"),
            muted("topic", .name, "The muted topic or item.").titled("MuteTopic"),
            muted("thread", .identifier(1...128), "The muted thread.").titled("MuteThread"),
        ]),
        examples: [
            Mute(.session(Sample.session), until: Sample.time(7200)), Mute(.topic("releases")),
            Mute(.thread("bellhop")),
        ])

    private static func muted(_ name: String, _ schema: Schema, _ note: String) -> Schema {
        .object([.required(name, schema, note), .optional("until", .time, "The end of the mute. Default: permanent.")])
    }

    private static let frequencyCap = Component(
        "FrequencyCap", FrequencyCap.self,
        "A limit on the number of pushes in any period of the given length. Asks neither count nor are limited.",
        .object([
            .required("limit", .integer(APILimits.capPushes), "The maximum number of pushes."),
            .required("seconds", .integer(APILimits.capSeconds), "The length of the period, in seconds."),
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
