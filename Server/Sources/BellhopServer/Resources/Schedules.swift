import BellhopCore
import BellhopModel

extension Resource {
    static let schedules = Resource(
        "Schedules", "Scheduled notifications, and snoozing and cancelling notifications.",
        operations: [
            Operation(
                API.createSchedule,
                details:
                    "Each occurrence is sent once. Agents and devices can schedule only for their own user.",
                body: "ScheduleRequest",
                .json(
                    "Schedule", status: 201, "The schedule.",
                    leadsTo: ["getSchedule", "updateSchedule", "cancelSchedule"]), accept: ScheduleHandlers.create),
            Operation(
                API.listSchedules,
                query: [
                    .query(
                        "user", .name,
                        "Returns only schedules for this user; another than the key's requires an admin's key."),
                    .query("state", .choice(of: Schedule.State.self), "Returns only schedules in this state."),
                    .query("before", .id, "The cursor: the id of the last item of the previous page."), .limit,
                ], .json("SchedulePage", "The schedules, newest first."), handle: ScheduleHandlers.list),
            Operation(API.getSchedule, .json("Schedule", "The schedule."), handle: ScheduleHandlers.get),
            Operation(
                API.updateSchedule, details: "Omitted fields keep their values.", body: "ScheduleUpdate",
                .json("Schedule", "The schedule."), handle: ScheduleHandlers.update),
            Operation(
                API.cancelSchedule, details: "Idempotent: cancelling again has no effect.",
                .json("Schedule", "The cancelled schedule."),
                handle: ScheduleHandlers.cancel),
            Operation(
                API.cancelNotification,
                details: "The notification of an ask cannot be cancelled; withdraw the ask instead.",
                .json("Cancellation", "The number of cancelled pushes and of devices that clear the notification."),
                handle: ScheduleHandlers.cancelNotification),
            Operation(
                API.snoozeNotification,
                details:
                    "Fails for an ask after its deadline, a cancelled notification and a completed item.",
                body: "SnoozeRequest", orEmpty: SnoozeRequest(),
                .json("Notification", "The notification, hidden until `snoozed_until`."),
                handle: ScheduleHandlers.snooze),
        ],
        components: [request, update, schedule, page, .audience, .timing, .recurrence, snooze, cancellation])

    private static let request = Component(
        "ScheduleRequest", ScheduleRequest.self, "A notification to send later.",
        .object([
            .optional(
                "to", .named("Audience"),
                "The recipients; others than the key's user require an admin's key. Default: the key's user."),
            .required(
                "notification", .named("NotificationRequest"),
                "The notification, without `user_id`. Default category: `reminder`. `expires_in` counts from the due time."
            ),
            .required("when", .named("ScheduleTiming"), "The times, at most five years ahead."),
        ]),
        examples: [ScheduleRequest(to: .user(Sample.user), notification: milk, when: morning)])

    private static let update = Component(
        "ScheduleUpdate", ScheduleUpdate.self, "The changes of a schedule.",
        .object([
            .optional(
                "revision", .integer, "The expected revision; the request is rejected if the schedule has another one."),
            .optional("to", .named("Audience"), "The recipients."),
            .optional(
                "notification", .named("NotificationRequest"),
                "The notification, which replaces the previous one as a whole."),
            .optional("when", .named("ScheduleTiming"), "The times, which replace the previous ones as a whole."),
        ]),
        examples: [ScheduleUpdate(revision: 1, to: .user(Sample.user), notification: milk, when: morning)])

    private static let schedule = Component(
        "Schedule", Schedule.self, "A notification that is sent later, once or repeatedly.",
        .object([
            .required("id", .id, "The schedule's id."),
            .required(
                "revision", .integer(1...Int.max), "The revision, incremented by each change and each occurrence."),
            .required("to", .named("Audience"), "The recipients."),
            .required("notification", .named("NotificationRequest"), "The notification."),
            .required("when", .named("ScheduleTiming"), "The times."),
            .required(
                "state", .choice(of: Schedule.State.self),
                "The state; `missed` if the notification expired before the server could send it."),
            .sometimes("next", .time, "The time of the next occurrence, while the schedule is waiting."),
            .sometimes("last_sent", .time, "The time of the last sent occurrence."),
            .required("created_by", .id, "The key that created it."),
            .required("creator", .name, "The user that the key acts for."),
            .required("created_at", .time, "The time of its creation."),
            .required("updated_at", .time, "The time of its last change."),
        ]),
        examples: [sample])

    private static let page = Component.page("SchedulePage", of: schedule, sample)

    private static let snooze = Component(
        "SnoozeRequest", SnoozeRequest.self, "The duration of a snooze.",
        .object([.optional("minutes", .integer(APILimits.snoozeMinutes), "The duration, in minutes. Default: 15.")]),
        examples: [SnoozeRequest(minutes: 30)])

    private static let cancellation = Component(
        "Cancellation", Cancellation.self, "The result of cancelling a notification.",
        .object([
            .required(
                "stopped", .integer(0...Int.max), "The number of pushes that were cancelled before they were sent."),
            .required("clearing", .integer(0...Int.max), "The number of devices that clear the notification."),
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
            .required(
                "at", .plannedTime, "The time: absolute with a UTC offset, local time in `time_zone` without one."),
            .optional(
                "time_zone", .text,
                "The IANA time zone, such as `Europe/Berlin` or `UTC`. Required for local times and with `repeat`."),
            .optional("repeat", .named("Recurrence"), "The repetition. Default: none."),
        ]),
        examples: [
            ScheduleTiming(at: .moment(Sample.time(86_400))),
            ScheduleTiming(at: .local(friday), timeZone: "Europe/Berlin", recurrence: weekly),
        ])

    static let recurrence = Component(
        "Recurrence", Recurrence.self, "A repetition, in local time of the schedule's time zone.",
        .object([
            .required("every", .choice(of: Recurrence.Unit.self), "The interval."),
            .optional(
                "on", .list(of: .choice(of: Weekday.self)),
                "The days of the week; only with `week`. Default: the day of `at`."),
            .optional(
                "until", .plannedTime, "The end of the repetition: no occurrence is after this time. Default: no end."),
        ]),
        examples: [weekly])

    private static let friday = LocalTime(seconds: Sample.time(6 * 86_400).seconds)
    private static let weekly = Recurrence(every: .week, on: [.friday], until: .moment(Sample.time(86_400 * 150)))
}
