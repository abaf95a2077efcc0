extension Endpoint {
    public static let health = Endpoint(.get, "/healthz", .everyone, "The process runs")
    public static let readiness = Endpoint(.get, "/readyz", .everyone, "A write to the database works")
    public static let metrics = Endpoint(.get, "/metrics", .everyone, "Prometheus text")

    public static let diagnose = Endpoint(
        .post, "/v1/diagnosis", .roles([.admin]),
        "How the server stands: queue, devices, and what each gateway says to a push that reaches nobody")

    public static let apiDescription = Endpoint(
        .get, "/openapi.json", .everyone, "This API as an OpenAPI 3.1 document")
    public static let apiPage = Endpoint(.get, "/docs", .everyone, "The same as a page to read")

    static let operations: [Endpoint] = [health, readiness, metrics, diagnose, apiDescription, apiPage]
}
