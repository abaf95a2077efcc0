import BellhopCore
import BellhopModel

extension Resource {
    static let schedules = Resource(
        "Schedules", "Scheduled notifications; snoozing and cancelling of notifications.",
        operations: [
            Operation(
                API.createSchedule,
                details: "Each occurrence is sent once. Agents and devices plan for their own user.",
                body: "ScheduleRequest",
                .json(
                    "Schedule", status: 201, "The schedule.",
                    leadsTo: ["getSchedule", "updateSchedule", "cancelSchedule"]), accept: ScheduleHandlers.create),
            Operation(
                API.listSchedules,
                query: [
                    .query("user", .name, "Only those for this one user; another than the key's own takes an admin."),
                    .query("state", .choice(of: Schedule.State.self), "Only those in this state."),
                    .query("before", .id, "Go on after this one, the last of the page before."), .limit,
                ], .json("SchedulePage", "Newest first."), handle: ScheduleHandlers.list),
            Operation(API.getSchedule, .json("Schedule", "The schedule."), handle: ScheduleHandlers.get),
            Operation(
                API.updateSchedule, details: "Fields that are left out keep their values.", body: "ScheduleUpdate",
                .json("Schedule", "The schedule."), handle: ScheduleHandlers.update),
            Operation(
                API.cancelSchedule, details: "To cancel again changes nothing.", .json("Schedule", "Cancelled."),
                handle: ScheduleHandlers.cancel),
            Operation(
                API.cancelNotification, details: "Not the notification of an ask: that is withdrawn.",
                .json("Cancellation", "The number of pushes that were stopped or are cleared."),
                handle: ScheduleHandlers.cancelNotification),
            Operation(
                API.snoozeNotification,
                details: "An ask only within its deadline. Not for cancelled notifications, nor about a complete item.",
                body: "SnoozeRequest", orEmpty: SnoozeRequest(), .json("Notification", "Quiet until `snoozed_until`."),
                handle: ScheduleHandlers.snooze),
        ],
        components: [request, update, schedule, page, .audience, .timing, .recurrence, snooze, cancellation])

    private static let request = Component(
        "ScheduleRequest", ScheduleRequest.self, "A notification to be sent later.",
        .object([
            .optional(
                "to", .named("Audience"), "The key's own user unless given; other recipients need an admin's key."),
            .required(
                "notification", .named("NotificationRequest"),
                "Without `user_id`; `reminder` unless its category is given. Its life counts from the planned moment."),
            .required("when", .named("ScheduleTiming"), "At most five years ahead."),
        ]),
        examples: [ScheduleRequest(to: .user(Sample.user), notification: milk, when: morning)])

    private static let update = Component(
        "ScheduleUpdate", ScheduleUpdate.self, "The changes of a schedule.",
        .object([
            .optional("revision", .integer, "Refused when the schedule has another one."),
            .optional("to", .named("Audience"), "The recipients."),
            .optional("notification", .named("NotificationRequest"), "All of it."),
            .optional("when", .named("ScheduleTiming"), "All of it."),
        ]),
        examples: [ScheduleUpdate(revision: 1, to: .user(Sample.user), notification: milk, when: morning)])

    private static let schedule = Component(
        "Schedule", Schedule.self, "A notification that is sent later, once or again and again.",
        .object([
            .required("id", .id, "The schedule's id."),
            .required("revision", .integer(1...Int.max), "Counts its changes; each occurrence is one."),
            .required("to", .named("Audience"), "The recipients."),
            .required("notification", .named("NotificationRequest"), "The notification."),
            .required("when", .named("ScheduleTiming"), "The times."),
            .required("state", .choice(of: Schedule.State.self), "`missed`: it had expired by the time a server ran."),
            .sometimes("next", .time, "The next time, while it waits."),
            .sometimes("last_sent", .time, "The last time it was sent."),
            .required("created_by", .id, "The key that made it."),
            .required("creator", .name, "The user that key acts for."),
            .required("created_at", .time, "The time of its creation."),
            .required("updated_at", .time, "The time of its last change."),
        ]),
        examples: [sample])

    private static let page = Component.page("SchedulePage", of: schedule, sample)

    private static let snooze = Component(
        "SnoozeRequest", SnoozeRequest.self, "The duration of a snooze.",
        .object([.optional("minutes", .integer(APILimits.snoozeMinutes), "15 unless given.")]),
        examples: [SnoozeRequest(minutes: 30)])

    private static let cancellation = Component(
        "Cancellation", Cancellation.self, "The result of cancelling a notification.",
        .object([
            .required("stopped", .integer(0...Int.max), "Pushes that had not been sent, and are not."),
            .required("clearing", .integer(0...Int.max), "The number of devices that clear it."),
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

private enum ScheduleHandlers {
    @Sendable static func create(
        _ request: ScheduleRequest, _ call: Call, _ recorder: ResponseRecorder<Schedule>?
    ) async throws -> IdempotentResult<Schedule> {
        try await call.services.schedules.create(request, by: call.key(), recorder: recorder)
    }

    @Sendable static func list(_ call: Call) async throws -> Page<Schedule> {
        let state = try call.query("state", as: String.self).flatMap(Schedule.State.init)
        return Page(
            items: try await call.services.schedules.list(
                for: call.key(), of: call.query("user"), state: state, before: call.query("before"),
                limit: call.limit()))
    }

    @Sendable static func get(_ call: Call) async throws -> Schedule {
        try await call.services.schedules.schedule(call.id(), for: call.key())
    }

    @Sendable static func update(_ update: ScheduleUpdate, _ call: Call) async throws -> Schedule {
        try await call.services.schedules.update(call.id(), update, by: call.key())
    }

    @Sendable static func cancel(_ call: Call) async throws -> Schedule {
        try await call.services.schedules.cancel(call.id(), by: call.key())
    }

    @Sendable static func cancelNotification(_ call: Call) async throws -> Cancellation {
        try await call.services.schedules.cancelNotification(call.id(), by: call.key())
    }

    @Sendable static func snooze(_ request: SnoozeRequest, _ call: Call) async throws -> UserNotification {
        try await call.services.notifications.snooze(call.id(), request, by: call.key())
    }
}

extension Component {
    static let timing = Component(
        "ScheduleTiming", ScheduleTiming.self, "The times of a schedule: once, or repeatedly.",
        .object([
            .required("at", .plannedTime, "With an offset the same moment everywhere; without one by `time_zone`."),
            .optional(
                "time_zone", .text, "Such as `Europe/Berlin`, or `UTC`. Needed for a local time and to repeat."),
            .optional("repeat", .named("Recurrence"), "Once unless given."),
        ]),
        examples: [
            ScheduleTiming(at: .moment(Sample.time(86_400))),
            ScheduleTiming(at: .local(friday), timeZone: "Europe/Berlin", recurrence: weekly),
        ])

    static let recurrence = Component(
        "Recurrence", Recurrence.self, "A repetition, in local time of its time zone.",
        .object([
            .required("every", .choice(of: Recurrence.Unit.self), "The unit."),
            .optional(
                "on", .list(of: .choice(of: Weekday.self)),
                "Only for a week: on which days; on that of the beginning unless given."),
            .optional("until", .plannedTime, "It happens for the last time then or before; without end unless given."),
        ]),
        examples: [weekly])

    private static let friday = LocalTime(seconds: Sample.time(6 * 86_400).seconds)
    private static let weekly = Recurrence(every: .week, on: [.friday], until: .moment(Sample.time(86_400 * 150)))
}
