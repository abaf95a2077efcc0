import BellhopModel

extension Chapter {
    static let users = Chapter(
        "Users", "Everybody who has, or had, a key or a device.",
        operations: [
            Operation(
                .listUsers, id: "listUsers",
                query: [.query("after", .name, "Go on after this one, the last of the page before."), .limit],
                .json("UserPage", "Users by name."))
        ],
        bodies: [user, page])

    private static let sample = UserSummary(
        userID: Sample.user, devices: 3, activeDevices: 2, notifications: 312, unread: 4, lastSeenAt: Sample.time())

    private static let user = BodyDescription(
        "UserSummary", UserSummary.self, "A user, in numbers.",
        .object([
            .required("user_id", .name, "Who."),
            .required("devices", .integer(0...Int.max), "How many devices, inactive ones included."),
            .required("active_devices", .integer(0...Int.max), "How many of them are sent to."),
            .required("notifications", .integer(0...Int.max), "How many are in the history."),
            .required("unread", .integer(0...Int.max), "How many are unread and still of use: the badge."),
            .sometimes("last_seen_at", .time, "When one of the devices last called the API, to the hour."),
        ]),
        examples: [sample])

    private static let page = BodyDescription.page("UserPage", of: user, sample)
}
