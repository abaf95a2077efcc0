import BellhopModel

extension Chapter {
    static let preferences = Chapter(
        "Preferences", "What users want to hear, and when. What is not mentioned is on.",
        operations: [
            Operation(
                .getPreferences, id: "getPreferences", query: [user],
                .json("Preferences", "Everything, with what is on by default.")),
            Operation(
                .putPreferences, id: "putPreferences", details: "Replaces the whole document; the last one wins.",
                query: [user], body: "Preferences", .json("Preferences", "What is stored.")),
        ],
        bodies: [document, quietHours, mute, frequencyCap])

    private static let user = Parameter.query("user", .name, "Whose; the key's own user unless given by an admin.")

    private static let document = BodyDescription(
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
                        ], others: .anything
                    ).titled("PreferenceSwitches"),
                    "By type. Other names are the app's own and kept as they are, at most 64 bytes each."),
                .optional(
                    "categories", .map(of: .boolean, names: .category, atMost: APILimits.preferences), "By category."),
                .optional("quiet_hours", .named("QuietHours"), "When nothing is to disturb."),
                .optional(
                    "mutes", .list(of: .named("Mute"), atMost: APILimits.mutes), "What is not pushed, each once."),
                .optional("frequency_cap", .named("FrequencyCap"), "How much is too much."),
            ]),
        examples: [
            NotificationPreferences(
                types: [.reminders: false], categories: [.taskComplete: false], quietHours: night,
                mutes: [Mute(.session(Sample.session), until: Sample.time(7200))], frequencyCap: cap)
        ])

    private static let quietHours = BodyDescription(
        "QuietHours", QuietHours.self, "What comes then waits until they end, if it is still worth showing by then.",
        .object([
            .required("start", .timeOfDay, "When they begin, on the user's clock."),
            .required(
                "end", .timeOfDay, "When they end: another time than the start; an earlier one is the next day's."),
            .optional(
                "days", .list(of: .choice(of: Weekday.self), atMost: 7),
                "The days on which they begin, each once; every day unless given."),
            .optional(
                "time_zone", .identifier(1...64),
                "An IANA name, such as `Europe/Berlin`; that of the newest device unless given."),
            .optional("allow_time_sensitive", .boolean, "Whether what is time-sensitive comes through; it does."),
            .optional("allow_asks", .boolean, "Whether asks come through; as what is time-sensitive unless given."),
        ]),
        examples: [night])

    private static let mute = BodyDescription(
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
        .object([.required(name, schema, note), .optional("until", .time, "When it is over; never unless given.")])
    }

    private static let frequencyCap = BodyDescription(
        "FrequencyCap", FrequencyCap.self,
        "At most so many pushes in any stretch of time; asks neither count nor wait.",
        .object([
            .required("limit", .integer(APILimits.capPushes), "How many."),
            .required("seconds", .integer(APILimits.capSeconds), "In how long."),
        ]),
        examples: [cap])

    private static let cap = FrequencyCap(limit: 10, seconds: 3600)
    private static let night = QuietHours(
        start: TimeOfDay(minutes: 22 * 60), end: TimeOfDay(minutes: 7 * 60), days: [.friday, .saturday],
        timeZone: "Europe/Berlin", allowAsks: false)
}
