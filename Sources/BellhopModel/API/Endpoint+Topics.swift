extension Endpoint {
    public static let listTopics = Endpoint(
        .get, "/v1/topics", .roles([.device, .admin]),
        "What the user subscribes to, in the order of their ids; with an admin's key all topics, or those of a `user`")
    public static let listSubscribers = Endpoint(
        .get, "/v1/topics/{id}/subscribers", .roles([.admin]), "Who subscribes to a topic, in the order of their ids")
    public static let subscribe = Endpoint(
        .post, "/v1/topics/{id}/subscribers", .roles([.device, .admin]),
        "Subscribe the key's user to a topic; an admin may name `users`")
    public static let unsubscribe = Endpoint(
        .delete, "/v1/topics/{id}/subscribers/{user}", .roles([.device, .admin]), "End a user's subscription")

    static let topics: [Endpoint] = [listTopics, listSubscribers, subscribe, unsubscribe]
}
