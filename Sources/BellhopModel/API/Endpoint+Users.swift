extension Endpoint {
    public static let listUsers = Endpoint(
        .get, "/v1/users", .roles([.admin]), "Everybody with a key or a device, by name; `after` goes on")

    static let users: [Endpoint] = [listUsers]
}
