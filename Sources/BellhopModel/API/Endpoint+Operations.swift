extension Endpoint {
    public static let health = Endpoint(.get, "/healthz", .everyone, "The process runs")
    public static let readiness = Endpoint(.get, "/readyz", .everyone, "The database answers")
    public static let metrics = Endpoint(.get, "/metrics", .everyone, "Prometheus text")

    static let operations: [Endpoint] = [health, readiness, metrics]
}
