extension Endpoint {
    public static let createSchedule = Endpoint(
        .post, "/v1/notifications/schedule", .roles([.agent, .device, .admin]),
        "Send a notification later, once or again and again")
    public static let listSchedules = Endpoint(
        .get, "/v1/notifications/scheduled", .roles([.agent, .device, .admin]),
        "Schedules for the user, newest first; an admin sees everybody's, or those for `user`")
    public static let getSchedule = Endpoint(
        .get, "/v1/notifications/schedule/{id}", .roles([.agent, .device, .admin]), "One schedule")
    public static let updateSchedule = Endpoint(
        .patch, "/v1/notifications/schedule/{id}", .roles([.agent, .device, .admin]),
        "Change a schedule that waits; what is left out stays")
    public static let cancelSchedule = Endpoint(
        .delete, "/v1/notifications/schedule/{id}", .roles([.agent, .device, .admin]), "Cancel a schedule")
    public static let cancelNotification = Endpoint(
        .delete, "/v1/notifications/{id}", .roles([.agent, .admin]),
        "Take a notification back, from screens too; or cancel the schedule with this id")
    public static let snoozeNotification = Endpoint(
        .post, "/v1/notifications/{id}/snooze", .roles([.device]),
        "Show a notification again later, and be quiet about it until then")

    static let schedules: [Endpoint] = [
        createSchedule, listSchedules, getSchedule, updateSchedule, cancelSchedule, cancelNotification,
        snoozeNotification,
    ]
}
