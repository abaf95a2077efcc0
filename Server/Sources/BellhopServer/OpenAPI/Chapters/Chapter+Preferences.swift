import BellhopModel

extension Chapter {
    static let preferences = Chapter(
        "Preferences", "What users want to hear. What is not mentioned is on.",
        operations: [
            Operation(
                .getPreferences, id: "getPreferences", query: [user],
                .json("Preferences", "Everything, with what is on by default.")),
            Operation(
                .putPreferences, id: "putPreferences", details: "Replaces the whole document; the last one wins.",
                query: [user], body: "Preferences", .json("Preferences", "What is stored.")),
        ],
        bodies: [document])

    private static let user = Parameter.query("user", .name, "Whose; the key's own user unless given by an admin.")

    private static let document = BodyDescription(
        "Preferences", NotificationPreferences.self,
        "One switch for each type and one for each category; at most 256 names and 16 KiB in all.",
        .object([
            .optional(
                "preferences",
                .object(
                    [
                        .sometimes("new_items", .boolean, "New items."),
                        .sometimes("reminders", .boolean, "Reminders."),
                        .sometimes("updates", .boolean, "Updates."),
                        .sometimes("messages", .boolean, "Messages."),
                    ], others: .anything),
                "By type. Other names are the app's own and kept as they are, at most 64 bytes each."),
            .optional(
                "categories", .map(of: .boolean, names: .category, atMost: APILimits.preferences), "By category."),
        ]),
        examples: [
            NotificationPreferences(types: [.reminders: false], categories: [.taskComplete: false])
        ])
}
