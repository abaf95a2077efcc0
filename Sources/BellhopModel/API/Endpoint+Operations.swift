extension Endpoint {
    public static let health = Endpoint(.get, "/healthz", .everyone, "The process runs")
    public static let readiness = Endpoint(.get, "/readyz", .everyone, "The database answers")
    public static let metrics = Endpoint(.get, "/metrics", .everyone, "Prometheus text")

    public static let diagnose = Endpoint(
        .post, "/v1/diagnosis", .roles([.admin]),
        "How the server stands: queue, devices, and what each gateway says to a push that reaches nobody")

    static let operations: [Endpoint] = [health, readiness, metrics, diagnose]
}
