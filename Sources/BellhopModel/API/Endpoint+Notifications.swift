extension Endpoint {
    public static let sendNotification = Endpoint(
        .post, "/v1/notifications", .roles([.agent, .admin]), "Tell the user something")
    public static let validateNotification = Endpoint(
        .post, "/v1/notifications/validate", .roles([.agent, .admin]),
        "Say what would be sent, and to how many devices; stores nothing")
    public static let notificationHistory = Endpoint(
        .get, "/v1/notifications/history", .roles([.agent, .device, .admin]),
        "The user's notifications, newest first; an admin may name another `user`")
    public static let getNotification = Endpoint(
        .get, "/v1/notifications/{id}", .roles([.agent, .device, .admin]),
        "One notification, everything that happened to it, and where its deliveries stand")
    public static let readNotifications = Endpoint(
        .post, "/v1/notifications/read", .roles([.device]), "Mark all notifications, or some, as read")
    public static let readNotification = Endpoint(
        .post, "/v1/notifications/{id}/read", .roles([.device]), "Mark a notification as read")
    public static let sendReceipt = Endpoint(
        .post, "/v1/receipts", .roles([.agent, .device]),
        "Say that a notification was shown or opened, or that the agent went on")

    static let notifications: [Endpoint] = [
        sendNotification, validateNotification, notificationHistory, getNotification, readNotifications,
        readNotification, sendReceipt,
    ]
}
