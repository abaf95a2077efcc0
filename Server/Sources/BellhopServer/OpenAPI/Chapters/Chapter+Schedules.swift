import BellhopModel

extension Chapter {
    static let schedules = Chapter(
        "Schedules", "What is sent later; and what was sent, to be shown again later or taken back.",
        operations: [
            Operation(
                .createSchedule, id: "createSchedule",
                details: "Each occurrence is sent once. Agents and devices plan for their own user.",
                body: "ScheduleRequest", errors: [.payloadTooLarge, .scheduleInPast],
                .json(
                    "Schedule", status: 201, "The schedule.",
                    leadsTo: ["getSchedule", "updateSchedule", "cancelSchedule"])),
            Operation(
                .listSchedules, id: "listSchedules",
                query: [
                    .query("user", .name, "Only those for this one user; another than the key's own takes an admin."),
                    .query("state", .choice(of: Schedule.State.self), "Only those in this state."),
                    .query("before", .id, "Go on after this one, the last of the page before."), .limit,
                ],
                .json("SchedulePage", "Newest first.")),
            Operation(.getSchedule, id: "getSchedule", .json("Schedule", "As it stands.")),
            Operation(
                .updateSchedule, id: "updateSchedule", details: "What is left out stays as it is.",
                body: "ScheduleUpdate",
                errors: [.payloadTooLarge, .scheduleInPast, .scheduleChanged, .scheduleEnded],
                .json("Schedule", "As it stands now.")),
            Operation(
                .cancelSchedule, id: "cancelSchedule", details: "To cancel again changes nothing.",
                errors: [.scheduleEnded], .json("Schedule", "Cancelled.")),
            Operation(
                .cancelNotification, id: "cancelNotification",
                details: "Not the notification of an ask: that is withdrawn.",
                errors: [.invalidRequest, .scheduleEnded],
                .json("Cancellation", "What there was to do.")),
            Operation(
                .snoozeNotification, id: "snoozeNotification",
                details: "Of an ask only within its deadline. Not what was taken back, nor about a complete item.",
                body: "SnoozeRequest", isBodyRequired: false,
                errors: [.askAlreadyAnswered, .askExpired, .askWithdrawn],
                .json("Notification", "Quiet until `snoozed_until`.")),
        ],
        bodies: [request, update, schedule, page, .audience, .timing, .recurrence, snooze, cancellation])

    private static let request = BodyDescription(
        "ScheduleRequest", ScheduleRequest.self, "A notification to be sent later.",
        .object([
            .optional("to", .named("Audience"), "The key's own user unless given; anybody else takes an admin."),
            .required(
                "notification", .named("NotificationRequest"),
                "Without `user_id`; `reminder` unless its category is given. Its life counts from the planned moment."),
            .required("when", .named("ScheduleTiming"), "At most five years ahead."),
        ]),
        examples: [ScheduleRequest(to: .user(Sample.user), notification: milk, when: morning)])

    private static let update = BodyDescription(
        "ScheduleUpdate", ScheduleUpdate.self, "What a schedule is to say from now on.",
        .object([
            .optional("revision", .integer, "Refused when the schedule has another one."),
            .optional("to", .named("Audience"), "Whom it is for."),
            .optional("notification", .named("NotificationRequest"), "All of it."),
            .optional("when", .named("ScheduleTiming"), "All of it."),
        ]),
        examples: [ScheduleUpdate(revision: 1, to: .user(Sample.user), notification: milk, when: morning)])

    private static let schedule = BodyDescription(
        "Schedule", Schedule.self, "A notification that is sent later, once or again and again.",
        .object([
            .required("id", .id, "What it is called from now on."),
            .required("revision", .integer(1...Int.max), "Counts its changes; each occurrence is one."),
            .required("to", .named("Audience"), "Whom it is for."),
            .required("notification", .named("NotificationRequest"), "What they are told."),
            .required("when", .named("ScheduleTiming"), "When."),
            .required("state", .choice(of: Schedule.State.self), "`missed`: it had expired by the time a server ran."),
            .sometimes("next", .time, "When it is sent next, while it waits."),
            .sometimes("last_sent", .time, "When it was sent last."),
            .required("created_by", .id, "The key that made it."),
            .required("creator", .name, "The user that key acts for."),
            .required("created_at", .time, "When it was made."),
            .required("updated_at", .time, "When it changed last."),
        ]),
        examples: [sample])

    private static let page = BodyDescription.page("SchedulePage", of: schedule, sample)

    private static let snooze = BodyDescription(
        "SnoozeRequest", SnoozeRequest.self, "How long a notification is to stay away.",
        .object([.optional("minutes", .integer(APILimits.snoozeMinutes), "15 unless given.")]),
        examples: [SnoozeRequest(minutes: 30)])

    private static let cancellation = BodyDescription(
        "Cancellation", Cancellation.self, "What there was to do when a notification was taken back.",
        .object([
            .required("stopped", .integer(0...Int.max), "Pushes that had not been sent, and are not."),
            .required("clearing", .integer(0...Int.max), "Devices that had it, and are told to clear it."),
        ]),
        examples: [Cancellation(stopped: 1, clearing: 2)])

    private static let milk = NotificationRequest(
        title: "Milk", body: "Buy some on the way home", category: .reminder, expiresIn: 7200)

    private static let morning = ScheduleTiming(at: .moment(Sample.time(86_400)), timeZone: "Europe/Berlin")

    private static let sample = Schedule(
        id: ScheduleID(high: 0x0192_F0C4_7B1E_7D02, low: 0x9B60_2F3A_4C5D_6E7F), revision: 2, to: .user(Sample.user),
        notification: milk, when: morning, next: Sample.time(86_400), lastSent: Sample.time(60), createdBy: Sample.key,
        creator: Sample.user, createdAt: Sample.time(), updatedAt: Sample.time(60))
}
