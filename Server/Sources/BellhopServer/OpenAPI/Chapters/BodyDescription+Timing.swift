import BellhopModel

extension Schema {
    /// RFC 3339 with an offset, or a local date and time of day.
    fileprivate static let plannedTime = Schema(
        form: .text(
            .init(
                pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}"
                    + "(:[0-9]{2}((\\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2}))?)?$")))
}

extension BodyDescription {
    static let timing = BodyDescription(
        "ScheduleTiming", ScheduleTiming.self, "When something is sent: once, or again and again.",
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

    static let recurrence = BodyDescription(
        "Recurrence", Recurrence.self, "How something repeats, by the clocks of its time zone.",
        .object([
            .required("every", .choice(of: Recurrence.Unit.self), "How often."),
            .optional(
                "on", .list(of: .choice(of: Weekday.self)),
                "Only for a week: on which days; on that of the beginning unless given."),
            .optional("until", .plannedTime, "It happens for the last time then or before; without end unless given."),
        ]),
        examples: [weekly])

    private static let friday = LocalTime(seconds: Sample.time(6 * 86_400).seconds)
    private static let weekly = Recurrence(every: .week, on: [.friday], until: .moment(Sample.time(86_400 * 150)))
}
