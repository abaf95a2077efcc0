import BellhopModel

extension Chapter {
    static let service = Chapter(
        "Service", "The server itself: whether it works, and this description of it.",
        operations: [
            Operation(.health, id: "health", .json("Health", "It runs.")),
            Operation(.readiness, id: "readiness", .json("Health", "It can store.")),
            Operation(
                .metrics, id: "metrics",
                Success(status: 200, note: "Prometheus text, version 0.0.4.", content: .text("text/plain"))),
            Operation(
                .diagnose, id: "diagnose", details: "Asks each gateway that devices need. No device notices.",
                body: "DiagnosisRequest", isBodyRequired: false, .json("Diagnosis", "How it stands.")),
            Operation(
                .apiDescription, id: "apiDescription",
                Success(
                    status: 200, note: "This document, as canonical JSON.", content: .json(.anything), fields: [etag]),
                unchanged),
            Operation(
                .apiPage, id: "apiPage",
                Success(
                    status: 200, note: "One page of HTML that loads nothing else.", content: .text("text/html"),
                    fields: [etag]),
                unchanged),
        ],
        bodies: [health, .diagnosisRequest, .diagnosis, .deviceCount, .gatewayDiagnosis, .appAddress, error])

    private static let etag = (name: "ETag", note: "Names this version, for `If-None-Match`.")
    private static let unchanged = Success(
        status: 304, note: "The caller has this version: `If-None-Match` names it.", fields: [etag])

    private static let health = BodyDescription(
        "Health", [String: String].self, "A word about the server.",
        .object([.required("status", .choice(["ok", "ready"]).titled("HealthStatus"), "All is well.")]),
        examples: [["status": "ok"]])

    private static let error = BodyDescription(
        "Error", APIError.self, "What went wrong, and where to read about it.",
        .object([
            .required(
                "error",
                .object([
                    .required("code", .choice(of: APIErrorCode.self), "What programs decide by."),
                    .required("message", .text, "What happened this time, in one sentence."),
                    .required("docs", .text, "Where it is documented."),
                    .sometimes("resolution", .named("Resolution"), "How the ask had ended, when that is why."),
                ]).titled("ErrorDetail"), "The error.")
        ]),
        examples: [
            APIError(.invalidRequest, "title: is empty"),
            APIError(.askExpired, resolution: Resolution(state: .expired, at: Sample.time(120))),
        ])
}
