extension Endpoint {
    public static let getPreferences = Endpoint(
        .get, "/v1/users/notification-preferences", .roles([.device, .admin]),
        "What the user wants to hear; an admin may name another `user`")
    public static let putPreferences = Endpoint(
        .put, "/v1/users/notification-preferences", .roles([.device, .admin]),
        "Set what the user wants to hear, all of it at once; an admin may name another `user`")

    static let preferences: [Endpoint] = [getPreferences, putPreferences]
}
