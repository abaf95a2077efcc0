extension Endpoint {
    public static let sendNotification = Endpoint(
        .post, "/v1/notifications", .roles([.agent, .admin]), "Tell the user something")
    public static let notificationHistory = Endpoint(
        .get, "/v1/notifications/history", .roles([.agent, .device]), "The user's notifications, newest first")
    public static let getNotification = Endpoint(
        .get, "/v1/notifications/{id}", .roles([.agent, .device]), "One notification and everything that happened to it"
    )
    public static let readNotification = Endpoint(
        .post, "/v1/notifications/{id}/read", .roles([.device]), "Mark a notification as read")
    public static let sendReceipt = Endpoint(
        .post, "/v1/receipts", .roles([.agent, .device]),
        "Say that a notification was shown or opened, or that the agent went on")

    static let notifications: [Endpoint] = [
        sendNotification, notificationHistory, getNotification, readNotification, sendReceipt,
    ]
}
