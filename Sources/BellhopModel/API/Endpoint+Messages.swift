extension Endpoint {
    public static let sendMessage = Endpoint(
        .post, "/v1/messages", .roles([.admin]), "Write to a user, who can reply from the notification")
    public static let replyToMessage = Endpoint(
        .post, "/v1/messages/reply", .roles([.device]), "Reply to a message, to whoever wrote it")
    public static let listMessages = Endpoint(
        .get, "/v1/messages", .roles([.admin, .device]),
        "The user's messages, newest first; `conversation` for one of them, `after` for what came later, oldest first; an admin may name another `user`"
    )

    static let messages: [Endpoint] = [sendMessage, replyToMessage, listMessages]
}
