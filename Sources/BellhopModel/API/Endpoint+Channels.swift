extension Endpoint {
    public static let createChannel = Endpoint(
        .post, "/v1/channels", .roles([.admin]), "Make a broadcast channel for Live Activities")
    public static let listChannels = Endpoint(
        .get, "/v1/channels", .roles([.admin]), "The channels of one `app` in one `environment`")
    public static let getChannel = Endpoint(
        .get, "/v1/channels/{id}", .roles([.admin]), "One channel of an `app` in an `environment`")
    public static let deleteChannel = Endpoint(
        .delete, "/v1/channels/{id}", .roles([.admin]), "Delete a channel of an `app` in an `environment`, for good")
    public static let publishBroadcast = Endpoint(
        .post, "/v1/channels/{id}/publish", .roles([.admin]), "Push to every device that follows a channel")

    static let channels: [Endpoint] = [createChannel, listChannels, getChannel, deleteChannel, publishBroadcast]
}
