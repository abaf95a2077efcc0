extension Endpoint {
    public static let createKey = Endpoint(.post, "/v1/keys", .roles([.admin]), "Make a key; it is shown this once")
    public static let listKeys = Endpoint(.get, "/v1/keys", .roles([.admin]), "All keys, without their secrets")
    public static let revokeKey = Endpoint(.delete, "/v1/keys/{id}", .roles([.admin]), "Revoke a key")

    static let keys: [Endpoint] = [createKey, listKeys, revokeKey]
}
